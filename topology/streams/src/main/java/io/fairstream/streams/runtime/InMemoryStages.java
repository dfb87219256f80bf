package io.fairstream.streams.runtime;

import io.fairstream.rules.journal.Account;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.schemas.Topic;
import io.fairstream.streams.runtime.Stage.StageSpec;
import io.fairstream.streams.runtime.StageContext.TaskContext;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Stages of the topology in memory, one task each, without Kafka. Rows that one stage writes for another arrive at the next commit. Actions
 * scheduled by the wall clock run once per commit. Projects are not assigned to hosts. Not thread-safe.
 */
public final class InMemoryStages {
    private static final int MAX_ROUNDS = 10_000;

    private final TopologyConfig config;
    private final Rows rows;
    private final @Nullable Consumer<Charge> ofLedgers;
    private final Map<Topic<?>, List<Task<?, ?, ?>>> readers = new LinkedHashMap<>();
    private final Map<Account.Kind, Task<?, ?, ?>> accounts = new EnumMap<>(Account.Kind.class);
    private final List<Task<?, ?, ?>> tasks = new ArrayList<>();
    private final Deque<Charge> charges = new ArrayDeque<>();
    private final Deque<Runnable> deliveries = new ArrayDeque<>();
    private long offset;
    private long newest;

    /** Receiver of the rows that the stages write. */
    public interface Rows {
        /** Receives a row, or null for a deleted one. */
        <R> void write(Output<R> to, @Nullable String key, @Nullable R row, long timestamp);
    }

    /** Creates stages without any state; {@code config} has one partition of each input. */
    public InMemoryStages(List<StageSpec<?>> stages, TopologyConfig config, Rows rows) {
        this(stages, config, rows, null);
    }

    private InMemoryStages(
            List<StageSpec<?>> stages, TopologyConfig config, Rows rows, @Nullable Consumer<Charge> ofLedgers) {
        this.config = config;
        this.rows = rows;
        this.ofLedgers = ofLedgers;
        stages.forEach(this::add);
    }

    /**
     * Creates stages that charge nobody: the given journal already holds all charges.
     *
     * @param ofLedgers receives the charges that the ledgers make of the given events
     */
    public static InMemoryStages ofJournal(
            List<StageSpec<?>> stages, TopologyConfig config, Rows rows, Consumer<Charge> ofLedgers) {
        return new InMemoryStages(stages, config, rows, ofLedgers);
    }

    private <E> void add(StageSpec<E> spec) {
        add(spec, spec.create().apply(config));
    }

    private <E, S, P> void add(StageSpec<E> spec, Stage<E, S, P> stage) {
        Task<E, S, P> task = new Task<>(spec, stage);
        tasks.add(task);
        if (spec.reads() != null) {
            readers.computeIfAbsent(spec.reads(), topic -> new ArrayList<>(1)).add(task);
        }
        if (spec.accounts() != null) {
            accounts.put(spec.accounts(), task);
        }
    }

    /**
     * Applies a record.
     *
     * @param topic of one or several of the stages
     * @param timestamp of the record, milliseconds since 1970
     */
    public <E> void take(Topic<?> topic, @Nullable String key, @Nullable E event, long timestamp) {
        List<Task<?, ?, ?>> of = readers.get(topic);
        if (of == null) {
            throw new IllegalArgumentException(topic.name() + ": no stage reads it");
        }
        newest = Math.max(newest, timestamp);
        Cause cause = new Cause(topic.name(), 0, offset++, timestamp);
        for (Task<?, ?, ?> task : of) {
            @SuppressWarnings("unchecked") // the tasks of a topic's stages accept the topic's events
            Task<E, ?, ?> reader = (Task<E, ?, ?>) task;
            reader.task.take(key, event, cause);
        }
    }

    /** Processes a charge; charges without a stage for their account are ignored. */
    public void charge(Charge charge) {
        Task<?, ?, ?> account = accounts.get(charge.account().kind());
        if (account != null) {
            newest = Math.max(newest, charge.cause().sent());
            account.task.charge(charge);
        }
    }

    /**
     * Commits until no stage has any more input for another one.
     *
     * @throws IllegalStateException if this does not end after a maximum of rounds
     */
    public void commit() {
        int rounds = 0;
        do {
            if (rounds++ == MAX_ROUNDS) {
                throw new IllegalStateException("stages change each other without end");
            }
            tasks.forEach(Task::commit);
            for (Charge charge = charges.poll(); charge != null; charge = charges.poll()) {
                charge(charge);
            }
            for (Runnable delivery = deliveries.poll(); delivery != null; delivery = deliveries.poll()) {
                delivery.run();
            }
        } while (tasks.stream().anyMatch(task -> task.store.hasChanges()));
    }

    /** Only task of a stage. */
    private final class Task<E, S, P> implements TaskContext {
        private final WriteBackStore<S, P> store;
        private final StageTask<E, S, P> task;
        private final boolean isLedger;
        private final List<Runnable> repeated = new ArrayList<>();
        private final InstanceMetrics unwatched = new InstanceMetrics(null);

        Task(StageSpec<E> spec, Stage<E, S, P> stage) {
            isLedger = spec.accounts() == null;
            store = WriteBackStores.inMemory(spec.name(), stage.codec(), config.heap());
            task = new StageTask<>(stage, spec, config, this, store);
            store.onFlush(task);
        }

        void commit() {
            List.copyOf(repeated).forEach(Runnable::run);
            store.flushCache();
        }

        @Override
        public int partition() {
            return 0;
        }

        @Override
        public Cause position(long sent) {
            return new Cause("", 0, offset, sent);
        }

        @Override
        public <R> void write(Output<R> to, @Nullable String key, @Nullable R row, long timestamp) {
            rows.write(to, key, row, timestamp);
            if (key != null && readers.containsKey(to.topic())) {
                deliveries.add(() -> take(to.topic(), key, row, timestamp));
            }
        }

        @Override
        public <V> void pass(String stage, String key, V value, long timestamp) {
            // only the assignment of projects receives passed values
        }

        @Override
        public void charge(Charge charge) {
            if (ofLedgers == null) {
                charges.add(charge);
            } else if (isLedger) {
                ofLedgers.accept(charge);
            }
        }

        @Override
        public void flushCharges() {
            // charges are delivered when all stages have committed
        }

        @Override
        public long wallClock() {
            return newest;
        }

        @Override
        public long streamTime() {
            return newest;
        }

        @Override
        public Runnable every(Duration interval, Runnable action) {
            repeated.add(action);
            return () -> repeated.remove(action);
        }

        @Override
        public LongConsumer counter(String topic, String outcome) {
            return count -> {};
        }

        @Override
        public InstanceMetrics metrics() {
            return unwatched;
        }
    }
}
