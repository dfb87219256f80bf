package io.fairstream.reports.records;

import io.fairstream.app.config.Settings;
import io.fairstream.schemas.Topic;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
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
public final class Sender<V> implements AutoCloseable {
    private static final Duration IMPATIENCE = Duration.ofSeconds(5);

    private final String topic;
    private final KafkaProducer<String, V> producer;
    private final AtomicReference<Exception> failure = new AtomicReference<>();
    private long sent;

    private Sender(String topic, KafkaProducer<String, V> producer) {
        this.topic = topic;
        this.producer = producer;
    }

    /**
     * Opens a sender for values of the topic, which registers their schema.
     *
     * @throws io.fairstream.reports.records.Failure if the topic is missing
     */
    public static <V> Sender<V> open(Settings settings, Topic<V> topic) {
        return open(settings, topic, new ValueFormat(settings).registered(topic));
    }

    /** As {@link #open(Settings, Topic)}, with another serializer. */
    public static <V> Sender<V> open(Settings settings, Topic<?> topic, Serializer<V> values) {
        String name = topic.in(settings.topicPrefix());
        try (Offsets offsets = new Offsets(settings)) {
            offsets.partitions(List.of(name));
        }
        return new Sender<>(name, new KafkaProducer<>(settings.producer(), new StringSerializer(), values));
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
        Duration patience = Thread.currentThread().isInterrupted() ? IMPATIENCE : Duration.ofMillis(Long.MAX_VALUE);
        Undisturbed.run(() -> producer.close(patience));
    }
}
