package io.fairstream.nemesis;

import io.fairstream.app.config.Settings;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.SchemaRegistries;
import io.fairstream.schemas.registry.SchemaRegistry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/** Sends the probes, second by second, for as long as the faults last; what is not acknowledged it sends again. */
final class Feeder implements AutoCloseable {
    private static final long SECOND_MILLIS = 300;
    private static final int PATIENCE_MILLIS = 60_000;

    private final Probes probes;
    private final Settings settings;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Map<String, Serializer<?>> serializers = new HashMap<>();
    private final SchemaRegistry registry;
    private final Queue<ProducerRecord<byte[], byte[]>> again = new ConcurrentLinkedQueue<>();
    private final AtomicLong waiting = new AtomicLong();
    private final Queue<Acknowledged> acknowledged = new ConcurrentLinkedQueue<>();
    private final Map<Long, Long> sentAt = new ConcurrentHashMap<>();
    private final AtomicLong sentAgain = new AtomicLong();
    private final Map<String, Integer> problems = new ConcurrentHashMap<>();
    private final Thread thread = new Thread(this::feed, "feeder");
    private volatile boolean isOver;
    private volatile @Nullable RuntimeException failure;

    /** A record that the brokers said they have. */
    record Acknowledged(ProducerRecord<byte[], byte[]> record, TopicPartition partition, long offset) {}

    Feeder(Settings settings, Probes probes) {
        this.probes = probes;
        this.settings = settings;
        this.registry = SchemaRegistries.from(settings.registry());
        Map<String, Object> properties = new HashMap<>(settings.producer());
        properties.put("delivery.timeout.ms", PATIENCE_MILLIS);
        properties.put("request.timeout.ms", PATIENCE_MILLIS / 4);
        properties.put("linger.ms", 5);
        properties.put("acks", "all");
        properties.put("enable.idempotence", true);
        this.producer = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }

    void start() {
        thread.setDaemon(true);
        thread.start();
    }

    /** Sends the last ones and waits until all are acknowledged. */
    void finish() throws InterruptedException {
        isOver = true;
        thread.join();
        RuntimeException failed = failure;
        if (failed != null) {
            throw failed;
        }
    }

    List<Acknowledged> acknowledged() {
        return new ArrayList<>(acknowledged);
    }

    /** Returns the number of records sent again because their arrival was not reported, and the reported problems. */
    String sentAgain() {
        return sentAgain + " " + problems;
    }

    /** The last second of event time that was sent before an instant of {@link System#nanoTime}; -1 for none. */
    long secondBefore(long nanos) {
        return sentAt.entrySet().stream()
                .filter(entry -> entry.getValue() <= nanos)
                .mapToLong(Map.Entry::getKey)
                .max()
                .orElse(-1);
    }

    private void feed() {
        try {
            long second = 0;
            for (; !isOver; second++) {
                sendAll(probes.second(second));
                sentAt.put(second, System.nanoTime());
                Thread.sleep(SECOND_MILLIS);
                sendAgain();
            }
            sendAll(probes.closing(second));
            while (waiting.get() > 0 || !again.isEmpty()) {
                sendAgain();
                Thread.sleep(10);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    private void sendAll(List<Probe> all) {
        for (Probe probe : all) {
            send(record(probe));
        }
    }

    private void sendAgain() {
        for (ProducerRecord<byte[], byte[]> record = again.poll(); record != null; record = again.poll()) {
            sentAgain.incrementAndGet();
            send(record);
        }
    }

    private void send(ProducerRecord<byte[], byte[]> record) {
        waiting.incrementAndGet();
        Future<RecordMetadata> unused = producer.send(record, (sent, problem) -> {
            if (problem == null) {
                acknowledged.add(
                        new Acknowledged(record, new TopicPartition(sent.topic(), sent.partition()), sent.offset()));
            } else {
                again.add(record);
                problems.merge(problem.getClass().getSimpleName(), 1, Integer::sum);
            }
            waiting.decrementAndGet();
        });
    }

    private ProducerRecord<byte[], byte[]> record(Probe probe) {
        if (probe.value() == null) {
            byte[] text = String.valueOf(probe.text()).getBytes(StandardCharsets.UTF_8);
            return new ProducerRecord<>(probe.topic(), new byte[0], text);
        }
        String topic = settings.topicPrefix() + probe.topic();
        return new ProducerRecord<>(topic, probe.key().getBytes(StandardCharsets.UTF_8), bytes(topic, probe));
    }

    @SuppressWarnings("unchecked") // each topic is there with its own serializer
    private byte[] bytes(String topic, Probe probe) {
        Serializer<Object> serializer = (Serializer<Object>) serializers.computeIfAbsent(
                probe.topic(),
                name -> Topics.named(name).orElseThrow().serde(registry).serializer());
        return serializer.serialize(topic, probe.value());
    }

    @Override
    public void close() {
        isOver = true;
        thread.interrupt();
        producer.close(java.time.Duration.ofSeconds(2));
    }
}
