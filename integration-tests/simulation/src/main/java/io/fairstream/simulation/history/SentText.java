package io.fairstream.simulation.history;

import io.fairstream.schemas.PlainJson;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import org.apache.avro.generic.IndexedRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A record as people read it. What cannot be decoded is hexadecimal, after {@code 0x}.
 *
 * @param key null if it has none
 * @param value as plain JSON; null if it has none
 */
public record SentText(@Nullable String key, @Nullable String value) {
    public static SentText of(Sent record) {
        return new SentText(key(record.key()), value(record.topic(), record.value()));
    }

    private static @Nullable String key(@Nullable Bytes key) {
        if (key == null) {
            return null;
        }
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(key.get()))
                    .toString();
            return text.chars().anyMatch(Character::isISOControl) ? hexadecimal(key) : text;
        } catch (CharacterCodingException e) {
            return hexadecimal(key);
        }
    }

    private static @Nullable String value(String topic, @Nullable Bytes value) {
        if (value == null) {
            return null;
        }
        return Topics.named(topic).flatMap(known -> json(known, value)).orElseGet(() -> hexadecimal(value));
    }

    private static Optional<String> json(Topic<?> topic, Bytes value) {
        try {
            Object decoded = topic.serde(SimulatedRegistry.get())
                    .deserializer()
                    .deserialize(topic.in(Topic.DEFAULT_PREFIX), value.get());
            return decoded instanceof IndexedRecord record ? Optional.of(PlainJson.write(record)) : Optional.empty();
        } catch (SerializationException e) {
            return Optional.empty();
        }
    }

    private static String hexadecimal(Bytes bytes) {
        return "0x" + HexFormat.of().formatHex(bytes.get());
    }
}
