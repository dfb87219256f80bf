/** Formats of values: hand-written readers and writers of Avro, compatible byte for byte, and their serdes. */
@NullMarked
package io.fairstream.streams.avro;

import org.jspecify.annotations.NullMarked;
