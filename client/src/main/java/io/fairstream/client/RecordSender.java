package io.fairstream.client;

import io.fairstream.schemas.AvroSerde;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.registry.SchemaRegistries;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Producer for one topic. It sends each record once, those of a key in order, with the time of sending as their
 * timestamp. Not thread-safe.
 */
public final class RecordSender<V> implements AutoCloseable {
    private static final Duration IMPATIENCE = Duration.ofSeconds(5);
    private static final Map<String, Object> SAFE =
            Map.of(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true, ProducerConfig.ACKS_CONFIG, "all");

    private final String topic;
    private final KafkaProducer<String, V> producer;
    private final AtomicReference<Exception> failure = new AtomicReference<>();
    private long sent;

    private RecordSender(String topic, KafkaProducer<String, V> producer) {
        this.topic = topic;
        this.producer = producer;
    }

    /**
     * Opens a sender for values of the topic, and registers their schema. A missing topic is noticed by {@link #flush}, after Kafka's
     * {@code max.block.ms}.
     */
    public static <V> RecordSender<V> open(ClientConfig config, Topic<V> topic) {
        Serializer<V> values =
                topic.serde(SchemaRegistries.from(config.registry())).serializer();
        if (values instanceof AvroSerde<?> ours) {
            ours.register(config.name(topic));
        }
        return open(config.kafka(), config.name(topic), values);
    }

    /**
     * Opens a sender with another serializer.
     *
     * @param kafka properties of a producer
     * @param topic full name
     */
    public static <V> RecordSender<V> open(Map<String, ?> kafka, String topic, Serializer<V> values) {
        Map<String, Object> properties = new HashMap<>(SAFE);
        properties.putAll(kafka);
        return new RecordSender<>(topic, new KafkaProducer<>(properties, new StringSerializer(), values));
    }

    /** Callback with the position of a written record. */
    @FunctionalInterface
    public interface Arrival {
        void at(TopicPartition partition, long offset);
    }

    /**
     * Queues a record.
     *
     * @throws KafkaException if a previous record could not be sent
     */
    public void send(String key, V value) {
        send(key, value, (partition, offset) -> {});
    }

    /**
     * As {@link #send(String, Object)}.
     *
     * @param arrival called by another thread, before the next {@link #flush} returns
     */
    public void send(String key, V value, Arrival arrival) {
        sendOrWithdraw(key, value, arrival);
    }

    /** As {@link #send(String, Object, Arrival)}, with a tombstone for the key. */
    public void withdraw(String key, Arrival arrival) {
        sendOrWithdraw(key, null, arrival);
    }

    private void sendOrWithdraw(String key, @Nullable V value, Arrival arrival) {
        throwFailure();
        var unused = producer.send(new ProducerRecord<>(topic, key, value), (metadata, problem) -> {
            if (problem == null) {
                arrival.at(new TopicPartition(metadata.topic(), metadata.partition()), metadata.offset());
            } else {
                failure.compareAndSet(null, problem);
            }
        });
        sent++;
    }

    /**
     * Waits until the cluster has acknowledged all records.
     *
     * @throws KafkaException if a record could not be sent
     */
    public void flush() {
        producer.flush();
        throwFailure();
    }

    /** Returns the number of records queued so far. */
    public long sent() {
        return sent;
    }

    private void throwFailure() {
        Exception problem = failure.get();
        if (problem != null) {
            throw new KafkaException(topic + ": some records were not sent: " + problem.getMessage(), problem);
        }
    }

    /** Closes the producer; an interrupted thread waits only briefly. */
    @Override
    public void close() {
        boolean isInterrupted = Thread.interrupted();
        try {
            producer.close(isInterrupted ? IMPATIENCE : Duration.ofMillis(Long.MAX_VALUE));
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
