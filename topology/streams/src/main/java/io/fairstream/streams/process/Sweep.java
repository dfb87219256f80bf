package io.fairstream.streams.process;

import io.fairstream.rules.EventTimes;
import io.fairstream.streams.state.WriteBackStore;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Goes once through all states each time the event time has moved on by an interval, a few states at each commit, so
 * that what has been quiet for long can be dropped.
 */
final class Sweep {
    private final long interval;
    private final int perCommit;
    private long nextAt = EventTimes.NONE;
    private boolean isUnderWay;
    private @Nullable String after;

    Sweep(Duration interval, int perCommit) {
        this.interval = interval.toMillis();
        this.perCommit = perCommit;
    }

    <S> void next(long newest, WriteBackStore<S, ?> store, Consumer<WriteBackStore.Slot<S>> visitor) {
        if (newest == EventTimes.NONE) {
            return;
        }
        if (nextAt == EventTimes.NONE) {
            nextAt = newest + interval;
        }
        if (!isUnderWay && newest >= nextAt) {
            isUnderWay = true;
            nextAt = newest + interval;
        }
        if (isUnderWay) {
            after = store.visit(after, perCommit, visitor);
            isUnderWay = after != null;
        }
    }
}
