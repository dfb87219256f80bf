package io.fairstream.streams.runtime;

import io.fairstream.streams.state.WriteBackStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Goes once through all states after a start under another configuration than the last one's, some at each of several
 * commits, so that it reaches them all. If it does not come to the end the next start begins again.
 */
public final class ConfigMigration<S> {
    /** Instead of a page with which to go on. */
    public static final int DONE = -1;

    private static final String NOTE = "configuration";
    private static final byte[] UNFINISHED = {};
    private static final Duration INTERVAL = Duration.ofMillis(100);

    private final WriteBackStore<S, ?> store;
    private final byte[] configuration;
    private final int most;
    private final boolean isFirst;
    private final boolean isUnderOtherTerms;
    private final Queue<Unfinished> unfinished = new ArrayDeque<>();
    private boolean isDue;
    private TaskContext.@Nullable Repeated scheduled;
    private @Nullable String after;

    /** A state of which some pages are summed anew, and the one with which to go on. */
    private record Unfinished(String key, int page) {}

    /** Number of pages that may still be read and written before the next commit. */
    public static final class Budget {
        private int left;

        public Budget(int left) {
            this.left = left;
        }

        /** Returns true if one more page may be done, and counts that page as done. */
        public boolean take() {
            return left-- > 0;
        }
    }

    /**
     * @param configuration all that the published rows depend on; empty if on none
     * @param terms with which the configuration begins: where it began otherwise, states must be summed anew
     * @param most how many states, and pages of theirs, are seen to at a commit
     * @param isFirst whether no record was ever counted: without a configuration from before there is no state either
     */
    public ConfigMigration(WriteBackStore<S, ?> store, String configuration, String terms, int most, boolean isFirst) {
        this.store = store;
        this.configuration = configuration.getBytes(StandardCharsets.UTF_8);
        this.most = most;
        byte[] last = store.note(NOTE);
        this.isFirst = isFirst && last == null;
        this.isUnderOtherTerms =
                !terms.isEmpty() && (last == null || !new String(last, StandardCharsets.UTF_8).startsWith(terms));
        this.isDue = !configuration.isEmpty() && !Arrays.equals(last, this.configuration);
    }

    /** Renews some states, and at the end says so. */
    void next(Stage<?, S, ?> stage) {
        if (!isDue) {
            return;
        }
        if (after == null && unfinished.isEmpty()) {
            store.note(NOTE, UNFINISHED);
        }
        Budget budget = new Budget(most);
        if (!unfinished.isEmpty()) {
            goOn(stage, budget);
        } else if (!isFirst) {
            after = store.visit(after, most, state -> renew(stage, state, 0, budget));
        }
        if (after == null && unfinished.isEmpty()) {
            stage.renewed();
            store.note(NOTE, configuration);
            isDue = false;
        }
    }

    private void goOn(Stage<?, S, ?> stage, Budget budget) {
        for (int left = unfinished.size(); left > 0 && budget.left > 0; left--) {
            Unfinished one = unfinished.remove();
            WriteBackStore.CacheEntry<S> state = store.find(one.key);
            if (state != null) {
                renew(stage, state, one.page, budget);
            }
        }
    }

    private void renew(Stage<?, S, ?> stage, WriteBackStore.CacheEntry<S> state, int from, Budget budget) {
        int next = isUnderOtherTerms ? stage.sumAnew(state, from, budget) : DONE;
        if (next == DONE) {
            stage.renew(state);
        } else {
            unfinished.add(new Unfinished(state.key(), next));
        }
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
