package io.fairstream.streams.avro;

import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** Reads a domain value field by field in the order of its schema. */
public interface FastAvroReader<T> {
    /** The schema for which it is written. */
    Schema schema();

    /**
     * The value of one record, read whole; null if the record is not meant for this reader.
     *
     * @throws org.apache.kafka.common.errors.SerializationException if the bytes are no such record
     */
    @Nullable
    T read(AvroIn in);
}
