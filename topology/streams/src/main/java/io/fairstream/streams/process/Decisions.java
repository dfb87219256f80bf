package io.fairstream.streams.process;

import io.fairstream.rules.Refused;
import io.fairstream.streams.wire.Origin;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Decisions that all tasks are told. Each task keeps those that are fine; the one to which the key belongs counts what became of
 * them, and refuses the others, so that each is counted once.
 *
 * @param <T> a decision
 */
final class Decisions<T> {
    private final DecisionKind<T> kind;
    private final Inputs inputs;
    private final ProcessorContext<String, Object> context;
    private final LatestTable<T> table;
    private final Outcomes outcomes;

    /** To be made while the processor is initialized. */
    Decisions(
            DecisionKind<T> kind,
            Accounting accounting,
            ProcessorContext<String, Object> context,
            String storeName,
            Outcomes.Sinks sinks) {
        this.kind = kind;
        this.inputs = new Inputs(accounting.partitions().hosts(), true);
        this.context = context;
        this.table = new LatestTable<>(context, storeName, this::finish);
        this.outcomes = new Outcomes(context, table.store(), accounting.topic(kind.topic()), sinks);
    }

    LatestTable<T> table() {
        return table;
    }

    /** Takes in a decision, null to take it back; false if it is refused or was known. */
    boolean decide(Record<String, Object> record, @Nullable T decision) {
        Origin origin = inputs.origin(context, record.headers());
        boolean isCountedHere = inputs.isHere(
                record.key() == null ? "" : record.key(), context.taskId().partition());
        Refused refused = kind.refusal(inputs, record.key(), decision, origin);
        if (refused != null) {
            if (isCountedHere) {
                outcomes.reject(record, origin, null, refused, kind.original(decision));
            }
            return false;
        }
        boolean hasChanged = table.put(record.key(), decision, record.timestamp());
        if (isCountedHere && hasChanged) {
            outcomes.tally().applied();
        } else if (isCountedHere) {
            outcomes.tally().duplicate();
        }
        return hasChanged;
    }

    private void finish() {
        outcomes.finish();
    }
}
