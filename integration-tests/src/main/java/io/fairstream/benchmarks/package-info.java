/** The benchmark command: how fast, how late and how large, against a copy of the same records on the same machine. */
@NullMarked
package io.fairstream.benchmarks;

import org.jspecify.annotations.NullMarked;
