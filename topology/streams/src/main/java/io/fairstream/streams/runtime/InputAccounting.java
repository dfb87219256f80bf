package io.fairstream.streams.runtime;

import io.fairstream.rules.EventTimes;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.Rejection.Reason;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.Outcome.Effect;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.runtime.InputCounts.InputCountsRow;
import io.fairstream.streams.runtime.StageContext.TaskContext;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Refuses records of one topic, counts the outcomes of all its records, and publishes rejections and counts. */
public final class InputAccounting<E> {
    public static final Output<RejectionRow> REJECTIONS = Output.of(Topics.REJECTIONS, RejectionRow.class);
    public static final Output<InputCountsRow> INPUT_COUNTS = Output.of(Topics.INPUT_COUNTS, InputCountsRow.class);

    /** Output topics of every input. */
    public static final List<Output<?>> OUTPUTS = List.of(REJECTIONS, INPUT_COUNTS);

    private static final String COUNTS = "";

    private final StageInput<E> input;
    private final String topic;
    private final TaskContext context;
    private final WriteBackStore<?, ?> store;
    private final boolean isFirst;
    private final InputCounts counts;
    private final LongConsumer waiting;
    private final OutcomeMetrics metrics;

    /** @param topic full name */
    public InputAccounting(StageInput<E> input, String topic, TaskContext context, WriteBackStore<?, ?> store) {
        this.input = input;
        this.topic = topic;
        this.context = context;
        this.store = store;
        this.isFirst = store.note(COUNTS) == null;
        this.counts = InputCounts.read(store.note(COUNTS));
        this.waiting = context.counter(topic, "waiting");
        this.metrics = new OutcomeMetrics(
                topic, context, counts, input.isOfDecisions() ? EventTimes.NONE : counts.newestSent());
        this.waiting.accept(counts.number(Effect.WAITING));
    }

    /** Returns true if no record was ever counted. */
    boolean isFirst() {
        return isFirst;
    }

    public InputCounts counts() {
        return counts;
    }

    /** Checks a record's key, partition and content; null if it is accepted. */
    @Nullable
    public Rejection refusal(@Nullable String key, @Nullable E event, Cause record) {
        metrics.heard(record.sent());
        Rejection refused = input.partitioning()
                .refusal(key, input.key().name(), input.expectedKey(key, event), record.partition());
        if (refused == null && event != null) {
            long newest = counts.newestInput();
            refused = input.check().refusal(event, record.sent(), newest);
            if (refused == null && input.at() != null && newest != EventTimes.NONE) {
                metrics.behind(newest - input.at().applyAsLong(event));
            }
        }
        return refused;
    }

    public boolean isHere(String key) {
        return input.partitioning().isHere(key, context.partition());
    }

    /** Rejects a record: writes it with the reason to the rejections. */
    public void reject(@Nullable String key, @Nullable E event, Cause record, Rejection refused) {
        counts.count(Effect.REJECTED);
        metrics.rejected(refused.reason());
        Rejection shown = new Rejection(refused.reason(), StageInput.shortened(refused.detail()));
        RejectionRow row = new RejectionRow(
                record.topic(), record.partition(), record.offset(), input.time(event), shown, input.shown(event));
        context.write(REJECTIONS, key == null ? null : StageInput.shortened(key), row, record.sent());
    }

    /** Stores and publishes the counts if they changed; once per commit. */
    public void finish() {
        if (!counts.isChanged()) {
            return;
        }
        store.note(COUNTS, counts.write());
        int partition = context.partition();
        context.write(INPUT_COUNTS, topic + "/" + partition, counts.row(topic, partition), context.wallClock());
        metrics.show(counts);
        waiting.accept(counts.number(Effect.WAITING));
    }

    /**
     * Metrics of the outcomes of one topic's records in one task: totals of the task, and totals of the instance since its start. A record
     * costs a few comparisons; the metrics are updated once per commit.
     */
    static final class OutcomeMetrics {
        /** Delay below which a record is not late, milliseconds: several producers are never exactly in step. */
        static final long LATE_MILLIS = 60_000;

        private static final long[] AGES = {LATE_MILLIS, 3_600_000, 86_400_000, 7 * 86_400_000L};
        private static final List<String> AGE_NAMES = List.of("minutes", "hours", "days", "weeks");

        private static final Map<String, Effect> OUTCOMES = Map.of(
                "applied", Effect.APPLIED,
                "duplicates", Effect.DUPLICATE,
                "ambiguous", Effect.AMBIGUOUS,
                "without-effect", Effect.WITHOUT_EFFECT,
                "rejected", Effect.REJECTED);

        private final String topic;
        private final TaskContext context;
        private final List<Consumer<InputCounts>> meters = new ArrayList<>();
        private final long[] late = new long[AGES.length];
        private final EnumMap<Reason, Long> rejected = new EnumMap<>(Reason.class);
        private long heard;

        /**
         * @param kept counts so far, which may include those of other instances
         * @param heard sending time of the newest record, or {@link EventTimes#NONE}
         */
        OutcomeMetrics(String topic, TaskContext context, InputCounts kept, long heard) {
            this.topic = topic;
            this.context = context;
            this.heard = heard;
            OUTCOMES.forEach((name, of) -> meters.add(meter(name, of, kept.number(of))));
            show(kept);
        }

        private Consumer<InputCounts> meter(String name, Effect of, long kept) {
            LongConsumer ever = context.counter(topic, name);
            AtomicLong shown = new AtomicLong(kept);
            return counts -> {
                long now = counts.number(of);
                ever.accept(now);
                count(InstanceMetrics.RECORDS, InstanceMetrics.OUTCOME, name, now - shown.getAndSet(now));
            };
        }

        void heard(long timestamp) {
            heard = Math.max(heard, timestamp);
        }

        /** Notes the delay of an event, relative to the newest one. */
        void behind(long millis) {
            for (int age = AGES.length - 1; age >= 0; age--) {
                if (millis >= AGES[age]) {
                    late[age]++;
                    return;
                }
            }
        }

        void rejected(Reason reason) {
            rejected.merge(reason, 1L, Long::sum);
        }

        void show(InputCounts counts) {
            meters.forEach(meter -> meter.accept(counts));
            rejected.forEach(
                    (reason, count) -> count(InstanceMetrics.REJECTIONS, InstanceMetrics.REASON, reason.name(), count));
            rejected.clear();
            for (int age = 0; age < late.length; age++) {
                if (late[age] > 0) {
                    count(InstanceMetrics.LATE, InstanceMetrics.AGE, AGE_NAMES.get(age), late[age]);
                    late[age] = 0;
                }
            }
            if (heard != EventTimes.NONE) {
                context.metrics()
                        .newest(
                                InstanceMetrics.HEARD,
                                Map.of(InstanceMetrics.TOPIC, topic),
                                Math.min(heard, context.wallClock()));
            }
        }

        private void count(String metric, String label, String value, long more) {
            context.metrics().count(metric, Map.of(InstanceMetrics.TOPIC, topic, label, value), more);
        }
    }

    /**
     * Rejected record.
     *
     * @param at event time, milliseconds since 1970, or null if the record had no value
     * @param original event as plain JSON, or empty
     */
    public record RejectionRow(
            String topic,
            int partition,
            long offset,
            @Nullable Long at,
            Rejection refused,
            String original) {}
}
