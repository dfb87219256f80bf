package io.fairstream.streams.process;

import io.fairstream.rules.Reason;
import io.fairstream.rules.Refused;
import io.fairstream.streams.intake.FailedRecordHandler;
import io.fairstream.streams.wire.Origin;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** Where input records stand, and whether they stand in the right place. */
final class Inputs {
    /** Header of re-partitioned records: {@code topic/partition/offset} of the original. */
    static final String ORIGIN = FailedRecordHandler.ORIGIN;

    /** Header of re-partitioned records whose original had no key. */
    static final String NO_KEY = "fairstream.no-key";

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

    Origin origin(ProcessorContext<?, ?> context, Headers headers) {
        Header stamped = isRepartitioned ? headers.lastHeader(ORIGIN) : null;
        return stamped == null ? read(context) : unstamped(stamped);
    }

    static Origin read(ProcessorContext<?, ?> context) {
        RecordMetadata metadata = context.recordMetadata().orElseThrow();
        return new Origin(metadata.topic(), metadata.partition(), metadata.offset());
    }

    static byte[] stamp(Origin origin) {
        return (origin.topic() + "/" + origin.partition() + "/" + origin.offset()).getBytes(StandardCharsets.UTF_8);
    }

    private static Origin unstamped(Header header) {
        String[] parts = new String(header.value(), StandardCharsets.UTF_8).split("/", 3);
        return new Origin(parts[0], Integer.parseInt(parts[1]), Long.parseLong(parts[2]));
    }

    /**
     * The refusal of a record that stands in the wrong place, or null.
     *
     * @param what the field that the key must equal
     * @param name the field's value, or null if the record has no value
     */
    @Nullable
    Refused refusal(@Nullable String key, String what, @Nullable String name, Origin origin) {
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
        int right = isRepartitioned ? origin.partition() : partition(key);
        return right == origin.partition() ? null : wrongPartition(key, right, origin);
    }

    /** Whether records of a key come to a partition. */
    boolean isHere(String key, int here) {
        return partition(key) == here;
    }

    private int partition(String key) {
        return partition(key, partitions);
    }

    /** The partition that producers choose for a key: murmur2 of it. */
    static int partition(String key, int partitions) {
        return partitions == 1 ? 0 : Utils.toPositive(Utils.murmur2(key.getBytes(StandardCharsets.UTF_8))) % partitions;
    }

    private static Refused wrongPartition(String key, int right, Origin origin) {
        return new Refused(
                Reason.WRONG_PARTITION,
                String.format(
                        "partition: %d (expected: %d for key \"%s\"; producers on librdkafka set"
                                + " partitioner=murmur2_random, or set topology.repartition=true here)",
                        origin.partition(), right, key));
    }
}
