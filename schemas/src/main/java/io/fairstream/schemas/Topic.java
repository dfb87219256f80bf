package io.fairstream.schemas;

import io.fairstream.schemas.registry.SchemaRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/**
 * One topic of the contract: what it holds, who writes and reads it, and how it is kept. Keys are UTF-8 strings.
 *
 * @param name the name without the prefix
 * @param value a generated record, or {@code byte[]} for a topic that holds what could not be read
 * @param cleanup whether it keeps the latest value per key or everything for a time
 * @param retention how long a record stays; null for ever
 * @param key what the key is
 * @param writer who writes it
 * @param readers who reads it
 * @param partitioning what decides the partition, and with which topics the number of partitions must agree
 */
@NullMarked
public record Topic<V>(
        String name,
        Class<V> value,
        Cleanup cleanup,
        @Nullable Duration retention,
        String key,
        String writer,
        String readers,
        String partitioning) {

    /** Prefix of all topics unless {@code topic.prefix} says otherwise. */
    public static final String DEFAULT_PREFIX = "fairstream.";

    /**
     * Longest time that a row that was replaced may stay. By Kafka's default it does until its segment is full, a week or a GiB,
     * and who reads a table would read it many times over.
     */
    private static final Duration COMPACTION_LAG = Duration.ofMinutes(10);

    /** Policy of Kafka for old records. */
    public enum Cleanup {
        COMPACT(TopicConfig.CLEANUP_POLICY_COMPACT),
        DELETE(TopicConfig.CLEANUP_POLICY_DELETE);

        private final String policy;

        Cleanup(String policy) {
            this.policy = policy;
        }

        /** The value of {@code cleanup.policy}. */
        public String policy() {
            return policy;
        }
    }

    public Topic {
        if (value != byte[].class && !SpecificRecord.class.isAssignableFrom(value)) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: a generated record or byte[])");
        }
        if (cleanup == Cleanup.COMPACT && retention != null) {
            throw new IllegalArgumentException(name + ": retention " + retention + " (expected: none when compacted)");
        }
    }

    /** The topic's full name. */
    public String in(String prefix) {
        return prefix + name;
    }

    /** The schema of the values; empty for raw bytes. */
    public Optional<Schema> schema() {
        return isRaw() ? Optional.empty() : Optional.of(SpecificData.get().getSchema(value));
    }

    /** Returns true if the values are bytes without a schema. */
    public boolean isRaw() {
        return value == byte[].class;
    }

    /** Reads and writes the values. */
    public Serde<V> serde(SchemaRegistry registry) {
        if (isRaw()) {
            return Serdes.serdeFrom(value);
        }
        return recordSerde(registry);
    }

    @SuppressWarnings("unchecked")
    private <R extends SpecificRecord> Serde<V> recordSerde(SchemaRegistry registry) {
        return (Serde<V>) new AvroSerde<>((Class<R>) value, registry);
    }

    /** The configuration to create it with; what is not named is left to the cluster. */
    public Map<String, String> config() {
        if (cleanup == Cleanup.COMPACT) {
            return Map.of(
                    TopicConfig.CLEANUP_POLICY_CONFIG,
                    cleanup.policy(),
                    TopicConfig.MAX_COMPACTION_LAG_MS_CONFIG,
                    Long.toString(COMPACTION_LAG.toMillis()));
        }
        String millis = Long.toString(retention == null ? -1 : retention.toMillis());
        return Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, cleanup.policy(), TopicConfig.RETENTION_MS_CONFIG, millis);
    }

    /** The partition that Java clients choose for a key: murmur2 of it. */
    public static int partition(String key, int partitions) {
        return partitions == 1 ? 0 : Utils.toPositive(Utils.murmur2(key.getBytes(StandardCharsets.UTF_8))) % partitions;
    }

    /** Topics of those who compare and steer schedulers; the topology neither reads nor writes them, and works without them. */
    public static final class SteeringTopics {
        /** Topics of the beliefs of schedulers, of what was sent to them, and of what was set before. */
        public static final Set<Topic<?>> ALL = Set.of(Topics.SHADOW, Topics.STEERING, Topics.STEERED);

        private SteeringTopics() {}
    }
}
