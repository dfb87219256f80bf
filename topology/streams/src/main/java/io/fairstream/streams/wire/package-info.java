/** Values on the wire: hand-written readers and writers of the hot records, byte for byte what Avro's own would read and write. */
@NullMarked
package io.fairstream.streams.wire;

import org.jspecify.annotations.NullMarked;
