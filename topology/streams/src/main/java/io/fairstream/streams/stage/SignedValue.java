package io.fairstream.streams.stage;

import io.fairstream.schemas.signing.SignedBy;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;

/**
 * A value with the bytes it was read from and what its record says of who signed them.
 *
 * @param <E> an event
 */
public final class SignedValue<E> {
    private final @Nullable E event;
    private final byte @Nullable [] bytes;
    private final @Nullable SignedBy signed;

    private SignedValue(@Nullable E event, byte @Nullable [] bytes, @Nullable SignedBy signed) {
        this.event = event;
        this.bytes = bytes;
        this.signed = signed;
    }

    /** Reads values with their bytes; these are not copied. */
    private static <E> Deserializer<SignedValue<E>> reader(Deserializer<E> values) {
        return new Deserializer<>() {
            @Override
            public SignedValue<E> deserialize(String topic, byte @Nullable [] data) {
                return new SignedValue<>(values.deserialize(topic, data), data, null);
            }

            @Override
            public SignedValue<E> deserialize(String topic, Headers headers, byte @Nullable [] data) {
                return new SignedValue<>(values.deserialize(topic, headers, data), data, SignedBy.of(headers));
            }
        };
    }

    /** For topics that are read and not written. */
    public static <E> Serde<SignedValue<E>> serde(Deserializer<E> values) {
        return Serdes.serdeFrom(
                (topic, value) -> {
                    throw new UnsupportedOperationException(topic + " is read only");
                },
                reader(values));
    }

    /** As a stage takes them. */
    public static <E> Deserializer<Input<E>> inputs(Deserializer<E> values) {
        Deserializer<SignedValue<E>> signed = reader(values);
        return new Deserializer<>() {
            @Override
            public Input<E> deserialize(String topic, byte @Nullable [] data) {
                return new Input.Signed<>(signed.deserialize(topic, data));
            }

            @Override
            public Input<E> deserialize(String topic, Headers headers, byte @Nullable [] data) {
                return new Input.Signed<>(signed.deserialize(topic, headers, data));
            }
        };
    }

    @Nullable
    E event() {
        return event;
    }

    byte @Nullable [] bytes() {
        return bytes;
    }

    @Nullable
    SignedBy signed() {
        return signed;
    }
}
