package io.fairstream.streams.stage;

import io.fairstream.rules.Reason;
import io.fairstream.rules.Refused;
import io.fairstream.schemas.Topic;
import org.jspecify.annotations.Nullable;

/** Checks that records are in the right partition. */
final class Inputs {
    private final int partitions;
    private final boolean isRepartitioned;

    /**
     * @param partitions of the input topic
     * @param isRepartitioned whether the input came through an internal topic, so that its partition is right
     */
    Inputs(int partitions, boolean isRepartitioned) {
        this.partitions = partitions;
        this.isRepartitioned = isRepartitioned;
    }

    /**
     * The refusal of a record that stands in the wrong place, or null.
     *
     * @param what the field that the key must equal
     * @param name the field's value, or null if the record has no value
     * @param partition of the record
     */
    @Nullable
    Refused refusal(@Nullable String key, String what, @Nullable String name, int partition) {
        if (name == null) {
            return new Refused(Reason.NO_VALUE, "value: null (expected: an event), key " + key);
        }
        if (key == null) {
            return new Refused(Reason.NO_KEY, "key: null (expected: the " + what + ", \"" + name + "\")");
        }
        if (!key.equals(name)) {
            return new Refused(
                    Reason.KEY_MISMATCH, "key: \"" + key + "\" (expected: the " + what + ", \"" + name + "\")");
        }
        int right = isRepartitioned ? partition : Topic.partition(key, partitions);
        return right == partition ? null : wrongPartition(key, right, partition);
    }

    /** Returns true if records of a key belong to a partition. */
    boolean isHere(String key, int here) {
        return Topic.partition(key, partitions) == here;
    }

    private static Refused wrongPartition(String key, int right, int partition) {
        return new Refused(
                Reason.WRONG_PARTITION,
                String.format(
                        "partition: %d (expected: %d for key \"%s\"; producers on librdkafka set"
                                + " partitioner=murmur2_random, or set topology.repartition=true here)",
                        partition, right, key));
    }
}
