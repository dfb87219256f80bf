package io.fairstream.nemesis;

import io.fairstream.app.config.Settings;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.SchemaRegistries;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Sees when, after a fault, what was sent since stands in {@code priorities}, in the partition that fares worst. */
final class Watch implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);

    private final Probes probes;
    private final Feeder feeder;
    private final KafkaConsumer<String, Priority> consumer;
    private final Map<String, Long> seen = new HashMap<>();
    private final Queue<Waiting> waiting = new ConcurrentLinkedQueue<>();
    private final Map<Fault, Long> healed = new ConcurrentHashMap<>();
    private final Thread thread = new Thread(this::watch, "watch");
    private volatile boolean isOver;

    /** A fault that is over. */
    private record Waiting(Fault fault, long overNanos) {}

    Watch(Settings settings, Probes probes, Feeder feeder) {
        this.probes = probes;
        this.feeder = feeder;
        this.consumer = new KafkaConsumer<>(
                settings.consumer(),
                new StringDeserializer(),
                Topics.PRIORITIES
                        .serde(SchemaRegistries.from(settings.registry()))
                        .deserializer());
        String topic = Topics.PRIORITIES.in(settings.topicPrefix());
        List<TopicPartition> partitions = IntStream.range(0, SiteFiles.PARTITIONS)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        for (int partition = 0; partition < SiteFiles.PARTITIONS; partition++) {
            seen.put(Probes.beat(partition), -1L);
        }
    }

    void start() {
        thread.setDaemon(true);
        thread.start();
    }

    /** From now on nothing of that fault is left. */
    void over(Fault fault) {
        waiting.add(new Waiting(fault, System.nanoTime()));
    }

    /** Milliseconds it took after each fault; those that nobody saw the end of are not there. */
    Map<Fault, Long> healed() {
        return Map.copyOf(healed);
    }

    /** Waits until something came out, in each partition. */
    void awaitFirst(Duration atMost) throws InterruptedException {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (worst() < 1) {
            if (System.nanoTime() > deadline) {
                throw new Rest.NotAtRestException("nothing comes out of the topology: " + seen);
            }
            Thread.sleep(POLL.toMillis());
        }
    }

    /** Returns the positions of the partitions of {@code priorities}, in seconds of event time, beside the feeder's position. */
    String progress() {
        synchronized (seen) {
            return seen.values().stream().sorted().toList() + " of " + feeder.secondBefore(System.nanoTime());
        }
    }

    private long worst() {
        synchronized (seen) {
            return seen.values().stream().mapToLong(Long::longValue).min().orElse(-1);
        }
    }

    private void watch() {
        while (!isOver) {
            for (ConsumerRecord<String, Priority> row : consumer.poll(POLL)) {
                synchronized (seen) {
                    if (row.value() != null && seen.containsKey(row.key())) {
                        seen.merge(row.key(), probes.secondOf(row.value().getAsOf()), Math::max);
                    }
                }
            }
            long worst = worst();
            for (Waiting each : new ArrayList<>(waiting)) {
                if (worst > feeder.secondBefore(each.overNanos())) {
                    healed.put(each.fault(), (System.nanoTime() - each.overNanos()) / 1_000_000);
                    waiting.remove(each);
                }
            }
        }
        consumer.close(CloseOptions.timeout(Duration.ZERO));
    }

    @Override
    public void close() {
        isOver = true;
    }
}
