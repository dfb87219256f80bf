package io.fairstream.negotiator.view;

import io.fairstream.schemas.Priority;
import io.fairstream.schemas.registry.RegistryException;
import io.fairstream.schemas.registry.SchemaRegistries;
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
 * All customers' priorities at hand: follows the compacted topic {@code priorities} from its begin, and is ready when it has read to
 * the end. From then on it shows commit after commit as they come, and evaluates any customer, or all, at any instant.
 *
 * <p>What is not committed is never seen, and of a partition never a part of a transaction; {@link #snapshot} says what that means
 * over several partitions. While brokers are away it goes on with what it has, which can be evaluated for any later instant, and catches up
 * when they are back. A topic that has become shorter than
 * what was read, because it was created anew, is read again from its begin; one that has grown beyond that unnoticed is not. Values that are no rows are
 * skipped, counted and logged; the customer's former row stays.
 *
 * <p>Keeps each row as it came, about 200 bytes a customer, and decodes it when it is asked for. The number of partitions must not change.
 * All methods are safe for several threads.
 */
public final class PriorityView implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PriorityView.class);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration RETRY = Duration.ofMillis(500);
    private static final int SERVER_ERRORS = 500;

    private final RowSource source;
    private final RowLayout layout;
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

    /** Is told about changes. */
    public interface Listener {
        /**
         * Rows have changed, appeared, or gone; the view already shows it. Called once per commit and partition, on the view's own thread, which
         * reads on when this returns; what is thrown stops the view. Not called for what there was when the view became ready.
         */
        void changed(Set<String> customers);
    }

    private PriorityView(RowSource source, RowLayout layout, String name) {
        this.source = source;
        this.layout = layout;
        source.partitions().forEach(partition -> {
            read.put(partition, new PartitionRows());
            tables.add(new RowTable());
            offsets.put(partition.partition(), 0L);
        });
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    /**
     * Opens a view, which begins to load.
     *
     * @param consumer properties of a Kafka consumer; how it reads (isolation, offsets, group) is the view's business
     * @param registry properties of the schema registry, see {@link SchemaRegistries#from}
     * @param prefix of the topics' names; each accounting has its own
     * @throws IllegalStateException if there is no such topic
     */
    public static PriorityView open(Map<String, ?> consumer, Map<String, ?> registry, String prefix) {
        RowLayout layout = new RowLayout(SchemaRegistries.from(registry));
        PriorityView view = new PriorityView(new RowSource(consumer, prefix), layout, prefix + "priority-view");
        view.thread.start();
        return view;
    }

    /**
     * Waits until everything there was has been read.
     *
     * @throws TimeoutException if that takes longer; it goes on nevertheless
     * @throws IllegalStateException if the view has stopped
     */
    public void awaitReady(Duration atMost) throws InterruptedException, TimeoutException {
        if (!ready.await(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new TimeoutException(thread.getName() + " has not read to the end within " + atMost);
        }
        requireReady();
    }

    /** Whether everything there was has been read, and the view has not stopped. */
    public boolean isReady() {
        return ready.getCount() == 0 && failure == null && !isClosed;
    }

    /** Why it stopped by itself, such as a refused access; empty while it runs. Connections that break are no reason. */
    public Optional<RuntimeException> failure() {
        return Optional.ofNullable(failure);
    }

    /** How many values could not be read. */
    public long unreadable() {
        return unreadable.get();
    }

    /** How many customers there are. */
    public int size() {
        synchronized (shown) {
            return live().size();
        }
    }

    /** See {@link PrioritySnapshot#at}. */
    public Optional<Priority> at(String customer, Instant instant) {
        synchronized (shown) {
            return live().at(customer, instant);
        }
    }

    /** Every row evaluated at the instant; all are of one {@link #snapshot}. */
    public void forEach(Instant instant, Consumer<Priority> reader) {
        snapshot().forEach(instant, reader);
    }

    /** What is shown now, which will not change. */
    public PrioritySnapshot snapshot() {
        synchronized (shown) {
            requireReady();
            return new PrioritySnapshot(tables.stream().map(RowTable::copy).toList(), offsets);
        }
    }

    public void addListener(Listener listener) {
        listeners.add(listener);
    }

    public void removeListener(Listener listener) {
        listeners.remove(listener);
    }

    private PrioritySnapshot live() {
        requireReady();
        return new PrioritySnapshot(tables, offsets);
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
            LOG.warn("{} reads {} again from the begin: {}", thread.getName(), lost, e.getMessage());
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
        byte[] customer = record.key();
        try {
            if (customer == null) {
                throw new SerializationException(record.topic() + ": no key (expected: the customer)");
            }
            byte[] value = record.value();
            if (value == null) {
                rows(partition).remove(customer);
            } else {
                rows(partition).put(customer, row(record.topic(), customer, value));
            }
        } catch (SerializationException e) {
            unreadable.incrementAndGet();
            LOG.warn("skipped, partition {} offset {}: {}", record.partition(), record.offset(), e.getMessage());
        }
    }

    /** Asks again while the registry does not answer. */
    private byte[] row(String topic, byte[] customer, byte[] value) {
        while (true) {
            try {
                return layout.row(topic, customer, value);
            } catch (RegistryException e) {
                if (isClosed || (e.code() != RegistryException.UNREACHABLE && e.code() < SERVER_ERRORS)) {
                    throw e;
                }
                LOG.warn("{} asks the registry again: {}", thread.getName(), e.getMessage());
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

    /** Stops reading. */
    @Override
    public void close() {
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
