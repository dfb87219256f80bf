package io.fairstream.streams.avro;

import io.fairstream.schemas.registry.SchemaRegistry;
import io.fairstream.streams.avro.AvroOut.NotFiniteException;
import org.apache.avro.Schema;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/** Writes a domain value field by field in the order of its schema. */
public interface FastAvroWriter<T> {
    Schema schema();

    void write(T value, AvroOut out);

    /** Serializer of the Confluent wire format for hand-written writers, for one topic. Thread-safe. */
    public static final class FastAvroSerializer<T> implements Serializer<T> {
        private final FastAvroWriter<T> writer;
        private final SchemaRegistry registry;
        private final boolean mustBeFinite;
        private volatile int id = -1;

        public FastAvroSerializer(FastAvroWriter<T> writer, SchemaRegistry registry) {
            this(writer, registry, true);
        }

        /** @param mustBeFinite whether rows with NaN or infinity are refused */
        FastAvroSerializer(FastAvroWriter<T> writer, SchemaRegistry registry, boolean mustBeFinite) {
            this.writer = writer;
            this.registry = registry;
            this.mustBeFinite = mustBeFinite;
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
            if (mustBeFinite) {
                NotFiniteException.check(topic, out);
            }
            return out.toByteArray();
        }
    }
}
