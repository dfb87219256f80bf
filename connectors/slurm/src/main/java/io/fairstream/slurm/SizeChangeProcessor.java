package io.fairstream.slurm;

import io.fairstream.schemas.JobEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.WindowStore;
import org.apache.kafka.streams.state.WindowStoreIterator;
import org.jspecify.annotations.Nullable;

/**
 * Processor that stores the changes of size of each run by time, and forwards the events that follow from each new change. The
 * store contains Slurm's JSON.
 */
@SuppressWarnings("NullAway.Init") // the store is set in init
final class SizeChangeProcessor extends ContextualProcessor<String, BridgedRecord, String, JobEvent> {
    private static final String STORE = "slurm-size-changes";
    /** Window length, which a window store requires; only the begin of each window is used. */
    private static final Duration INSTANT = Duration.ofSeconds(1);

    private final RecordSerde serde;
    private final long memory;
    private WindowStore<String, byte[]> changes;

    private SizeChangeProcessor(RecordSerde serde, long memory) {
        this.serde = serde;
        this.memory = memory;
    }

    /**
     * Supplier of the processor and its store.
     *
     * @param memory retention of a change, relative to the newest one
     */
    record Supplier(RecordSerde serde, Duration memory)
            implements ProcessorSupplier<String, BridgedRecord, String, JobEvent> {
        @Override
        public Processor<String, BridgedRecord, String, JobEvent> get() {
            return new SizeChangeProcessor(serde, memory.toMillis());
        }

        @Override
        public Set<StoreBuilder<?>> stores() {
            return Set.of(Stores.windowStoreBuilder(
                    Stores.persistentWindowStore(STORE, memory, INSTANT, false), Serdes.String(), Serdes.ByteArray()));
        }
    }

    @Override
    public void init(ProcessorContext<String, JobEvent> context) {
        super.init(context);
        changes = context.getStateStore(STORE);
    }

    @Override
    public void process(Record<String, BridgedRecord> input) {
        JobcompRecord change = input.value().record();
        long at = change.at().toEpochMilli();
        if (changes.fetch(input.key(), at) != null) {
            return;
        }
        JobcompRecord before = first(changes.backwardFetch(input.key(), Math.max(0, at - memory), at - 1));
        JobcompRecord after = first(changes.fetch(input.key(), at + 1, at + memory));
        changes.put(input.key(), input.value().json(), at);
        for (JobEvent event : pieces(change, before, after)) {
            context().forward(new Record<>(change.key(), event, context().currentSystemTimeMs()));
        }
    }

    private @Nullable JobcompRecord first(WindowStoreIterator<byte[]> found) {
        try (found) {
            if (!found.hasNext()) {
                return null;
            }
            KeyValue<Long, byte[]> row = found.next();
            return serde.read(row.value).record();
        }
    }

    /**
     * Returns the pieces of the run that become known with this change. The record of a change contains the time of the change and the
     * size before it; the new size is in the record of the next change, or of the end. A piece of the run therefore has the time of one
     * record and the size of the next:
     *
     * <pre>
     * start 4 CPUs at a | change at b: was 4 | change at c: was 3 | end at d: was 2 since c
     *        [a,b) 4 CPUs             [b,c) 3 CPUs          [c,d) 2 CPUs
     * </pre>
     *
     * <p>The records of start and end contain the first and the last piece. The records may come in any order.
     *
     * @param change the new change, at a time different from all other known changes of the run
     * @param before the latest known change of the run before it
     * @param after the earliest known change of the run after it
     */
    static List<JobEvent> pieces(JobcompRecord change, @Nullable JobcompRecord before, @Nullable JobcompRecord after) {
        List<JobEvent> pieces = new ArrayList<>();
        if (before != null) {
            pieces.add(change.runningSince(before.at()));
        }
        if (after != null) {
            pieces.add(after.runningSince(change.at()));
        }
        return pieces;
    }
}
