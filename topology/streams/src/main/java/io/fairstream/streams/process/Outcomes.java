package io.fairstream.streams.process;

import io.fairstream.rules.Refused;
import io.fairstream.streams.state.WriteBackStore;
import io.fairstream.streams.wire.Origin;
import io.fairstream.streams.wire.RejectionRow;
import io.fairstream.streams.wire.TallyRow;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.metrics.stats.Value;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Counts what became of the records of one input topic and publishes the counts and the refusals. */
final class Outcomes {
    /** Where rejections and tallies of a processor go. */
    record Sinks(String rejections, String tallies) {}

    private static final String COUNTS = "";
    private static final int LONGEST = 100_000;

    private final ProcessorContext<String, Object> context;
    private final WriteBackStore<?, ?> store;
    private final String topic;
    private final Sinks sinks;
    private final boolean isFirst;
    private final Tally tally;
    private final Counter applied;
    private final Counter duplicates;
    private final Counter ambiguous;
    private final Counter withoutEffect;
    private final Counter rejected;
    private final Counter waiting;

    Outcomes(ProcessorContext<String, Object> context, WriteBackStore<?, ?> store, String topic, Sinks sinks) {
        this.context = context;
        this.store = store;
        this.topic = topic;
        this.sinks = sinks;
        this.isFirst = store.note(COUNTS) == null;
        this.tally = Tally.read(store.note(COUNTS));
        this.applied = new Counter("applied", tally.appliedCount());
        this.duplicates = new Counter("duplicates", tally.duplicateCount());
        this.ambiguous = new Counter("ambiguous", tally.ambiguousCount());
        this.withoutEffect = new Counter("without-effect", tally.withoutEffectCount());
        this.rejected = new Counter("rejected", tally.rejectedCount());
        this.waiting = new Counter("waiting", tally.waitingCount());
    }

    /** Whether nothing was ever counted. */
    boolean isFirst() {
        return isFirst;
    }

    Tally tally() {
        return tally;
    }

    /** Refuses a record: it goes to the rejections with the reason. */
    void reject(Record<String, ?> record, Origin origin, @Nullable Long at, Refused refused, String original) {
        tally.rejected();
        Refused told = new Refused(refused.reason(), shortened(refused.detail()));
        RejectionRow row = new RejectionRow(origin, at, told, shortened(original));
        String key = record.key() == null ? null : shortened(record.key());
        context.forward(new Record<>(key, row, record.timestamp()), sinks.rejections());
    }

    /** At most 300 kB: three of them fit into a record of Kafka's usual limit, 1 MiB, however long the refused record was. */
    private static String shortened(String text) {
        return text.length() <= LONGEST
                ? text
                : String.format(Locale.ROOT, "%s... (%d characters)", text.substring(0, LONGEST), text.length());
    }

    /** Keeps and publishes the counts if they changed; once per commit. */
    void finish() {
        if (!tally.isChanged()) {
            return;
        }
        store.note(COUNTS, tally.write());
        int partition = context.taskId().partition();
        TallyRow row = new TallyRow(
                topic,
                partition,
                tally.appliedCount(),
                tally.duplicateCount(),
                tally.withoutEffectCount(),
                tally.rejectedCount(),
                tally.waitingCount(),
                tally.newest(),
                tally.ambiguousCount());
        context.forward(new Record<>(topic + "/" + partition, row, context.currentSystemTimeMs()), sinks.tallies());
        applied.is(tally.appliedCount());
        duplicates.is(tally.duplicateCount());
        ambiguous.is(tally.ambiguousCount());
        withoutEffect.is(tally.withoutEffectCount());
        rejected.is(tally.rejectedCount());
        waiting.is(tally.waitingCount());
    }

    /** A metric that follows one of the counts, {@code fairstream-records:<outcome>-total}, by topic and task. */
    private final class Counter {
        private final Sensor sensor;

        Counter(String outcome, long start) {
            String id = topic + "." + context.taskId() + "." + outcome;
            sensor = context.metrics().addSensor(id, Sensor.RecordingLevel.INFO);
            sensor.add(
                    new MetricName(
                            outcome + "-total",
                            "fairstream-records",
                            "Records of the topic that were " + outcome,
                            Map.of("topic", topic, "task-id", context.taskId().toString())),
                    new Value());
            is(start);
        }

        void is(long count) {
            sensor.record((double) count);
        }
    }
}
