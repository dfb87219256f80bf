package io.fairstream.streams.process;

import io.fairstream.rules.EventTimes;
import io.fairstream.streams.state.WriteBackStore;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Goes once through all states each time the event time has moved on by the history, a few states at each commit, so
 * that what has been quiet for longer can be dropped. When exactly that happens changes no result: events that old are
 * refused.
 */
final class Sweep {
    private final EventTimes times;
    private final int perCommit;
    private long nextAt = EventTimes.NONE;
    private boolean isUnderWay;
    private @Nullable String after;

    Sweep(EventTimes times, int perCommit) {
        this.times = times;
        this.perCommit = perCommit;
    }

    <S> void next(long newest, WriteBackStore<S, ?> store, Consumer<WriteBackStore.Slot<S>> visitor) {
        if (newest == EventTimes.NONE) {
            return;
        }
        if (nextAt == EventTimes.NONE) {
            nextAt = newest + times.history().toMillis();
        }
        if (!isUnderWay && newest >= nextAt) {
            isUnderWay = true;
            nextAt = newest + times.history().toMillis();
        }
        if (isUnderWay) {
            after = store.visit(after, perCommit, visitor);
            isUnderWay = after != null;
        }
    }
}
