package io.fairstream.simulation.history;

import io.fairstream.schemas.Topics;
import java.util.OptionalInt;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A record as some client wrote it.
 *
 * @param topic without prefix
 * @param partition into which it was written; -1 for that of its key
 * @param timestamp when it was sent, milliseconds since 1970
 */
public record Sent(
        String topic,
        int partition,
        @Nullable Bytes key,
        @Nullable Bytes value,
        long timestamp) {
    /** The same by a schema that is registered just then, if it is an input's value by that input's schema. */
    Sent late(int number) {
        return value != null
                        && Topics.inputs().stream()
                                .filter(input -> input.name().equals(topic))
                                .anyMatch(input -> input.schema().equals(SimulatedRegistry.schema(value)))
                ? with(SimulatedRegistry.late(value, number))
                : this;
    }

    /** The number of its schema among those that are known only later, if it is one of them. */
    public OptionalInt lateNumber() {
        return value == null
                ? OptionalInt.empty()
                : SimulatedRegistry.schema(value)
                        .map(SimulatedRegistry::lateNumber)
                        .orElse(OptionalInt.empty());
    }

    /** The same with bytes that nobody can read. */
    public Sent unreadable() {
        return with(Bytes.wrap(new byte[] {1}));
    }

    private Sent with(Bytes other) {
        return new Sent(topic, partition, key, other, timestamp);
    }
}
