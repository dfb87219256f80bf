package io.fairstream.streams.errors;

import io.fairstream.streams.avro.AvroIn;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Keys: UTF-8 of a length far above that of any name, so that many of them fit on the heap. Others, and those of records that are
 * {@linkplain PoisonRecords set aside}, raise {@link SerializationException}.
 */
public final class KeyDeserializer implements Deserializer<String> {
    private static final int MOST = 16 * 1024;

    @Override
    public @Nullable String deserialize(String topic, Headers headers, byte @Nullable [] key) {
        Header setAside = headers.lastHeader(PoisonRecords.HEADER);
        if (setAside != null && setAside.value() != null) {
            throw new SerializationException(new String(setAside.value(), StandardCharsets.UTF_8));
        }
        return deserialize(topic, key);
    }

    @Override
    public @Nullable String deserialize(String topic, byte @Nullable [] key) {
        if (key == null) {
            return null;
        }
        if (key.length > MOST) {
            throw new SerializationException(
                    topic + ": key of " + key.length + " bytes (expected: at most " + MOST + ")");
        }
        String text = AvroIn.utf8(key, 0, key.length);
        if (text == null) {
            throw new SerializationException(topic + ": key of " + key.length + " bytes (expected: UTF-8)");
        }
        return text;
    }
}
