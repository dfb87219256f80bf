package io.fairstream.streams.wire;

import io.fairstream.schemas.registry.SchemaRegistry;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/** Values in the Confluent wire format, written by hand; for one topic, by any number of threads. */
public final class HotSerializer<T> implements Serializer<T> {
    private final HotWriter<T> writer;
    private final SchemaRegistry registry;
    private volatile int id = -1;

    public HotSerializer(HotWriter<T> writer, SchemaRegistry registry) {
        this.writer = writer;
        this.registry = registry;
    }

    @Override
    public byte @Nullable [] serialize(String topic, @Nullable T value) {
        if (value == null) {
            return null;
        }
        if (id < 0) {
            id = registry.register(topic + "-value", writer.schema());
        }
        AvroOut out = AvroOut.ofThread();
        out.writeByte(0);
        out.writeFixedInt(id);
        writer.write(value, out);
        NotFiniteException.check(topic, out);
        return out.toByteArray();
    }
}
