/** Real brokers for tests: a cluster per class, topics and an application of its own per test, processes to kill. */
@NullMarked
package io.fairstream.it.harness;

import org.jspecify.annotations.NullMarked;
