package io.fairstream.it.docker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
    private static final List<String> USERS = List.of("alice", "bob", "carol", "dave");
    private static final int SLOTS_PER_USER = 10;
    private static final double SLOT_WEIGHT = 4;
    private static final Duration RUN = Duration.ofHours(1);

    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final Instant begin;
    private final Settings settings;
    private final KafkaProducer<String, MatchEvent> producer;
    private final KafkaConsumer<String, Priority> consumer;
    private final Map<String, Priority> rows = new HashMap<>();

    SamplePool(Settings settings) {
        this(settings, Instant.now().truncatedTo(ChronoUnit.SECONDS).minus(Duration.ofHours(2)));
    }

    /**
     * @param begin of the hour of work
     */
    SamplePool(Settings settings, Instant begin) {
        SchemaRegistry registry = SchemaRegistries.from(settings.registry());
        this.begin = begin;
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

    /** Waits until every user's published row has all slots. */
    void awaitWork(Supplier<String> explanation) {
        await(row -> row.getResourcesInUse() == SLOTS_PER_USER, explanation);
    }

    /** Waits until every user's published row has no slot and the usage of that many runs, exactly. */
    void awaitUsage(int runs, Supplier<String> explanation) {
        await(row -> row.getResourcesInUse() == 0, explanation);
        double usage = runs * SLOTS_PER_USER * (double) RUN.toSeconds();
        for (String user : USERS) {
            Priority row = row(user);
            assertEquals(usage, row.getAccumulatedUsage(), user);
            assertEquals(usage * SLOT_WEIGHT, row.getWeightedAccumulatedUsage(), user);
            assertTrue(row.getRealPriority() > 0.5, user);
        }
    }

    /** Waits until every user's published row is so. */
    private void await(Predicate<Priority> wanted, Supplier<String> explanation) {
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

    private Priority row(String user) {
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
