package io.fairstream.streams.runtime;

import io.fairstream.streams.runtime.Maintenance.Budget;
import io.fairstream.streams.runtime.StageContext.TaskContext;
import io.fairstream.streams.state.WriteBackStore;
import io.fairstream.streams.state.WriteBackStore.CacheEntry;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Migration of all states after a start with a changed configuration, a few at each commit. If it does not finish, the next start repeats
 * it.
 */
final class ConfigMigration<S> {
    private static final String NOTE = "configuration";
    private static final byte[] UNFINISHED = {};
    private static final Duration INTERVAL = Duration.ofMillis(100);

    private final WriteBackStore<S, ?> store;
    private final Maintenance<S> maintenance;
    private final byte[] configuration;
    private final int perCommit;
    private final boolean isFirst;
    private final boolean isUnderOtherTerms;
    private final Queue<Unfinished> unfinished = new ArrayDeque<>();
    private boolean isDue;
    private TaskContext.@Nullable Repeated scheduled;
    private @Nullable String after;

    /** State that is partly recomputed, and its next page. */
    private record Unfinished(String key, int page) {}

    /**
     * @param perCommit maximum number of states, and of their pages, for each commit
     * @param isFirst whether no record was ever counted: without a stored configuration, too, there is no state yet
     */
    ConfigMigration(WriteBackStore<S, ?> store, Maintenance<S> maintenance, int perCommit, boolean isFirst) {
        this.store = store;
        this.maintenance = maintenance;
        this.perCommit = perCommit;
        byte[] terms = digest(maintenance.terms);
        this.configuration = joined(terms, digest(maintenance.configuration));
        byte[] last = store.note(NOTE);
        this.isFirst = isFirst && last == null;
        this.isUnderOtherTerms = terms.length > 0 && (last == null || !beginsWith(last, terms));
        this.isDue = configuration.length > 0 && !Arrays.equals(last, configuration);
    }

    /** Migrates some states, and stores the configuration at the end. */
    void next() {
        if (!isDue) {
            return;
        }
        if (after == null && unfinished.isEmpty()) {
            store.note(NOTE, UNFINISHED);
        }
        Budget budget = new Budget(perCommit);
        if (!unfinished.isEmpty()) {
            goOn(budget);
        } else if (!isFirst) {
            after = store.visit(after, perCommit, state -> migrate(state, 0, budget));
        }
        if (after == null && unfinished.isEmpty()) {
            maintenance.afterMigration.run();
            store.note(NOTE, configuration);
            isDue = false;
        }
    }

    private void goOn(Budget budget) {
        for (int left = unfinished.size(); left > 0 && !budget.isSpent(); left--) {
            Unfinished one = unfinished.remove();
            CacheEntry<S> state = store.find(one.key);
            if (state != null) {
                migrate(state, one.page, budget);
            }
        }
    }

    private void migrate(CacheEntry<S> state, int from, Budget budget) {
        int next = isUnderOtherTerms ? maintenance.recomputation.recompute(state, from, budget) : Maintenance.DONE;
        if (next == Maintenance.DONE) {
            maintenance.migration.accept(state);
        } else {
            unfinished.add(new Unfinished(state.key(), next));
        }
    }

    /** Schedules a punctuation, which leads to commits even without records. */
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

    /** Digest of a record's component names and values; empty for null. */
    static byte[] digest(@Nullable Record values) {
        if (values == null) {
            return new byte[0];
        }
        StringBuilder text = new StringBuilder();
        append(values, text);
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.toString().getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void append(@Nullable Object value, StringBuilder text) {
        if (value == null) {
            text.append('-');
        } else if (value instanceof Record named) {
            for (RecordComponent component : named.getClass().getRecordComponents()) {
                append(component.getName(), text);
                append(component(named, component), text);
            }
        } else if (value instanceof Map<?, ?> map) {
            text.append(map.size()).append(':');
            new TreeMap<>(map).forEach((key, of) -> {
                append(key, text);
                append(of, text);
            });
        } else if (value instanceof Collection<?> items) {
            text.append(items.size()).append(':');
            items.forEach(item -> append(item, text));
        } else if (value instanceof String
                || value instanceof Number
                || value instanceof Boolean
                || value instanceof Enum) {
            String plain = value instanceof Enum<?> constant ? constant.name() : String.valueOf(value);
            text.append(plain.length()).append('=').append(plain);
        } else {
            throw new IllegalArgumentException(value.getClass() + " (expected: a value of a configuration)");
        }
    }

    private static @Nullable Object component(Record values, RecordComponent component) {
        try {
            component.getAccessor().setAccessible(true);
            return component.getAccessor().invoke(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] joined(byte[] one, byte[] other) {
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.writeBytes(one);
        both.writeBytes(other);
        return both.toByteArray();
    }

    private static boolean beginsWith(byte[] bytes, byte[] first) {
        return bytes.length >= first.length && Arrays.equals(bytes, 0, first.length, first, 0, first.length);
    }
}
