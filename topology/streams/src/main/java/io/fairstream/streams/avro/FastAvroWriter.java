package io.fairstream.streams.avro;

import org.apache.avro.Schema;

/** Writes a domain value field by field in the order of its schema. */
public interface FastAvroWriter<T> {
    /** The schema for which it is written. */
    Schema schema();

    void write(T value, AvroOut out);
}
