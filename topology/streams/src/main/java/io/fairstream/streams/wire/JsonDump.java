package io.fairstream.streams.wire;

import io.fairstream.schemas.json.PlainJson;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Domain values as plain JSON, for people. */
public final class JsonDump {
    private JsonDump() {}

    /** The value as it would be read from its topic. */
    public static <T> String json(FastAvroWriter<T> writer, T value) {
        AvroOut out = AvroOut.ofThread();
        writer.write(value, out);
        try {
            return PlainJson.write(AvroBytes.record(writer.schema(), out.toByteArray()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
