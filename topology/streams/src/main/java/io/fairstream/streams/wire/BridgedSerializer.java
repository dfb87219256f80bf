package io.fairstream.streams.wire;

import java.io.IOException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/** Writes with a serializer named by configuration, which gets the generated records it understands. */
public final class BridgedSerializer<T> implements Serializer<T> {
    private final FastAvroWriter<T> writer;
    private final Serializer<Object> configured;
    private final boolean mustBeFinite;

    public BridgedSerializer(FastAvroWriter<T> writer, Serializer<Object> configured) {
        this(writer, configured, true);
    }

    /** @param mustBeFinite whether what holds NaN or infinity is held back */
    BridgedSerializer(FastAvroWriter<T> writer, Serializer<Object> configured, boolean mustBeFinite) {
        this.writer = writer;
        this.configured = configured;
        this.mustBeFinite = mustBeFinite;
    }

    @Override
    public byte @Nullable [] serialize(String topic, @Nullable T value) {
        if (value == null) {
            return null;
        }
        AvroOut out = AvroOut.ofThread();
        writer.write(value, out);
        if (mustBeFinite) {
            NotFiniteException.check(topic, out);
        }
        try {
            return configured.serialize(topic, AvroBytes.record(writer.schema(), out.toByteArray()));
        } catch (IOException e) {
            throw new SerializationException(topic + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        configured.close();
    }
}
