package io.fairstream.streams.runtime;

import io.fairstream.rules.Rejection;
import io.fairstream.rules.Rejection.Reason;
import io.fairstream.schemas.Topic;
import io.fairstream.streams.avro.AvroRecords;
import io.fairstream.streams.avro.Format;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Input topic with the requirements on its records.
 *
 * @param key required key of a record
 * @param check check of an event's own content
 * @param at event time, milliseconds since 1970; null for decisions, which take effect when they are read and are deleted by a record
 *     without a value
 * @param partitioning of the records when they reach their stage
 */
public record StageInput<E>(
        Topic<?> topic,
        Format<E> format,
        Key<E> key,
        Check<E> check,
        @Nullable ToLongFunction<E> at,
        Partitioning partitioning) {
    private static final int LONGEST = 100_000;

    /** Required key of a record: a description for people, and its computation from the event and the key of its record. */
    public record Key<E>(String name, BiFunction<E, @Nullable String, String> of) {
        public static <E> Key<E> of(String name, Function<E, String> of) {
            return new Key<>(name, (event, given) -> of.apply(event));
        }
    }

    public interface Check<E> {
        /**
         * Returns the refusal of an event, or null.
         *
         * @param sent the timestamp of its record, milliseconds since 1970
         * @param newest the newest event time so far
         */
        @Nullable
        Rejection refusal(E event, long sent, long newest);
    }

    /**
     * Distribution of records over partitions.
     *
     * @param isRepartitioned whether records are repartitioned; otherwise they keep the partition chosen by their producer
     * @param part part of the key that determines the partition; null for the whole key
     */
    public record Partitioning(
            int partitions,
            boolean isRepartitioned,
            @Nullable UnaryOperator<String> part) {
        /**
         * Returns the refusal of a record with a wrong key or partition, or null.
         *
         * @param what name of the field that the key must equal
         * @param name value of that field, or null if the record has no value
         */
        @Nullable
        Rejection refusal(@Nullable String key, String what, @Nullable String name, int partition) {
            if (name == null) {
                return new Rejection(Reason.NO_VALUE, "value: null (expected: an event), key " + key);
            }
            if (key == null) {
                return new Rejection(Reason.NO_KEY, "key: null (expected: the " + what + ", \"" + name + "\")");
            }
            if (!key.equals(name)) {
                return new Rejection(
                        Reason.KEY_MISMATCH, "key: \"" + key + "\" (expected: the " + what + ", \"" + name + "\")");
            }
            int right = isRepartitioned ? partition : Topic.partition(key, partitions);
            return right == partition ? null : wrongPartition(key, right, partition);
        }

        boolean isHere(String key, int here) {
            return Topic.partition(key, partitions) == here;
        }

        private static Rejection wrongPartition(String key, int right, int partition) {
            return new Rejection(
                    Reason.WRONG_PARTITION,
                    String.format(
                            "partition: %d (expected: %d for key \"%s\"; producers on librdkafka set"
                                    + " partitioner=murmur2_random, or set topology.repartition=true here)",
                            partition, right, key));
        }
    }

    boolean isOfDecisions() {
        return at == null;
    }

    /** Required key of a record; null if it cannot be determined. */
    @Nullable
    String expectedKey(@Nullable String given, @Nullable E event) {
        if (event == null) {
            return isOfDecisions() ? given : null;
        }
        return key.of().apply(event, given);
    }

    @Nullable
    public Long time(@Nullable E event) {
        return at == null || event == null ? null : (Long) at.applyAsLong(event);
    }

    /** Text of an event for its rejection. */
    public String shown(@Nullable E event) {
        return event == null ? "" : shortened(AvroRecords.json(format, event));
    }

    /** Shortens a text to 300 kB at most: three fit into Kafka's default record limit, 1 MiB, however long the refused record was. */
    static String shortened(String text) {
        return text.length() <= LONGEST
                ? text
                : String.format(Locale.ROOT, "%s... (%d characters)", text.substring(0, LONGEST), text.length());
    }
}
