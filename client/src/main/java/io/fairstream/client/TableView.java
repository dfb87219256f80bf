package io.fairstream.client;

import io.fairstream.schemas.Topic;
import io.fairstream.schemas.registry.SchemaRegistries;
import io.fairstream.schemas.registry.SchemaRegistry.RegistryException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * In-memory view of a table. It reads a compacted topic from the beginning, and is ready at the end of the topic. Then it follows the
 * commits, and evaluates one row or all rows at any instant.
 *
 * <p>Uncommitted records are never visible, nor parts of a transaction within one partition; for several partitions see
 * {@link TableSnapshot}. While brokers are unavailable, the view continues with its data, which can be evaluated at any later
 * instant, and catches up afterwards. If a recreated topic is shorter than the part already read, it is read again from the
 * beginning; if it is longer, the recreation is not noticed. Invalid values are skipped, counted and logged; the key keeps its
 * previous row.
 *
 * <p>Rows are stored in binary form and decoded when they are read. The number of partitions must not change. Thread-safe.
 */
public sealed class TableView<R extends SpecificRecord> implements AutoCloseable permits PriorityView, UsageView {
    private static final Logger LOG = LoggerFactory.getLogger(TableView.class);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration RETRY = Duration.ofMillis(500);

    private final RowSource source;
    private final RowLayout<R> layout;
    private final Map<TopicPartition, PartitionRows> read = new HashMap<>();
    private final List<RowTable> tables = new ArrayList<>();
    private final Map<Integer, Long> offsets = new HashMap<>();
    private final Object shown = new Object();
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private final AtomicLong unreadable = new AtomicLong();
    private final CountDownLatch ready = new CountDownLatch(1);
    private final Thread thread;

    private volatile boolean isClosed;
    private volatile @Nullable RuntimeException failure;

    /** Receiver of changes. */
    public interface Listener {
        /**
         * Handles changed, new and removed rows; the view already contains the change. Called for each partition after one or more
         * commits, on the view's own thread, which continues to read when this returns; an exception stops the view. Not called for
         * rows that existed when the view became ready.
         */
        void changed(Set<String> keys);
    }

    TableView(FollowedTable<R> table, ClientConfig config) {
        String topic = config.name(table.topic());
        this.layout = new RowLayout<>(table, SchemaRegistries.from(config.registry()));
        this.source = new RowSource(config.kafka(), topic);
        source.partitions().forEach(partition -> {
            read.put(partition, new PartitionRows());
            tables.add(new RowTable());
            offsets.put(partition.partition(), 0L);
        });
        this.thread = new Thread(this::run, topic + "-view");
        thread.setDaemon(true);
    }

    /**
     * Opens a view of any table and starts to load it. Its rows are as they are in the topic, at all instants; those of priorities and
     * usage are evaluated by {@link PriorityView} and {@link UsageView}.
     *
     * @throws IllegalArgumentException if the topic is not compacted
     * @throws IllegalStateException if there is no such topic
     */
    public static <R extends SpecificRecord> TableView<R> open(ClientConfig config, Topic<R> topic) {
        TableView<R> view = new TableView<>(FollowedTable.ofRows(topic), config);
        view.start();
        return view;
    }

    final void start() {
        thread.start();
    }

    /**
     * Waits until the view has read to the end of the topic.
     *
     * @throws TimeoutException if that takes longer; the view continues to load
     * @throws IllegalStateException if the view has stopped
     */
    public final void awaitReady(Duration atMost) throws InterruptedException, TimeoutException {
        if (!ready.await(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new TimeoutException(thread.getName() + " has not caught up within " + atMost);
        }
        requireReady();
    }

    /** Returns true if the view has read to the end of the topic, and has not stopped. */
    public final boolean isReady() {
        return ready.getCount() == 0 && failure == null && !isClosed;
    }

    /** Returns the failure that stopped the view, such as a refused access; empty while it runs. Broken connections do not stop it. */
    public final Optional<RuntimeException> failure() {
        return Optional.ofNullable(failure);
    }

    /** Returns the number of values that could not be read. */
    public final long unreadable() {
        return unreadable.get();
    }

    public final int size() {
        synchronized (shown) {
            return live().size();
        }
    }

    /** Returns the row of a key at an instant, see {@link TableSnapshot#at}. */
    public final Optional<R> at(String key, Instant instant) {
        synchronized (shown) {
            return live().at(key, instant);
        }
    }

    /** Passes each row of one {@link #snapshot}, evaluated at the instant, to the reader. */
    public final void forEach(Instant instant, Consumer<R> reader) {
        snapshot().forEach(instant, reader);
    }

    /** Returns an immutable snapshot of the current rows. */
    public final TableSnapshot<R> snapshot() {
        synchronized (shown) {
            requireReady();
            return new TableSnapshot<>(
                    layout, tables.stream().map(RowTable::copy).toList(), offsets);
        }
    }

    public final void addListener(Listener listener) {
        listeners.add(listener);
    }

    public final void removeListener(Listener listener) {
        listeners.remove(listener);
    }

    private TableSnapshot<R> live() {
        requireReady();
        return new TableSnapshot<>(layout, tables, offsets);
    }

    private void requireReady() {
        if (isClosed || failure != null) {
            throw new IllegalStateException(thread.getName() + " has stopped", failure);
        }
        if (ready.getCount() > 0) {
            throw new IllegalStateException(thread.getName() + " is not ready (expected: after awaitReady)");
        }
    }

    private void run() {
        try {
            while (!isClosed) {
                step();
            }
        } catch (WakeupException e) {
            LOG.debug("{} is closed", thread.getName());
        } catch (RuntimeException e) {
            failure = e;
            LOG.error("{} stops: {}", thread.getName(), e.getMessage());
        } catch (Error e) {
            failure = new IllegalStateException(e);
            throw e;
        } finally {
            ready.countDown();
            source.close();
        }
    }

    private void step() {
        try {
            source.poll(POLL).forEach(this::add);
        } catch (OffsetOutOfRangeException e) {
            Set<TopicPartition> lost = e.partitions();
            LOG.warn("{} reads {} again from the beginning: {}", thread.getName(), lost, e.getMessage());
            lost.forEach(partition -> rows(partition).restart());
            source.restart(lost);
        } catch (RetriableException e) {
            LOG.warn("{} tries again: {}", thread.getName(), e.getMessage());
        }
        source.partitions().stream().filter(source::isAtEndOfCommit).forEach(this::show);
        if (read.values().stream().noneMatch(PartitionRows::isLoading)) {
            ready.countDown();
        }
    }

    private void add(ConsumerRecord<byte[], byte[]> record) {
        TopicPartition partition = new TopicPartition(record.topic(), record.partition());
        byte[] key = record.key();
        try {
            if (key == null) {
                throw new SerializationException(record.topic() + ": no key (expected: "
                        + layout.table().topic().key() + ")");
            }
            byte[] value = record.value();
            if (value == null) {
                rows(partition).remove(key);
            } else {
                rows(partition).put(key, row(record.topic(), key, value));
            }
        } catch (SerializationException e) {
            unreadable.incrementAndGet();
            LOG.warn("Skipped record, partition {} offset {}: {}", record.partition(), record.offset(), e.getMessage());
        }
    }

    /** Returns the row of a value; retries while the registry is unavailable. */
    private byte[] row(String topic, byte[] key, byte[] value) {
        while (true) {
            try {
                return layout.row(topic, key, value);
            } catch (RegistryException e) {
                if (isClosed || !e.isOfTheServer()) {
                    throw e;
                }
                LOG.warn("{} retries the registry: {}", thread.getName(), e.getMessage());
                pause();
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(RETRY.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new WakeupException();
        }
    }

    private void show(TopicPartition partition) {
        PartitionRows rows = rows(partition);
        if (rows.isEmpty()) {
            return;
        }
        boolean wasReady = ready.getCount() == 0;
        Set<String> changed = new HashSet<>();
        synchronized (shown) {
            offsets.put(partition.partition(), source.position(partition));
            if (rows.isLoading()) {
                RowTable former = tables.set(partition.partition(), rows.loaded());
                former.forEach(row -> changed.add(RowTable.name(row)));
                if (wasReady) {
                    tables.get(partition.partition()).forEach(row -> changed.add(RowTable.name(row)));
                }
            } else {
                changed.addAll(rows.applyTo(tables.get(partition.partition())));
            }
        }
        if (wasReady && !changed.isEmpty()) {
            listeners.forEach(listener -> listener.changed(Set.copyOf(changed)));
        }
    }

    private PartitionRows rows(TopicPartition partition) {
        return Objects.requireNonNull(read.get(partition));
    }

    @Override
    public final void close() {
        isClosed = true;
        source.wakeup();
        try {
            if (Thread.currentThread() != thread) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
