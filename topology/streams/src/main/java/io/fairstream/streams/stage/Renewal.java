package io.fairstream.streams.stage;

import io.fairstream.streams.state.WriteBackStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Goes once through all states after a start under another configuration than the last one's, some at each of several
 * commits, so that it reaches them all. If it does not come to the end the next start begins again.
 */
final class Renewal<S> {
    private static final String NOTE = "configuration";
    private static final byte[] UNFINISHED = {};
    private static final int PER_COMMIT = 20_000;

    /** Their pages are read and written, too. */
    private static final int SUMMED_PER_COMMIT = 1_000;

    private static final Duration INTERVAL = Duration.ofMillis(100);

    private final WriteBackStore<S, ?> store;
    private final byte[] configuration;
    private final boolean isFirst;
    private final boolean isUnderOtherTerms;
    private boolean isDue;
    private TaskContext.@Nullable Repeated scheduled;
    private @Nullable String after;

    /**
     * @param configuration all that the published rows depend on; empty if on none
     * @param terms with which the configuration begins: where it began otherwise, states must be summed anew
     * @param isFirst whether no record was ever counted: without a configuration from before there is no state either
     */
    Renewal(WriteBackStore<S, ?> store, String configuration, String terms, boolean isFirst) {
        this.store = store;
        this.configuration = configuration.getBytes(StandardCharsets.UTF_8);
        byte[] last = store.note(NOTE);
        this.isFirst = isFirst && last == null;
        this.isUnderOtherTerms = last == null || !new String(last, StandardCharsets.UTF_8).startsWith(terms);
        this.isDue = !configuration.isEmpty() && !Arrays.equals(last, this.configuration);
    }

    /**
     * Shows some states, and at the end says so.
     *
     * @param summing is shown them first if they may have been summed under other terms
     */
    void next(
            Consumer<WriteBackStore.CacheEntry<S>> summing,
            Consumer<WriteBackStore.CacheEntry<S>> visitor,
            Runnable end) {
        if (!isDue) {
            return;
        }
        if (after == null) {
            store.note(NOTE, UNFINISHED);
        }
        after = isFirst ? null : visited(summing, visitor);
        if (after == null) {
            end.run();
            store.note(NOTE, configuration);
            isDue = false;
        }
    }

    private @Nullable String visited(
            Consumer<WriteBackStore.CacheEntry<S>> summing, Consumer<WriteBackStore.CacheEntry<S>> visitor) {
        return isUnderOtherTerms
                ? store.visit(after, SUMMED_PER_COMMIT, summing.andThen(visitor))
                : store.visit(after, PER_COMMIT, visitor);
    }

    /** Sees to it that commits come, even where no record does: a punctuation leads to one. */
    void schedule(TaskContext context) {
        if (isDue) {
            scheduled = context.every(INTERVAL, this::cancelWhenDone);
        }
    }

    private void cancelWhenDone() {
        if (scheduled != null && !isDue) {
            scheduled.cancel();
        }
    }
}
