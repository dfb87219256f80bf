package io.fairstream.streams.stage;

import io.fairstream.rules.EventTimes;
import io.fairstream.rules.Refused;
import io.fairstream.rules.journal.Cause;
import io.fairstream.streams.state.WriteBackStore;
import io.fairstream.streams.wire.RejectionRow;
import io.fairstream.streams.wire.TallyRow;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Refuses records of one topic, counts what became of all of them, and publishes refusals and counts.
 *
 * @param <E> an event
 */
final class InputAccounting<E> {
    private static final String COUNTS = "";

    private final Feed<E> feed;
    private final String topic;
    private final Inputs inputs;
    private final TaskContext context;
    private final WriteBackStore<?, ?> store;
    private final boolean isFirst;
    private final Tally tally;
    private final LongConsumer waiting;
    private final OutcomeMetrics metrics;

    /** @param topic the full name */
    InputAccounting(Feed<E> feed, String topic, TaskContext context, WriteBackStore<?, ?> store) {
        this.feed = feed;
        this.topic = topic;
        this.inputs =
                new Inputs(feed.partitioning().partitions(), feed.partitioning().anew());
        this.context = context;
        this.store = store;
        this.isFirst = store.note(COUNTS) == null;
        this.tally = Tally.read(store.note(COUNTS));
        this.waiting = context.counter(topic, "waiting");
        this.metrics =
                new OutcomeMetrics(topic, context, tally, feed.isOfDecisions() ? EventTimes.NONE : tally.newestSent());
        this.waiting.accept(tally.waitingCount());
    }

    /** True if no record was ever counted. */
    boolean isFirst() {
        return isFirst;
    }

    Tally tally() {
        return tally;
    }

    /** Why a record is refused for its place or for what it says itself, or null. */
    @Nullable
    Refused refusal(@Nullable String key, @Nullable E event, Cause record) {
        metrics.heard(record.sent());
        Refused refused = inputs.refusal(key, feed.key().name(), feed.expectedKey(key, event), record.partition());
        if (refused == null && event != null) {
            refused = feed.check().refusal(event, record.sent(), tally.newest());
            if (refused == null && feed.at() != null && tally.newest() != EventTimes.NONE) {
                metrics.behind(tally.newest() - feed.at().applyAsLong(event));
            }
        }
        return refused;
    }

    /** Returns true if a key belongs to this task. */
    boolean isHere(String key) {
        return inputs.isHere(key, context.partition());
    }

    /** Refuses a record: it goes to the rejections with the reason. */
    void reject(@Nullable String key, @Nullable E event, Cause record, Refused refused) {
        tally.rejected();
        metrics.rejected(refused.reason());
        Refused shown = new Refused(refused.reason(), Feed.shortened(refused.detail()));
        RejectionRow row = new RejectionRow(
                record.topic(), record.partition(), record.offset(), feed.time(event), shown, feed.shown(event));
        context.write(Outputs.REJECTIONS, key == null ? null : Feed.shortened(key), row, record.sent());
    }

    /** Keeps and publishes the counts if they changed; once per commit. */
    void finish() {
        if (!tally.isChanged()) {
            return;
        }
        store.note(COUNTS, tally.write());
        int partition = context.partition();
        TallyRow row = new TallyRow(
                topic,
                partition,
                tally.appliedCount(),
                tally.duplicateCount(),
                tally.withoutEffectCount(),
                tally.rejectedCount(),
                tally.waitingCount(),
                tally.newestInput(),
                tally.ambiguousCount());
        context.write(Outputs.TALLIES, topic + "/" + partition, row, context.wallClock());
        metrics.show(tally);
        waiting.accept(tally.waitingCount());
    }
}
