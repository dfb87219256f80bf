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

/** Factory of serializers and deserializers: our own, or those that the configuration names. */
public final class SerdeFactory {
    /** Setting for the class of the value deserializer; absent for our own. */
    public static final String DESERIALIZER = "value.deserializer";

    /** Setting for the class of the value serializer; absent for our own. */
    public static final String SERIALIZER = "value.serializer";

    private final Map<String, ?> config;
    private @Nullable SchemaRegistry registry;

    /** @param config keys of this class, those of {@link SchemaRegistries}, and properties of the configured classes */
    public SerdeFactory(Map<String, ?> config) {
        this.config = config;
    }

    public SerdeFactory(SchemaRegistry registry) {
        this.config = Map.of();
        this.registry = registry;
    }

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
     * Creates a deserializer for a topic that the topology writes and reads back; it {@linkplain OwnRecords fails} on unreadable records of
     * the topology itself.
     *
     * @param mark name of the header of the topology's own records
     */
    public <T> Deserializer<T> readsOwn(FastAvroReader<T> reader, String mark) {
        return new OwnRecords<>(reads(reader), mark);
    }

    public <T> Serializer<T> writes(FastAvroWriter<T> writer) {
        return writes(writer, true);
    }

    /** Creates a serializer for inputs on their way to the stage that may refuse them; it accepts NaN and infinity. */
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

    /** Permits Avro to instantiate the generated records in external deserializers; our own do not need it. */
    private static void trustOurs() {
        if (!ClassSecurityValidator.getGlobal().isTrusted(MatchEvent.class)) {
            String ours = GeneratedRecords.class.getPackageName();
            ClassSecurityValidator.setGlobal(composite(
                    ClassSecurityValidator.getGlobal(),
                    type -> type.getPackageName().equals(ours)));
        }
    }

    private static <T> T instance(String key, Object name, Class<T> type) {
        trustOurs();
        try {
            return Utils.newInstance(name.toString(), type);
        } catch (ClassNotFoundException e) {
            throw new ConfigException(key, name, "expected: a class on the class path");
        }
    }

    /** Deserializer that wraps a configured one and converts its Avro records to domain values. */
    public record BridgedDeserializer<T>(FastAvroReader<T> reader, Deserializer<?> configured)
            implements Deserializer<T> {
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
                byte[] bytes = AvroRecords.of(avro);
                boolean isOurs = AvroRecords.areAlike(avro.getSchema(), reader.schema());
                return reader.read(new AvroIn(
                        isOurs ? bytes : AvroRecords.resolved(bytes, 0, avro.getSchema(), reader.schema()), 0));
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

        @Override
        public void close() {
            configured.close();
        }
    }

    /**
     * Serializer that wraps a configured one and passes generated records to it.
     *
     * @param mustBeFinite whether rows with NaN or infinity are refused
     */
    record BridgedSerializer<T>(FastAvroWriter<T> writer, Serializer<Object> configured, boolean mustBeFinite)
            implements Serializer<T> {
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
     * Deserializer of a topic that the topology writes and reads back. The topology's own records were readable when they were written, so
     * an unreadable one is no dead letter: reading fails until the registry returns the schema or an operator repairs it. Records of other
     * writers lack the header. A writer with access to this topic who copies the header can stop the topology, but such a writer could also
     * charge anybody.
     *
     * @param values deserializer for records of any writer
     * @param mark name of the header of the topology's own records
     */
    public record OwnRecords<T>(Deserializer<T> values, String mark) implements Deserializer<T> {
        /** Unreadable record of the topology itself. */
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
