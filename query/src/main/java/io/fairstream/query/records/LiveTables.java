package io.fairstream.query.records;

import io.fairstream.app.config.Settings;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.registry.SchemaRegistries;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * The latest rows of compacted topics in memory, updated by a background thread, each topic from its first request on.
 * For other topics it only tracks the end offsets. It reads committed records only. While a broker is away the rows
 * remain unchanged.
 */
public final class LiveTables implements KeptTables, AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration GLANCE = Duration.ofMillis(100);
    private static final Duration ANSWER = Duration.ofSeconds(3);
    /** Version of each topic after a failure. */
    private static final long STOPPED = -1;

    private static final long BETWEEN_LOOKS = Duration.ofMillis(500).toNanos();

    private final Settings settings;
    private final Duration patience;
    private final BooleanSupplier isAway;
    private final ValueFormat format;
    private final KafkaConsumer<String, byte[]> consumer;
    private final Map<String, LiveTable<?>> tables = new ConcurrentHashMap<>();
    private final Queue<LiveTable<?>> wanted = new ConcurrentLinkedQueue<>();
    private final Map<String, Long> ends = new ConcurrentHashMap<>();
    private final Set<TopicPartition> assigned = new HashSet<>();
    private final Thread thread = new Thread(this::run, "live-tables");
    private volatile boolean isClosed;
    private volatile @Nullable Throwable failure;
    private long looked = System.nanoTime();

    /**
     * Starts without topics.
     *
     * @param patience longest wait for a topic's first rows
     * @param isAway whether the cluster does not answer: then nothing is waited for
     */
    public LiveTables(Settings settings, Duration patience, BooleanSupplier isAway) {
        this.settings = settings;
        this.patience = patience;
        this.isAway = isAway;
        this.format = new ValueFormat(settings);
        Map<String, Object> properties = new HashMap<>(settings.consumer());
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        properties.putIfAbsent(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, "100");
        consumer = new KafkaConsumer<>(properties, new StringDeserializer(), new ByteArrayDeserializer());
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public <V> Optional<Collection<Row<V>>> rows(Topic<V> topic) {
        return topic.cleanup() == Topic.Cleanup.COMPACT
                ? Optional.of(table(topic).rows())
                : Optional.empty();
    }

    /** Records the topic; a reader of a journal also needs to know when it grows. */
    @Override
    public void reads(Topic<?> topic) {
        if (topic.cleanup() != Topic.Cleanup.COMPACT) {
            ends.putIfAbsent(topic.in(settings.topicPrefix()), 0L);
        }
    }

    /** Returns a number that differs after each known change of the topic, and after a failure that stops the reading. */
    public long version(Topic<?> topic) {
        if (failure != null) {
            return STOPPED;
        }
        String name = topic.in(settings.topicPrefix());
        LiveTable<?> table = tables.get(name);
        return table == null ? ends.getOrDefault(name, 0L) : table.version();
    }

    private <V> LiveTable<V> table(Topic<V> topic) {
        requireRunning();
        LiveTable<V> table = requested(topic);
        try {
            await(table);
            return table;
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } catch (ExecutionException e) {
            tables.remove(topic.in(settings.topicPrefix()), table);
            throw e.getCause() instanceof KafkaException kafka
                    ? kafka
                    : new Failure(
                            String.valueOf(
                                    Objects.requireNonNullElse(e.getCause(), e).getMessage()),
                            e);
        }
    }

    /** Puts a new table into the map before it is requested: the thread looks there for the table of a record. */
    @SuppressWarnings("unchecked") // a topic's name has one type of values
    private <V> LiveTable<V> requested(Topic<V> topic) {
        String name = topic.in(settings.topicPrefix());
        LiveTable<V> known = (LiveTable<V>) tables.get(name);
        if (known == null) {
            LiveTable<V> created = new LiveTable<>(topic, format.reads(topic));
            known = (LiveTable<V>) tables.putIfAbsent(name, created);
            if (known == null) {
                wanted.add(created);
                return created;
            }
        }
        return known;
    }

    private void await(LiveTable<?> table) throws InterruptedException, ExecutionException {
        long begin = System.nanoTime();
        while (true) {
            try {
                table.complete().get(GLANCE.toMillis(), TimeUnit.MILLISECONDS);
                return;
            } catch (TimeoutException e) {
                requireRunning();
                Duration waited = Duration.ofNanos(System.nanoTime() - begin);
                if (isAway.getAsBoolean() || waited.compareTo(patience) >= 0) {
                    throw new UnavailableException(
                            table.topic().in(settings.topicPrefix()) + ": not read completely after "
                                    + waited.toSeconds() + " s (expected: a Kafka that answers)",
                            e);
                }
            }
        }
    }

    private void requireRunning() {
        Throwable reason = failure;
        if (reason != null) {
            throw new IllegalStateException("the tables are no longer read: " + reason, reason);
        }
    }

    /** Reads until it is closed. Rows that are no longer read must not look like current ones, so a failure is kept for every caller. */
    private void run() {
        try {
            follow();
        } catch (RuntimeException | Error e) {
            failure = e;
            throw e;
        } finally {
            Undisturbed.run(consumer::close);
        }
    }

    private void follow() {
        while (!isClosed) {
            try {
                begin();
                take();
                look();
            } catch (WakeupException | InterruptException e) {
                Thread.interrupted();
            } catch (TopicAuthorizationException e) {
                e.unauthorizedTopics().forEach(this::leave);
            } catch (KafkaException e) {
                pause(ANSWER); // callers that wait for a table get the failure; the broker is asked again
            }
        }
    }

    private static void pause(Duration length) {
        try {
            Thread.sleep(length.toMillis());
        } catch (InterruptedException e) {
            return; // the caller ends if closed, otherwise it retries
        }
    }

    /** Starts reading requested topics; a broker that is away is asked again. A failure of one topic does not stop others. */
    private void begin() {
        for (LiveTable<?> table = wanted.peek(); table != null; table = wanted.peek()) {
            try {
                begin(table);
            } catch (RetriableException | WakeupException | InterruptException e) {
                throw e;
            } catch (KafkaException e) {
                table.complete().completeExceptionally(e);
            }
            wanted.remove();
        }
    }

    private void begin(LiveTable<?> table) {
        List<TopicPartition> partitions = partitions(table.topic().in(settings.topicPrefix()));
        if (partitions.isEmpty()) {
            table.complete()
                    .completeExceptionally(new Failure("missing topics: "
                            + table.topic().in(settings.topicPrefix()) + " (create them: topics create)"));
        } else {
            table.begin(consumer.endOffsets(partitions, ANSWER));
            assigned.addAll(partitions);
            consumer.assign(assigned);
            consumer.seekToBeginning(partitions);
        }
    }

    /** Drops a topic; the next caller that requests it gets the reason. */
    private void leave(String topic) {
        tables.remove(topic);
        ends.remove(topic);
        assigned.removeIf(partition -> partition.topic().equals(topic));
        consumer.assign(assigned);
    }

    private List<TopicPartition> partitions(String topic) {
        return consumer.partitionsFor(topic, ANSWER).stream()
                .map(info -> new TopicPartition(topic, info.partition()))
                .toList();
    }

    private void take() {
        if (assigned.isEmpty()) {
            pause(POLL);
            return;
        }
        ConsumerRecords<String, byte[]> batch = consumer.poll(POLL);
        SchemaRegistries.recordsWereRead();
        Deque<TopicPartition> pending = new ArrayDeque<>(batch.partitions());
        while (!pending.isEmpty()) {
            take(batch, pending);
        }
        tables.values().forEach(table -> table.look(consumer::position));
    }

    /**
     * Takes the records of the first partition. If a schema is not available now, they are retried together with those
     * of the other partitions.
     */
    private void take(ConsumerRecords<String, byte[]> batch, Deque<TopicPartition> pending) {
        TopicPartition partition = pending.remove();
        LiveTable<?> table = tables.get(partition.topic());
        if (table == null) {
            return;
        }
        for (ConsumerRecord<String, byte[]> record : batch.records(partition)) {
            try {
                table.take(record);
            } catch (KafkaException e) {
                consumer.seek(partition, record.offset());
                pending.forEach(other ->
                        consumer.seek(other, batch.records(other).get(0).offset()));
                throw e;
            }
        }
    }

    /** Looks up the end offsets of the journals in use. */
    private void look() {
        if (System.nanoTime() - looked < BETWEEN_LOOKS || ends.isEmpty()) {
            return;
        }
        looked = System.nanoTime();
        List<TopicPartition> partitions = new ArrayList<>();
        ends.keySet().forEach(topic -> partitions.addAll(partitions(topic)));
        Map<String, Long> sums = new HashMap<>();
        consumer.endOffsets(partitions, ANSWER)
                .forEach((partition, end) -> sums.merge(partition.topic(), end, Long::sum));
        ends.putAll(sums);
    }

    @Override
    public void close() {
        isClosed = true;
        consumer.wakeup();
        try {
            thread.join(ANSWER.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
