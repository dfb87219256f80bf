package io.fairstream.streams.runtime;

import io.fairstream.rules.Bounds.EventTimes;
import io.fairstream.rules.host.HostLedger;
import io.fairstream.rules.job.JobLedger;
import io.fairstream.rules.match.MatchLedger;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Outcomes of a task's input records, and the newest event time seen: of these records, and of all that the task was handed, such
 * as charges beside edits. Mutable; one owner.
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

    /** Counts what became of an accepted event. */
    public void count(MatchLedger.Outcome outcome) {
        if (outcome instanceof MatchLedger.Outcome.Applied) {
            applied();
        } else if (outcome instanceof MatchLedger.Outcome.Duplicate known) {
            ambiguous += known.mayBeNew() ? 1 : 0;
            duplicate();
        } else {
            withoutEffect();
        }
    }

    /** Counts what became of a job event that was not refused. */
    public void count(JobLedger.Outcome outcome) {
        if (outcome instanceof JobLedger.Outcome.Duplicate) {
            duplicate();
        } else if (outcome instanceof JobLedger.Outcome.WithoutEffect) {
            withoutEffect();
        } else {
            applied();
        }
    }

    /** Counts what became of a host's report that was not refused. */
    public void count(HostLedger.Outcome outcome) {
        if (outcome instanceof HostLedger.Outcome.Duplicate) {
            duplicate();
        } else if (outcome instanceof HostLedger.Outcome.WithoutEffect) {
            withoutEffect();
        } else {
            applied();
        }
    }

    public void applied() {
        applied++;
        isChanged = true;
    }

    /** So many records more, which are applied together. */
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

    /** So many more records wait, or fewer when negative, for the rest of their snapshot. */
    public void waits(long records) {
        waiting += records;
        isChanged = true;
    }

    /** Notes an accepted event's time and when it was sent. */
    public void sees(long at, long sent) {
        accepts(at);
        passes(at, sent);
    }

    /** Notes the time of an accepted event that says nothing of what time it is, as an edit of the past does not. */
    public void accepts(long at) {
        if (at > newestInput) {
            newestInput = at;
            isChanged = true;
        }
    }

    /** Notes the time of what is none of the input records but shows what time it is, and when it was sent. */
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

    /** The newest time of an accepted input record; {@link EventTimes#NONE} before the first. */
    public long newestInput() {
        return newestInput;
    }

    /** Time at which the newest event was sent; {@link EventTimes#NONE} before the first. */
    public long newestSent() {
        return newestSent;
    }

    /** The event time it is now, if it goes on as the newest event's did; {@link EventTimes#NONE} before the first. */
    public long now(long wallClock) {
        return newest == EventTimes.NONE ? EventTimes.NONE : newest + Math.max(0, wallClock - newestSent);
    }

    public long appliedCount() {
        return applied;
    }

    public long duplicateCount() {
        return duplicates;
    }

    /** Those of the duplicates that may have been new. */
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
     * @param read how many there were: all the others together
     * @param newest latest event time accepted, milliseconds since 1970; null before the first
     * @param ambiguous how many of the duplicates may have been new; null for none
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
         * The row of some counts.
         *
         * @param newest latest event time accepted, or {@link EventTimes#NONE}
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
