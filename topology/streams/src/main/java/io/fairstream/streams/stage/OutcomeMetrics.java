package io.fairstream.streams.stage;

import io.fairstream.rules.EventTimes;
import io.fairstream.rules.Reason;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.function.ToLongFunction;

/**
 * The metrics of what became of one topic's records in one task: of the task since ever, and of the instance since it started. A record
 * costs some comparisons; the metrics follow once per commit.
 */
final class OutcomeMetrics {
    /** Delay below which a record is not late, milliseconds: several producers are never in step. */
    static final long LATE_MILLIS = 60_000;

    private static final long[] AGES = {LATE_MILLIS, 3_600_000, 86_400_000, 7 * 86_400_000L};
    private static final List<String> AGE_NAMES = List.of("minutes", "hours", "days", "weeks");

    private static final Map<String, ToLongFunction<Tally>> OUTCOMES = outcomes();

    private final String topic;
    private final TaskContext context;
    private final Map<String, Count> counts = new LinkedHashMap<>();
    private final long[] late = new long[AGES.length];
    private final EnumMap<Reason, Long> rejected = new EnumMap<>(Reason.class);
    private long heard;

    private static final class Count {
        private final ToLongFunction<Tally> of;
        private final LongConsumer ever;
        private long shown;

        private Count(ToLongFunction<Tally> of, LongConsumer ever, long shown) {
            this.of = of;
            this.ever = ever;
            this.shown = shown;
        }
    }

    private static Map<String, ToLongFunction<Tally>> outcomes() {
        Map<String, ToLongFunction<Tally>> outcomes = new LinkedHashMap<>();
        outcomes.put("applied", Tally::appliedCount);
        outcomes.put("duplicates", Tally::duplicateCount);
        outcomes.put("ambiguous", Tally::ambiguousCount);
        outcomes.put("without-effect", Tally::withoutEffectCount);
        outcomes.put("rejected", Tally::rejectedCount);
        return outcomes;
    }

    /**
     * @param kept the counts so far, which others may have counted
     * @param heard when the newest record was sent, or {@link EventTimes#NONE}
     */
    OutcomeMetrics(String topic, TaskContext context, Tally kept, long heard) {
        this.topic = topic;
        this.context = context;
        this.heard = heard;
        OUTCOMES.forEach(
                (name, of) -> counts.put(name, new Count(of, context.counter(topic, name), of.applyAsLong(kept))));
        show(kept);
    }

    /** A record came. */
    void heard(long timestamp) {
        heard = Math.max(heard, timestamp);
    }

    /** An event came that is so far behind the newest one. */
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

    /** Brings the metrics up to the counts. */
    void show(Tally tally) {
        counts.forEach((name, count) -> {
            long now = count.of.applyAsLong(tally);
            count.ever.accept(now);
            count(InstanceMetrics.RECORDS, InstanceMetrics.OUTCOME, name, now - count.shown);
            count.shown = now;
        });
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
