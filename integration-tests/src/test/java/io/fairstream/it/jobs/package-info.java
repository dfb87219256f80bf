/** Jobs, sessions and nodes, with real brokers. */
@NullMarked
package io.fairstream.it.jobs;

import org.jspecify.annotations.NullMarked;
