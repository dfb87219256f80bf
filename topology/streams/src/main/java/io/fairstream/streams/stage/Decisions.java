package io.fairstream.streams.stage;

import io.fairstream.rules.Refused;
import io.fairstream.rules.journal.Cause;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Decisions that go to all tasks. Each task keeps those that are fine; the one to which the key belongs counts what became of
 * them, and refuses the others, so that each is counted once.
 *
 * @param <T> a decision
 */
final class Decisions<T> {
    private final ProcessorContext<?, ?> context;
    private final LatestTable<T> table;
    private final InputAccounting<T> outcomes;

    /** To be made while the processor is initialized. */
    Decisions(
            Feed<T> feed,
            TopologyConfig accounting,
            ProcessorContext<?, ?> context,
            TaskContext task,
            String storeName) {
        this.context = context;
        this.table = new LatestTable<>(context, storeName, this::finish);
        this.outcomes = new InputAccounting<>(feed, accounting.topic(feed.topic()), task, table.store());
    }

    LatestTable<T> table() {
        return table;
    }

    /** Takes in a decision, null to take it back; false if it is refused or was known. */
    boolean decide(Record<String, ?> record, @Nullable T decision) {
        Cause cause = Origins.read(context, record, true);
        boolean isCountedHere = outcomes.isHere(record.key() == null ? "" : record.key());
        Refused refused = outcomes.refusal(record.key(), decision, cause);
        if (refused != null) {
            if (isCountedHere) {
                outcomes.reject(record.key(), decision, cause, refused);
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
