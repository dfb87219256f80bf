package io.fairstream.streams.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** Domain values and the generated records of the contract, the one made of the other. */
public final class Generated {
    private Generated() {}

    /** The record as which the value stands in its topic. */
    public static <T, R extends SpecificRecord> R record(FastAvroWriter<T> writer, T value, Class<R> type) {
        AvroOut out = AvroOut.ofThread();
        writer.write(value, out);
        try {
            return type.cast(AvroBytes.record(writer.schema(), out.toByteArray()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the value of the record; null if the record is not meant for this reader. */
    public static <T> @Nullable T value(FastAvroReader<T> reader, IndexedRecord record) {
        try {
            return reader.read(new AvroIn(AvroBytes.of(record), 0));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
