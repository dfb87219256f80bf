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
 * One topic of the contract: its records, writer, readers, partitioning and cleanup. Keys are UTF-8 strings.
 *
 * @param name the name without the prefix
 * @param value a generated record, or {@code byte[]} for a topic with unreadable records
 * @param cleanup latest value per key, or all records for a limited time
 * @param retention retention time of a record; null for ever
 * @param partitioning rule for the partition, and the topics that need the same number of partitions
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

    /** Prefix of all topics unless {@code topic.prefix} is set. */
    public static final String DEFAULT_PREFIX = "fairstream.";

    /**
     * Longest time that a replaced row may stay. By Kafka's default it stays until its segment is full, after a week or a GiB, and each
     * reader of a table would read the row many times.
     */
    private static final Duration COMPACTION_LAG = Duration.ofMinutes(10);

    /** Kafka's {@code cleanup.policy}. */
    public enum Cleanup {
        COMPACT(TopicConfig.CLEANUP_POLICY_COMPACT),
        DELETE(TopicConfig.CLEANUP_POLICY_DELETE);

        private final String policy;

        Cleanup(String policy) {
            this.policy = policy;
        }

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

    public String in(String prefix) {
        return prefix + name;
    }

    /** Schema of the values; empty for raw bytes. */
    public Optional<Schema> schema() {
        return isRaw() ? Optional.empty() : Optional.of(SpecificData.get().getSchema(value));
    }

    public boolean isRaw() {
        return value == byte[].class;
    }

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

    /** Configuration for creating the topic; other keys keep the cluster's defaults. */
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

    /** Returns the partition that Java clients choose for a key, by murmur2. */
    public static int partition(String key, int partitions) {
        return partitions == 1 ? 0 : Utils.toPositive(Utils.murmur2(key.getBytes(StandardCharsets.UTF_8))) % partitions;
    }

    /** Topics of the programs that compare and steer schedulers; the topology neither reads nor writes them and works without them. */
    public static final class SteeringTopics {
        /** Topics of the priorities observed in schedulers, of values sent to them, and of the values before. */
        public static final Set<Topic<?>> ALL = Set.of(Topics.SHADOW, Topics.STEERING, Topics.STEERED);

        private SteeringTopics() {}
    }
}
