package io.fairstream.streams.runtime;

import io.fairstream.streams.state.WriteBackStore;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Goes through all states once in a while, some at each of several commits, so that no commit takes long. */
final class Refreshing {
    private static final int SLICES = 20;
    private static final Duration SHORTEST = Duration.ofMillis(50);

    private final Duration period;
    private boolean isAllowed;
    private @Nullable String after;

    /**
     * @param period how often each state is seen; zero for never
     */
    Refreshing(Duration period) {
        this.period = period;
    }

    /** Lets a commit show some states every now and then. */
    void schedule(TaskContext context) {
        if (!period.isZero()) {
            Duration slice = period.dividedBy(SLICES);
            context.every(slice.compareTo(SHORTEST) < 0 ? SHORTEST : slice, () -> isAllowed = true);
        }
    }

    <S> void next(WriteBackStore<S, ?> store, Consumer<WriteBackStore.CacheEntry<S>> visitor) {
        if (isAllowed) {
            isAllowed = false;
            after = store.visit(after, (int) (store.size() / SLICES) + 1000, visitor);
        }
    }
}
