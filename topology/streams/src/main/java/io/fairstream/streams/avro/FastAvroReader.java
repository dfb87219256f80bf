package io.fairstream.streams.avro;

import io.fairstream.schemas.AvroSerde;
import io.fairstream.schemas.registry.SchemaRegistry;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/** Reads a domain value field by field in the order of its schema. */
public interface FastAvroReader<T> {
    Schema schema();

    /**
     * Reads the value of one complete record; null if the record is not meant for this reader.
     *
     * @throws org.apache.kafka.common.errors.SerializationException if the bytes are no such record
     */
    @Nullable
    T read(AvroIn in);

    /**
     * Deserializer of the Confluent wire format for hand-written readers. A record of another schema version is first converted to ours by
     * Avro's schema resolution.
     *
     * <p>Thread-safe. Bytes of anything else raise {@link SerializationException}.
     */
    public static final class FastAvroDeserializer<T> implements Deserializer<T> {
        /** Maximum size in bytes. With its key, derived records and headers it must fit into a record of Kafka's default limit, 1 MiB. */
        static final int MOST = 512 * 1024;

        /** Placeholder that equals no four-byte id. */
        private static final long NO_ID = Long.MIN_VALUE;

        private final FastAvroReader<T> reader;
        private final SchemaRegistry registry;
        /** Writers' schemas by id; empty if the layout is equal to ours. */
        private final Map<Integer, Optional<Schema>> writers = new ConcurrentHashMap<>();

        private volatile long lastSame = NO_ID;

        public FastAvroDeserializer(FastAvroReader<T> reader, SchemaRegistry registry) {
            this.reader = reader;
            this.registry = registry;
        }

        @Override
        public @Nullable T deserialize(String topic, byte @Nullable [] data) {
            if (data == null) {
                return null;
            }
            try {
                AvroIn in = inOurLayout(data);
                T value = reader.read(in);
                if (!in.isAtEnd()) {
                    throw new SerializationException("bytes follow the record's end");
                }
                return value;
            } catch (SerializationException e) {
                throw new SerializationException(
                        topic + ": value of " + data.length + " bytes: " + e.getMessage(), e.getCause());
            }
        }

        private AvroIn inOurLayout(byte[] data) {
            if (data.length > MOST) {
                throw new SerializationException("too large (expected: at most " + MOST + " bytes)");
            }
            int id = AvroSerde.writerId(data);
            if (id == lastSame) {
                return new AvroIn(data, AvroSerde.HEADER);
            }
            Optional<Schema> other = writers.get(id);
            if (other == null) {
                other = otherThanOurs(id);
                writers.put(id, other);
            }
            if (other.isEmpty()) {
                lastSame = id;
                return new AvroIn(data, AvroSerde.HEADER);
            }
            return new AvroIn(resolved(data, other.get()), 0);
        }

        private Optional<Schema> otherThanOurs(int id) {
            Schema writer = AvroSerde.writer(registry, id);
            AvroSerde.requireSameName(id, writer, reader.schema());
            return AvroRecords.areAlike(writer, reader.schema()) ? Optional.empty() : Optional.of(writer);
        }

        private byte[] resolved(byte[] data, Schema writer) {
            try {
                return AvroRecords.resolved(data, AvroSerde.HEADER, writer, reader.schema());
            } catch (IOException | RuntimeException e) {
                throw new SerializationException("cannot be read with its writer's schema: " + e.getMessage(), e);
            } catch (StackOverflowError e) {
                throw new SerializationException("cannot be read with its writer's schema: it nests too deep");
            }
        }
    }
}
