/** Keyed state on the heap, written back to RocksDB and its changelog at each commit, in our own versioned format. */
@NullMarked
package io.fairstream.streams.state;

import org.jspecify.annotations.NullMarked;
