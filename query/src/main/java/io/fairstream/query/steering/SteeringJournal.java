package io.fairstream.query.steering;

import io.fairstream.app.config.Settings;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.records.ValueFormat;
import io.fairstream.schemas.Steered;
import io.fairstream.schemas.Steering;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.steering.Journal;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * A steerer's journal in Kafka: entries and rows of a change in one transaction. If several steer one scheduler, the
 * latest wins; the others fail at their next write, before they send anything to the scheduler.
 */
final class SteeringJournal implements Journal, AutoCloseable {
    private static final Duration CLOSING = Duration.ofSeconds(5);

    private final String target;
    private final KafkaProducer<String, byte[]> producer;
    private final String prefix;
    private final Serializer<Steering> entries;
    private final Serializer<Steered> states;
    private final Map<String, Steered> rows = new HashMap<>();

    private SteeringJournal(Settings settings, String target) {
        this.target = target;
        this.prefix = settings.topicPrefix();
        ValueFormat format = new ValueFormat(settings);
        this.entries = format.writes(Topics.STEERING);
        this.states = format.writes(Topics.STEERED);
        Map<String, Object> properties = new HashMap<>(settings.producer());
        properties.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, settings.applicationId() + "-steer-" + target);
        this.producer = new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer());
    }

    /**
     * Takes over a scheduler.
     *
     * @throws Failure if a topic is missing
     */
    public static SteeringJournal open(TopicReader reader, String target) {
        SteeringJournal journal = new SteeringJournal(reader.settings(), target);
        try {
            journal.producer.initTransactions(); // fences the previous steerer: it can no longer write
            journal.rows.putAll(rows(reader, target));
            return journal;
        } catch (RuntimeException e) {
            journal.close();
            throw e;
        }
    }

    /** Returns the values that a steerer of the scheduler has set, by name of the control. */
    static Map<String, Steered> rows(TopicReader reader, String target) {
        Map<String, Steered> rows = new HashMap<>();
        reader.latest(Topics.STEERED).stream()
                .filter(row -> row.getTarget().equals(target) && !row.getName().isEmpty())
                .forEach(row -> rows.put(row.getName(), row));
        return rows;
    }

    @Override
    public Map<String, Steered> rows() {
        return Map.copyOf(rows);
    }

    /**
     * As {@link Journal#keep}.
     *
     * @throws Failure if another steerer has taken over the scheduler
     * @throws KafkaException if it could not be written
     */
    @Override
    public void keep(List<Steering> added, Map<String, @Nullable Steered> changed) {
        try {
            producer.beginTransaction();
            added.forEach(entry -> send(Topics.STEERING, entries, entry.getName(), entry));
            changed.forEach((name, row) -> send(Topics.STEERED, states, name, row));
            producer.commitTransaction();
        } catch (ProducerFencedException | InvalidProducerEpochException e) {
            throw new Failure(target + ": another steer has started later and takes over", e);
        }
        changed.forEach((name, row) -> {
            if (row == null) {
                rows.remove(name);
            } else {
                rows.put(name, row);
            }
        });
    }

    private <V> void send(Topic<V> topic, Serializer<V> values, String name, @Nullable V value) {
        String fullName = topic.in(prefix);
        ProducerRecord<String, byte[]> record = new ProducerRecord<>(fullName, target + "|" + name, null);
        byte[] bytes = values.serialize(fullName, record.headers(), value);
        var unused = producer.send(new ProducerRecord<>(fullName, null, null, record.key(), bytes, record.headers()));
    }

    @Override
    public void close() {
        producer.close(CLOSING);
    }
}
