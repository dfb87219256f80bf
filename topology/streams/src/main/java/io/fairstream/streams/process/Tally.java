package io.fairstream.streams.process;

import io.fairstream.rules.EventTimes;
import io.fairstream.rules.ledger.MatchOutcome;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** What became of a task's input records, and the newest event time it has seen. Mutable; one owner. */
final class Tally {
    private static final byte VERSION = 1;

    private long applied;
    private long duplicates;
    private long withoutEffect;
    private long rejected;
    private long newest = EventTimes.NONE;
    private long newestSent = EventTimes.NONE;
    private boolean isChanged;

    static Tally read(byte @Nullable [] kept) {
        Tally tally = new Tally();
        if (kept != null) {
            ByteBuffer bytes = ByteBuffer.wrap(kept);
            if (bytes.get() != VERSION) {
                throw new IllegalStateException("tally: layout version " + kept[0] + " (expected: " + VERSION + ")");
            }
            tally.applied = bytes.getLong();
            tally.duplicates = bytes.getLong();
            tally.withoutEffect = bytes.getLong();
            tally.rejected = bytes.getLong();
            tally.newest = bytes.getLong();
            tally.newestSent = bytes.getLong();
        }
        return tally;
    }

    byte[] write() {
        isChanged = false;
        return ByteBuffer.allocate(1 + 6 * Long.BYTES)
                .put(VERSION)
                .putLong(applied)
                .putLong(duplicates)
                .putLong(withoutEffect)
                .putLong(rejected)
                .putLong(newest)
                .putLong(newestSent)
                .array();
    }

    boolean isChanged() {
        return isChanged;
    }

    /** Counts what became of an accepted event. */
    void counts(MatchOutcome outcome) {
        if (outcome instanceof MatchOutcome.Applied) {
            applied();
        } else if (outcome instanceof MatchOutcome.Duplicate) {
            duplicate();
        } else {
            withoutEffect();
        }
    }

    void applied() {
        applied++;
        isChanged = true;
    }

    void duplicate() {
        duplicates++;
        isChanged = true;
    }

    void withoutEffect() {
        withoutEffect++;
        isChanged = true;
    }

    void rejected() {
        rejected++;
        isChanged = true;
    }

    /** Notes an accepted event's time and when it was sent. */
    void sees(long at, long sent) {
        if (at >= newest) {
            newest = at;
            newestSent = sent;
            isChanged = true;
        }
    }

    long newest() {
        return newest;
    }

    /** The event time it is now, if it goes on as the newest event's did; {@link EventTimes#NONE} before the first. */
    long now(long wallClock) {
        return newest == EventTimes.NONE ? EventTimes.NONE : newest + Math.max(0, wallClock - newestSent);
    }

    long appliedCount() {
        return applied;
    }

    long duplicateCount() {
        return duplicates;
    }

    long withoutEffectCount() {
        return withoutEffect;
    }

    long rejectedCount() {
        return rejected;
    }
}
