package io.fairstream.reports.steering;

import io.fairstream.reports.records.Failure;
import io.fairstream.reports.records.SignedRecords;
import io.fairstream.reports.records.TopicReader;
import io.fairstream.schemas.Steered;
import io.fairstream.schemas.Steering;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.signing.RecordWriter;
import io.fairstream.steering.live.Journal;
import io.fairstream.streams.config.Settings;
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
import org.jspecify.annotations.Nullable;

/**
 * A steerer's journal in Kafka: entries and rows of a change in one transaction. Of several for one scheduler the latest has it; the
 * others fail when they next write, before they send anything to the scheduler.
 */
public final class SteeringJournal implements Journal, AutoCloseable {
    private static final Duration CLOSING = Duration.ofSeconds(5);

    private final String target;
    private final KafkaProducer<byte[], byte[]> producer;
    private final RecordWriter<Steering> entries;
    private final RecordWriter<Steered> states;
    private final Map<String, Steered> rows = new HashMap<>();

    private SteeringJournal(Settings settings, String target) {
        this.target = target;
        this.entries = SignedRecords.writer(settings, Topics.STEERING);
        this.states = SignedRecords.writer(settings, Topics.STEERED);
        Map<String, Object> properties = new HashMap<>(settings.producer());
        properties.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, settings.applicationId() + "-steer-" + target);
        this.producer = SignedRecords.producer(properties);
    }

    /**
     * Takes a scheduler over.
     *
     * @throws Failure if a topic is missing
     */
    public static SteeringJournal open(TopicReader reader, String target) {
        SteeringJournal journal = new SteeringJournal(reader.settings(), target);
        try {
            journal.producer.initTransactions(); // whoever steered before can write nothing from now on
            reader.latest(Topics.STEERED).stream()
                    .filter(row ->
                            row.getTarget().equals(target) && !row.getName().isEmpty())
                    .forEach(row -> journal.rows.put(row.getName(), row));
            return journal;
        } catch (RuntimeException e) {
            journal.close();
            throw e;
        }
    }

    @Override
    public Map<String, Steered> rows() {
        return Map.copyOf(rows);
    }

    /**
     * As {@link Journal#keep}.
     *
     * @throws Failure if another steerer has the scheduler
     * @throws KafkaException if it could not be written
     */
    @Override
    public void keep(List<Steering> added, Map<String, @Nullable Steered> changed) {
        try {
            producer.beginTransaction();
            added.forEach(entry -> send(entries.record(key(entry.getName()), entry)));
            changed.forEach((name, row) -> send(states.record(key(name), row)));
            producer.commitTransaction();
        } catch (ProducerFencedException | InvalidProducerEpochException e) {
            throw new Failure(target + ": steered by another steer, which began later", e);
        }
        changed.forEach((name, row) -> {
            if (row == null) {
                rows.remove(name);
            } else {
                rows.put(name, row);
            }
        });
    }

    private void send(ProducerRecord<byte[], byte[]> record) {
        var unused = producer.send(record);
    }

    private String key(String name) {
        return target + "|" + name;
    }

    @Override
    public void close() {
        producer.close(CLOSING);
    }
}
