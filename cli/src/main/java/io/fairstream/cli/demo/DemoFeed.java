package io.fairstream.cli.demo;

import io.fairstream.reports.records.Undisturbed;
import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.AvroSerde;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.SetFactor;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.SchemaRegistries;
import io.fairstream.schemas.registry.SchemaRegistry;
import io.fairstream.streams.config.Settings;
import java.time.Instant;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** Sends the events of the demo's pool as its clock reaches them. */
final class DemoFeed implements AutoCloseable {
    private final KafkaProducer<String, SpecificRecord> producer;
    private final Settings settings;
    private final DemoPool pool;
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    private @Nullable MatchEvent next;
    private long sent;
    private Instant last = DemoPool.BEGIN;

    DemoFeed(Settings settings, DemoPool pool) {
        SchemaRegistry registry = SchemaRegistries.from(settings.registry());
        this.settings = settings;
        this.pool = pool;
        this.producer = new KafkaProducer<>(
                settings.producer(), new StringSerializer(), new AvroSerde<>(SpecificRecord.class, registry));
        Habit.ALL.stream().filter(Habit::isFactorDecided).forEach(this::decideFactor);
    }

    private void decideFactor(Habit habit) {
        SetFactor edit = new SetFactor(habit.factor(), null);
        AccountEdit decision = new AccountEdit(habit.user(), DemoPool.BEGIN, "the demo's administrator", edit);
        send(Topics.ACCOUNT_EDITS, decision.getCustomer(), decision);
    }

    private void send(Topic<?> topic, String key, SpecificRecord value) {
        Future<RecordMetadata> unused = producer.send(
                new ProducerRecord<>(topic.in(settings.topicPrefix()), key, value),
                (metadata, failed) -> failure.compareAndSet(null, failed));
    }

    private void requireSent() {
        if (failure.get() != null) {
            throw new KafkaException("an event could not be sent", failure.get());
        }
    }

    /** Sends everything up to that instant. */
    void advance(Instant until) {
        requireSent();
        while (next != null || pool.hasNext()) {
            MatchEvent event = next == null ? pool.next() : next;
            next = event;
            if (event.getAt().isAfter(until)) {
                return;
            }
            send(Topics.MATCHES, event.getResource(), event);
            next = null;
            sent++;
            last = event.getAt();
        }
    }

    long sent() {
        return sent;
    }

    /** When the newest event sent happened. */
    Instant last() {
        return last;
    }

    /** Waits until all that was sent has arrived. */
    void flush() {
        producer.flush();
        requireSent();
    }

    @Override
    public void close() {
        Undisturbed.run(producer::close);
    }
}
