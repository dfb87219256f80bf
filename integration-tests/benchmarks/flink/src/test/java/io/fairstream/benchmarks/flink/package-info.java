@NullMarked
package io.fairstream.benchmarks.flink;

import org.jspecify.annotations.NullMarked;
