package io.fairstream.it.docker;

import io.fairstream.app.config.Settings;
import io.fairstream.schemas.AvroSerde;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.Unmatched;
import io.fairstream.schemas.registry.SchemaRegistries;
import io.fairstream.schemas.registry.SchemaRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** A pool whose every slot works for one user for an hour; the users' priorities as they are published. */
final class SamplePool implements AutoCloseable {
    static final List<String> USERS = List.of("alice", "bob", "carol", "dave");
    static final int SLOTS_PER_USER = 10;
    static final double SLOT_WEIGHT = 4;
    static final Duration RUN = Duration.ofHours(1);

    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final Instant begin = Instant.now().truncatedTo(ChronoUnit.SECONDS).minus(Duration.ofHours(2));
    private final Settings settings;
    private final KafkaProducer<String, MatchEvent> producer;
    private final KafkaConsumer<String, Priority> consumer;
    private final Map<String, Priority> rows = new HashMap<>();

    SamplePool(Settings settings) {
        SchemaRegistry registry = SchemaRegistries.from(settings.registry());
        this.settings = settings;
        this.producer = new KafkaProducer<>(
                settings.producer(), new StringSerializer(), new AvroSerde<>(MatchEvent.class, registry));
        this.consumer = new KafkaConsumer<>(
                settings.consumer(),
                new StringDeserializer(),
                Topics.PRIORITIES.serde(registry).deserializer());
        String topic = Topics.PRIORITIES.in(settings.topicPrefix());
        List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                .map(info -> new TopicPartition(topic, info.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
    }

    /** Every slot is matched; acknowledged when this returns. */
    void matchAll() {
        List<MatchEvent> events = new ArrayList<>();
        for (String user : USERS) {
            for (int slot = 0; slot < SLOTS_PER_USER; slot++) {
                events.add(new MatchEvent(slot(user, slot), "", begin, new Matched(user, SLOT_WEIGHT, "")));
            }
        }
        send(events);
    }

    /** Every slot becomes free an hour after its match; acknowledged when this returns. */
    void unmatchAll() {
        List<MatchEvent> events = new ArrayList<>();
        for (String user : USERS) {
            for (int slot = 0; slot < SLOTS_PER_USER; slot++) {
                events.add(new MatchEvent(slot(user, slot), "", begin.plus(RUN), new Unmatched("")));
            }
        }
        send(events);
    }

    /** Waits until every user's published row is so. */
    void await(Predicate<Priority> wanted, Supplier<String> explanation) {
        Instant deadline = Instant.now().plus(PATIENCE);
        while (rows.size() < USERS.size() || !rows.values().stream().allMatch(wanted)) {
            if (Instant.now().isAfter(deadline)) {
                throw new AssertionError("after " + PATIENCE + ": " + rows.values() + "\n" + explanation.get());
            }
            for (ConsumerRecord<String, Priority> row : consumer.poll(Duration.ofMillis(200))) {
                rows.put(row.key(), row.value());
            }
        }
    }

    /** The row last read. */
    Priority row(String user) {
        Priority row = rows.get(user);
        if (row == null) {
            throw new AssertionError("no row of " + user);
        }
        return row;
    }

    @Override
    public void close() {
        producer.close(Duration.ofSeconds(5));
        consumer.close(CloseOptions.timeout(Duration.ZERO));
    }

    private static String slot(String user, int number) {
        return "slot" + number + "@node-of-" + user;
    }

    private void send(List<MatchEvent> events) {
        String topic = Topics.MATCHES.in(settings.topicPrefix());
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        for (MatchEvent event : events) {
            sent.add(producer.send(new ProducerRecord<>(topic, event.getResource(), event)));
        }
        try {
            for (Future<RecordMetadata> record : sent) {
                record.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        } catch (ExecutionException e) {
            throw new AssertionError(e);
        }
    }
}
