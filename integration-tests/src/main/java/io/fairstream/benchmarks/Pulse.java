package io.fairstream.benchmarks;

import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import io.fairstream.rules.match.MatchEvent;
import io.fairstream.rules.match.MatchEvent.MatchChange;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.avro.SerdeFactory;
import io.fairstream.streams.match.MatchStage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Events that never stop, and when the rows of {@code priorities} came that they led to: how long no row came in a partition, and
 * how late a row is after its event.
 */
final class Pulse implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(50);
    private static final long SECOND = 1_000_000_000L;

    private final Settings settings;
    private final int perSecond;
    private final int resources;
    private final int customers;
    private final Map<Integer, ConcurrentLinkedDeque<Arrival>> arrivals = new ConcurrentHashMap<>();
    private final Thread sender = new Thread(this::send, "pulse-sender");
    private final Thread reader = new Thread(this::read, "pulse-reader");
    private volatile boolean isClosed;

    /** A row of a partition: when it was seen and when its event was sent, milliseconds since 1970. */
    private record Arrival(long at, long sent) {}

    Pulse(Settings settings, int perSecond, int resources, int customers) {
        this.settings = settings;
        this.perSecond = perSecond;
        this.resources = resources;
        this.customers = customers;
        sender.setDaemon(true);
        reader.setDaemon(true);
        sender.start();
        reader.start();
    }

    /** Waits until each partition had a row of an event that was sent at that instant or later; when the last of them had it. */
    long awaitAll(long sentSince, Duration atMost) throws InterruptedException {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (System.nanoTime() < deadline) {
            long[] first = arrivals.values().stream()
                    .mapToLong(partition -> firstSent(partition, sentSince))
                    .toArray();
            if (first.length == settings.get(Keys.PARTITIONS)
                    && Arrays.stream(first).allMatch(at -> at > 0)) {
                return Arrays.stream(first).max().orElseThrow();
            }
            Thread.sleep(LOOK.toMillis());
        }
        throw new IllegalStateException("no fresh row in each partition within " + atMost);
    }

    private static long firstSent(Iterable<Arrival> partition, long since) {
        for (Arrival arrival : partition) {
            if (arrival.sent >= since) {
                return arrival.at;
            }
        }
        return 0;
    }

    /** The longest time between two rows of the same partition of which the second came after that instant, milliseconds. */
    long longestSilence(long since) {
        long longest = 0;
        for (var partition : arrivals.values()) {
            long last = 0;
            for (Arrival arrival : partition) {
                if (arrival.at > since && last > 0) {
                    longest = Math.max(longest, arrival.at - last);
                }
                last = arrival.at;
            }
        }
        return longest;
    }

    /** Returns the times from the events to the rows that were seen since that instant, in ascending order, milliseconds. */
    long[] delays(long since) {
        return arrivals.values().stream()
                .flatMap(ConcurrentLinkedDeque::stream)
                .filter(arrival -> arrival.at >= since)
                .mapToLong(arrival -> arrival.at - arrival.sent)
                .sorted()
                .toArray();
    }

    /** Forgets rows that came before that instant. */
    void forget(long before) {
        for (var partition : arrivals.values()) {
            while (partition.size() > 1 && partition.getFirst().at < before) {
                partition.removeFirst();
            }
        }
    }

    private void send() {
        String topic = Topics.MATCHES.in(settings.topicPrefix());
        var format = new SerdeFactory(settings.registry()).writes(MatchStage.MATCH_EVENT);
        Map<String, Object> config = new HashMap<>(settings.producer());
        config.put(ProducerConfig.LINGER_MS_CONFIG, "5");
        try (var producer = new KafkaProducer<>(config, new StringSerializer(), format)) {
            long start = System.nanoTime();
            for (long i = 0; !isClosed; i++) {
                for (long wait = start + i * (SECOND / perSecond) - System.nanoTime();
                        wait > 0 && !isClosed;
                        wait = start + i * (SECOND / perSecond) - System.nanoTime()) {
                    LockSupport.parkNanos(wait);
                }
                MatchEvent event = event(i);
                var unused = producer.send(new ProducerRecord<>(topic, event.resource(), event));
            }
        }
    }

    /** Each resource in turn is matched and freed by turns. */
    private MatchEvent event(long number) {
        String resource = MatchWorkload.name((int) (number % resources));
        MatchChange change = number / resources % 2 == 0
                ? new MatchChange.Matched("user" + number % customers + "@example.org", 1, "")
                : new MatchChange.Unmatched("");
        return new MatchEvent(resource, "", System.currentTimeMillis(), change);
    }

    private void read() {
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings.consumer(), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = new ArrayList<>();
            for (int i = 0; i < settings.get(Keys.PARTITIONS); i++) {
                partitions.add(new TopicPartition(Topics.PRIORITIES.in(settings.topicPrefix()), i));
            }
            consumer.assign(partitions);
            consumer.seekToEnd(partitions);
            while (!isClosed) {
                var records = consumer.poll(LOOK);
                long now = System.currentTimeMillis();
                for (ConsumerRecord<byte[], byte[]> row : records) {
                    arrivals.computeIfAbsent(row.partition(), partition -> new ConcurrentLinkedDeque<>())
                            .add(new Arrival(now, row.timestamp()));
                }
            }
        }
    }

    @Override
    public void close() {
        isClosed = true;
        try {
            sender.join();
            reader.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
