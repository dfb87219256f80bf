package io.fairstream.streams.wire;

import static org.apache.avro.util.ClassSecurityValidator.composite;

import io.fairstream.schemas.GeneratedRecords;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.registry.SchemaRegistries;
import io.fairstream.schemas.registry.SchemaRegistry;
import java.util.Map;
import org.apache.avro.util.ClassSecurityValidator;
import org.apache.kafka.common.config.ConfigException;
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
}
