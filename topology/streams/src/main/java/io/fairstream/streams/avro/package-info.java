/** Formats of values: readers and writers of Avro, byte for byte as Avro reads and writes, and the serdes around them. */
@NullMarked
package io.fairstream.streams.avro;

import org.jspecify.annotations.NullMarked;
