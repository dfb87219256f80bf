package io.fairstream.streams.runtime;

import io.fairstream.rules.EventTimes;
import io.fairstream.streams.state.WriteBackStore;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Goes once through all states each time the event time has moved on by an interval, a few states at each commit, so
 * that what has been quiet for long can be dropped. When the next time is outlasts a restart; if it does not come to the end
 * the next start begins again.
 */
final class ExpirySweep {
    private static final String NOTE = "sweep";

    private final long interval;
    private final int perCommit;
    private long nextAt = EventTimes.NONE;
    private boolean isUnderWay;
    private @Nullable String after;

    /** @param interval of event time; zero for never */
    ExpirySweep(Duration interval, int perCommit) {
        this.interval = interval.toMillis();
        this.perCommit = perCommit;
    }

    <S> void next(long newest, WriteBackStore<S, ?> store, Consumer<WriteBackStore.CacheEntry<S>> visitor) {
        if (interval == 0 || newest == EventTimes.NONE) {
            return;
        }
        if (nextAt == EventTimes.NONE) {
            nextAt = first(newest, store);
        }
        if (!isUnderWay && newest >= nextAt) {
            isUnderWay = true;
            nextAt = newest + interval;
        }
        if (isUnderWay) {
            after = store.visit(after, perCommit, visitor);
            isUnderWay = after != null;
            if (!isUnderWay) {
                note(store);
            }
        }
    }

    /** As noted, but not later than an interval from now: it may have been longer. */
    private long first(long newest, WriteBackStore<?, ?> store) {
        byte[] noted = store.note(NOTE);
        if (noted != null) {
            return Math.min(ByteBuffer.wrap(noted).getLong(), newest + interval);
        }
        nextAt = newest + interval;
        note(store);
        return nextAt;
    }

    private void note(WriteBackStore<?, ?> store) {
        store.note(NOTE, ByteBuffer.allocate(Long.BYTES).putLong(nextAt).array());
    }
}
