/** The two hops from matches to priorities in Apache Flink, as a peer in the benchmark. */
@NullMarked
package io.fairstream.benchmarks.flink;

import org.jspecify.annotations.NullMarked;
