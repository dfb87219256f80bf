package io.fairstream.streams.avro;

import static org.apache.avro.util.ClassSecurityValidator.composite;

import io.fairstream.schemas.GeneratedRecords;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.registry.SchemaRegistries;
import io.fairstream.schemas.registry.SchemaRegistry;
import io.fairstream.streams.avro.AvroOut.NotFiniteException;
import io.fairstream.streams.avro.FastAvroReader.FastAvroDeserializer;
import io.fairstream.streams.avro.FastAvroWriter.FastAvroSerializer;
import java.io.IOException;
import java.util.Map;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.util.ClassSecurityValidator;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/** Readers and writers of values: by hand, or with the serializer and deserializer that the configuration names. */
public final class SerdeFactory {
    /** Class of the deserializer for values; absent for our own. */
    public static final String DESERIALIZER = "value.deserializer";

    /** Class of the serializer for values; absent for our own. */
    public static final String SERIALIZER = "value.serializer";

    private final Map<String, ?> config;
    private @Nullable SchemaRegistry registry;

    /**
     * @param config the keys of this class, those of {@link SchemaRegistries}, and whatever the named classes want
     */
    public SerdeFactory(Map<String, ?> config) {
        this.config = config;
    }

    /** With a registry that is there already. */
    public SerdeFactory(SchemaRegistry registry) {
        this.config = Map.of();
        this.registry = registry;
    }

    /** A deserializer. */
    public <T> Deserializer<T> reads(FastAvroReader<T> reader) {
        Object named = config.get(DESERIALIZER);
        if (named == null) {
            return new FastAvroDeserializer<>(reader, registry());
        }
        Deserializer<?> configured = instance(DESERIALIZER, named, Deserializer.class);
        configured.configure(config, false);
        return new BridgedDeserializer<>(reader, configured);
    }

    /**
     * A deserializer for a topic that the topology writes and reads back; it {@linkplain OwnRecords fails} on what is the topology's own.
     *
     * @param mark name of the header that the topology's own records have
     */
    public <T> Deserializer<T> readsOwn(FastAvroReader<T> reader, String mark) {
        return new OwnRecords<>(reads(reader), mark);
    }

    /** A serializer for one topic. */
    public <T> Serializer<T> writes(FastAvroWriter<T> writer) {
        return writes(writer, true);
    }

    /** A serializer for inputs on their way to who refuses them, whatever numbers they hold. */
    public <T> Serializer<T> passesOn(FastAvroWriter<T> writer) {
        return writes(writer, false);
    }

    private <T> Serializer<T> writes(FastAvroWriter<T> writer, boolean mustBeFinite) {
        Object named = config.get(SERIALIZER);
        if (named == null) {
            return new FastAvroSerializer<>(writer, registry(), mustBeFinite);
        }
        @SuppressWarnings("unchecked")
        Serializer<Object> configured = instance(SERIALIZER, named, Serializer.class);
        configured.configure(config, false);
        return new BridgedSerializer<>(writer, configured, mustBeFinite);
    }

    private synchronized SchemaRegistry registry() {
        if (registry == null) {
            registry = SchemaRegistries.from(config);
        }
        return registry;
    }

    /** Tells Avro that serializers of others may make the generated records; our own asks nobody. */
    private static void trustOurs() {
        if (!ClassSecurityValidator.getGlobal().isTrusted(MatchEvent.class)) {
            ClassSecurityValidator.setGlobal(composite(ClassSecurityValidator.getGlobal(), SerdeFactory::isOurs));
        }
    }

    private static boolean isOurs(Class<?> type) {
        return type.getPackageName().equals(GeneratedRecords.class.getPackageName());
    }

    private static <T> T instance(String key, Object name, Class<T> type) {
        trustOurs();
        try {
            return Utils.newInstance(name.toString(), type);
        } catch (ClassNotFoundException e) {
            throw new ConfigException(key, name, "expected: a class on the class path");
        }
    }

    /** Reads with a deserializer named by configuration, whose Avro records it turns into domain values. */
    public static final class BridgedDeserializer<T> implements Deserializer<T> {
        private final FastAvroReader<T> reader;
        private final Deserializer<?> configured;

        public BridgedDeserializer(FastAvroReader<T> reader, Deserializer<?> configured) {
            this.reader = reader;
            this.configured = configured;
        }

        @Override
        public @Nullable T deserialize(String topic, byte @Nullable [] data) {
            if (data != null && data.length > FastAvroDeserializer.MOST) {
                throw new SerializationException(topic + ": value of " + data.length + " bytes (expected: at most "
                        + FastAvroDeserializer.MOST + ")");
            }
            Object record = record(topic, data);
            if (record == null) {
                return null;
            }
            if (!(record instanceof IndexedRecord avro)
                    || !avro.getSchema().getFullName().equals(reader.schema().getFullName())) {
                throw new SerializationException(
                        topic + ": " + record.getClass().getName() + " (expected: a "
                                + reader.schema().getFullName() + ")");
            }
            try {
                return reader.read(new AvroIn(inOurLayout(avro), 0));
            } catch (IOException | AvroRuntimeException e) {
                throw new SerializationException(topic + ": " + e.getMessage(), e);
            }
        }

        private @Nullable Object record(String topic, byte @Nullable [] data) {
            try {
                return configured.deserialize(topic, data);
            } catch (StackOverflowError e) {
                throw new SerializationException(topic + ": it nests too deep");
            }
        }

        private byte[] inOurLayout(IndexedRecord record) throws IOException {
            byte[] bytes = AvroRecords.of(record);
            return AvroRecords.areAlike(record.getSchema(), reader.schema())
                    ? bytes
                    : AvroRecords.resolved(bytes, 0, record.getSchema(), reader.schema());
        }

        @Override
        public void close() {
            configured.close();
        }
    }

    /** Writes with a serializer named by configuration, which gets the generated records it understands. */
    public static final class BridgedSerializer<T> implements Serializer<T> {
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
                return configured.serialize(topic, AvroRecords.record(writer.schema(), out.toByteArray()));
            } catch (IOException e) {
                throw new SerializationException(topic + ": " + e.getMessage(), e);
            }
        }

        @Override
        public void close() {
            configured.close();
        }
    }

    /**
     * Reads a topic that the topology writes and reads back. A record of its own was readable when it was written, so one that is not is no
     * dead letter: reading fails, and again until the registry gives the schema or somebody mends it. Records that somebody else wrote are
     * known by the header that they lack; whoever may write here and copies it can hold the topology up, and could charge anybody anyway.
     *
     * @param values without regard to who wrote them
     * @param mark name of the header that the topology's own records have
     */
    public record OwnRecords<T>(Deserializer<T> values, String mark) implements Deserializer<T> {
        /** A record of the topology's own that cannot be read. */
        public static final class UnreadableException extends KafkaException {
            private static final long serialVersionUID = 1L;

            UnreadableException(String message, RuntimeException cause) {
                super(message, cause);
            }
        }

        @Override
        public @Nullable T deserialize(String topic, byte @Nullable [] data) {
            return values.deserialize(topic, data);
        }

        @Override
        public @Nullable T deserialize(String topic, Headers headers, byte @Nullable [] data) {
            try {
                return values.deserialize(topic, headers, data);
            } catch (RuntimeException e) {
                if (headers.lastHeader(mark) == null) {
                    throw e;
                }
                throw new UnreadableException(
                        topic + ": a record of the topology's own cannot be read: " + e.getMessage(), e);
            }
        }

        @Override
        public void close() {
            values.close();
        }
    }
}
