package io.fairstream.streams.runtime;

import io.fairstream.rules.Bounds.EventTimes;
import io.fairstream.rules.journal.Outcome.Effect;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Outcomes of a task's input records; also the newest event time of these records, and of all the task's input including charges. Mutable;
 * one owner.
 */
public final class InputCounts {
    private static final byte VERSION = 1;

    private long applied;
    private long duplicates;
    private long ambiguous;
    private long withoutEffect;
    private long rejected;
    private long waiting;
    private long newest = EventTimes.NONE;
    private long newestInput = EventTimes.NONE;
    private long newestSent = EventTimes.NONE;
    private boolean isChanged;

    static InputCounts read(byte @Nullable [] kept) {
        InputCounts counts = new InputCounts();
        if (kept != null) {
            ByteBuffer bytes = ByteBuffer.wrap(kept);
            byte version = bytes.get();
            if (version != VERSION) {
                throw new IllegalStateException(
                        "input counts: layout version " + version + " (expected: " + VERSION + ")");
            }
            counts.applied = bytes.getLong();
            counts.duplicates = bytes.getLong();
            counts.withoutEffect = bytes.getLong();
            counts.rejected = bytes.getLong();
            counts.newest = bytes.getLong();
            counts.newestSent = bytes.getLong();
            counts.waiting = bytes.getLong();
            counts.ambiguous = bytes.getLong();
            counts.newestInput = bytes.getLong();
        }
        return counts;
    }

    byte[] write() {
        isChanged = false;
        return ByteBuffer.allocate(1 + 9 * Long.BYTES)
                .put(VERSION)
                .putLong(applied)
                .putLong(duplicates)
                .putLong(withoutEffect)
                .putLong(rejected)
                .putLong(newest)
                .putLong(newestSent)
                .putLong(waiting)
                .putLong(ambiguous)
                .putLong(newestInput)
                .array();
    }

    boolean isChanged() {
        return isChanged;
    }

    /** Counts the effect of an accepted record. */
    public void count(Effect effect) {
        switch (effect) {
            case APPLIED -> applied();
            case DUPLICATE -> duplicate();
            case AMBIGUOUS -> {
                ambiguous++;
                duplicate();
            }
            case WITHOUT_EFFECT -> withoutEffect();
            case REJECTED -> rejected();
            case WAITING -> waits(1);
        }
    }

    public void applied() {
        applied++;
        isChanged = true;
    }

    /** Counts a number of records that are applied together. */
    public void applied(int records) {
        applied += records;
        isChanged = true;
    }

    public void duplicate() {
        duplicates++;
        isChanged = true;
    }

    public void withoutEffect() {
        withoutEffect++;
        isChanged = true;
    }

    void rejected() {
        rejected++;
        isChanged = true;
    }

    /** Changes the number of records that wait for the rest of their snapshot; negative for fewer. */
    public void waits(long records) {
        waiting += records;
        isChanged = true;
    }

    /** Notes an accepted event's time and its sending time. */
    public void sees(long at, long sent) {
        accepts(at);
        passes(at, sent);
    }

    /** Notes the time of an accepted event that does not advance the current event time, such as an edit of the past. */
    public void accepts(long at) {
        if (at > newestInput) {
            newestInput = at;
            isChanged = true;
        }
    }

    /** Notes the time and sending time of input that advances the current event time without being an input record, such as a charge. */
    public void passes(long at, long sent) {
        if (at >= newest) {
            newest = at;
            newestSent = sent;
            isChanged = true;
        }
    }

    public long newest() {
        return newest;
    }

    /** Newest event time of the accepted input records; {@link EventTimes#NONE} before the first. */
    public long newestInput() {
        return newestInput;
    }

    /** Sending time of the newest event; {@link EventTimes#NONE} before the first. */
    public long newestSent() {
        return newestSent;
    }

    /** Current event time: the newest event's time plus the wall-clock time since it was sent; {@link EventTimes#NONE} before the first. */
    public long now(long wallClock) {
        return newest == EventTimes.NONE ? EventTimes.NONE : newest + Math.max(0, wallClock - newestSent);
    }

    public long appliedCount() {
        return applied;
    }

    public long duplicateCount() {
        return duplicates;
    }

    /** Number of duplicates that may have been new records. */
    public long ambiguousCount() {
        return ambiguous;
    }

    public long withoutEffectCount() {
        return withoutEffect;
    }

    public long waitingCount() {
        return waiting;
    }

    long rejectedCount() {
        return rejected;
    }

    /**
     * Outcomes of the records of one input topic in one task.
     *
     * @param read number of records, the sum of all outcomes
     * @param newest latest accepted event time, milliseconds since 1970; null before the first
     * @param ambiguous number of duplicates that may have been new records; null for none
     */
    public record InputCountsRow(
            String topic,
            int partition,
            long read,
            long applied,
            long duplicates,
            long withoutEffect,
            long rejected,
            long waiting,
            @Nullable Long newest,
            @Nullable Long ambiguous) {
        /**
         * Creates a row from the counts.
         *
         * @param newest latest accepted event time, or {@link EventTimes#NONE}
         */
        public InputCountsRow(
                String topic,
                int partition,
                long applied,
                long duplicates,
                long withoutEffect,
                long rejected,
                long waiting,
                long newest,
                long ambiguous) {
            this(
                    topic,
                    partition,
                    applied + duplicates + withoutEffect + rejected + waiting,
                    applied,
                    duplicates,
                    withoutEffect,
                    rejected,
                    waiting,
                    newest == EventTimes.NONE ? null : (Long) newest,
                    ambiguous == 0 ? null : (Long) ambiguous);
        }
    }
}
