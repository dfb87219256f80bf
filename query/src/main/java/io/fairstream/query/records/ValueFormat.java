package io.fairstream.query.records;

import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import io.fairstream.client.RecordSender;
import io.fairstream.schemas.AvroSerde;
import io.fairstream.schemas.ChargeBlock;
import io.fairstream.schemas.ChargeBlocks;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.SchemaRegistries;
import io.fairstream.schemas.registry.SchemaRegistry;
import io.fairstream.schemas.registry.SchemaRegistry.RegistryException;
import io.fairstream.streams.avro.FastAvroReader.FastAvroDeserializer;
import io.fairstream.streams.errors.RegistryUnavailable;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Utils;

/** Format of values: that of the catalogue, or the serializer classes of the settings. */
public final class ValueFormat {
    private final Settings settings;
    private final SchemaRegistry registry;

    public ValueFormat(Settings settings) {
        this.settings = settings;
        this.registry = SchemaRegistries.from(settings.registry());
    }

    /**
     * Opens a sender for values of the topic, which registers their schema.
     *
     * @throws Failure if the topic is missing
     */
    public static <V> RecordSender<V> sender(Settings settings, Topic<V> topic) {
        return sender(settings, topic, new ValueFormat(settings).registered(topic));
    }

    /** As {@link #sender(Settings, Topic)}, with another serializer. */
    public static <V> RecordSender<V> sender(Settings settings, Topic<?> topic, Serializer<V> values) {
        String name = topic.in(settings.topicPrefix());
        try (Offsets offsets = new Offsets(settings)) {
            offsets.partitions(List.of(name));
        }
        return RecordSender.open(settings.producer(), name, values);
    }

    /** Returns the serializer for values of the topic. */
    @SuppressWarnings("unchecked")
    public <V> Serializer<V> writes(Topic<V> topic) {
        Optional<String> named = settings.get(Keys.VALUE_SERIALIZER);
        if (named.isEmpty() || topic.isRaw()) {
            return topic.serde(registry).serializer();
        }
        Serializer<V> serializer = instance("value.serializer", named.get(), Serializer.class);
        serializer.configure(settings.registry(), false);
        return serializer;
    }

    /**
     * Returns the serializer of {@link #writes}, with the schema registered, so that later values need no registry. A
     * serializer class of the settings registers at its first value.
     *
     * @throws RegistryException if the registry does not answer
     */
    public <V> Serializer<V> registered(Topic<V> topic) {
        Serializer<V> serializer = writes(topic);
        if (serializer instanceof AvroSerde<?> ours) {
            ours.register(topic.in(settings.topicPrefix()));
        }
        return serializer;
    }

    /**
     * Returns the deserializer for values of the topic. It throws a {@link SerializationException} only for bytes that are no value, and a
     * {@link RegistryException} while the registry does not answer.
     */
    @SuppressWarnings("unchecked")
    public <V> Deserializer<V> reads(Topic<V> topic) {
        Optional<String> named = settings.get(Keys.VALUE_DESERIALIZER);
        if (named.isEmpty() && topic.equals(Topics.PRIORITIES)) {
            return (Deserializer<V>) new FastAvroDeserializer<>(new PriorityReader(), registry);
        }
        if (named.isEmpty() || topic.isRaw()) {
            return checked(topic, topic.serde(registry).deserializer());
        }
        Deserializer<V> deserializer = instance("value.deserializer", named.get(), Deserializer.class);
        deserializer.configure(settings.registry(), false);
        return checked(topic, (name, bytes) -> {
            try {
                return deserializer.deserialize(name, bytes);
            } catch (InterruptException | RegistryException e) {
                throw e;
            } catch (KafkaException e) {
                // the value may be readable when the registry answers again
                throw RegistryUnavailable.isCauseOf(e)
                        ? new RegistryException(
                                RegistryException.UNREACHABLE,
                                "no answer from the schema registry: " + Failure.reason(e),
                                e)
                        : e;
            }
        });
    }

    /** Returns a deserializer that rejects a block of charges whose positions lie outside of it. */
    private static <V> Deserializer<V> checked(Topic<V> topic, Deserializer<V> deserializer) {
        if (!topic.equals(Topics.CHARGES)) {
            return deserializer;
        }
        return (name, bytes) -> {
            V block = deserializer.deserialize(name, bytes);
            try {
                ChargeBlocks.requireReadable((ChargeBlock) block);
            } catch (IllegalArgumentException e) {
                throw new SerializationException(e.getMessage(), e);
            }
            return block;
        };
    }

    private static <T> T instance(String key, String name, Class<T> type) {
        try {
            return Utils.newInstance(name, type);
        } catch (ClassNotFoundException e) {
            throw new ConfigException(key, name, "expected: a class on the class path");
        }
    }
}
