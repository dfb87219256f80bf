package io.fairstream.it.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.fairstream.it.harness.Journal;
import io.fairstream.it.harness.Site;
import io.fairstream.it.harness.Tables;
import io.fairstream.it.harness.TestCluster;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.Unmatched;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * From Confluent's serializer through the topology to Confluent's deserializer, by way of the embedded registry: the topology
 * with their classes and with ours.
 */
@EnabledIfSystemProperty(
        named = "confluent",
        matches = "present",
        disabledReason = "Confluent's classes are left out by -DskipConfluent")
class ITConfluentTopology {
    @RegisterExtension
    static final TestCluster CLUSTER = new TestCluster();

    private static final String SERIALIZER = "io.confluent.kafka.serializers.KafkaAvroSerializer";
    private static final String DESERIALIZER = "io.confluent.kafka.serializers.KafkaAvroDeserializer";
    private static final List<Topic<?>> RESULTS =
            List.of(Topics.PRIORITIES, Topics.OPEN_MATCHES, Topics.MATCH_RECORDS, Topics.CHARGES);
    private static final int EVENTS = 1000;
    private static final int RESOURCES = 80;
    private static final int CUSTOMERS = 15;
    private static final long SEED = 20260303;

    @Test
    void theTablesAreTheSameWhoeverWritesThem() throws Exception {
        Site ours = CLUSTER.site("ours");
        Site theirs =
                CLUSTER.site("theirs", Map.of("value.serializer", SERIALIZER, "value.deserializer", DESERIALIZER));
        ITConfluentSerializers.trustGeneratedRecords();
        for (Site site : List.of(ours, theirs)) {
            send(site, events());
            site.run();
            for (Topic<?> topic : RESULTS) {
                List<Row> read = theyRead(site, topic);
                assertFalse(read.isEmpty(), topic.name());
                assertEquals(weRead(site, topic), read, topic.name());
            }
        }
        Tables tables = Tables.of(ours);
        Tables.of(theirs).assertSameAs(tables, "seed " + SEED);
        assertEquals(
                EVENTS,
                tables.inputCounts().values().stream()
                        .mapToLong(counts -> counts.getApplied())
                        .sum());
    }

    /** One a minute, each of which changes something. */
    private static List<MatchEvent> events() {
        Random random = new Random(SEED);
        Map<String, String> held = new HashMap<>();
        List<MatchEvent> events = new ArrayList<>();
        for (int i = 0; i < EVENTS; i++) {
            String resource = "slot" + random.nextInt(RESOURCES) + "@pool";
            String customer = "customer " + random.nextInt(CUSTOMERS);
            boolean isFreed =
                    held.containsKey(resource) && (random.nextBoolean() || customer.equals(held.get(resource)));
            Object change = isFreed ? new Unmatched("") : new Matched(customer, 1 + random.nextInt(8) / 4.0, "");
            events.add(new MatchEvent(resource, "pool", Journal.ORIGIN.plus(Duration.ofMinutes(i)), change));
            if (isFreed) {
                held.remove(resource);
            } else {
                held.put(resource, customer);
            }
        }
        return events;
    }

    private static void send(Site site, List<MatchEvent> events) throws Exception {
        String topic = Topics.MATCHES.in(site.settings().topicPrefix());
        List<Future<?>> sent = new ArrayList<>();
        try (var producer = new KafkaProducer<String, Object>(
                config("key.serializer", StringSerializer.class.getName(), "value.serializer", SERIALIZER))) {
            for (MatchEvent event : events) {
                sent.add(producer.send(new ProducerRecord<>(topic, event.getResource(), event)));
            }
        }
        for (Future<?> one : sent) {
            one.get();
        }
    }

    private static List<Row> weRead(Site site, Topic<?> topic) {
        return site.records(topic).stream()
                .map(record -> new Row(record.partition(), record.offset(), record.key(), record.value()))
                .sorted()
                .toList();
    }

    private static List<Row> theyRead(Site site, Topic<?> topic) {
        List<Row> rows = new ArrayList<>();
        try (var consumer = new KafkaConsumer<String, Object>(
                config("key.deserializer", StringDeserializer.class.getName(), "value.deserializer", DESERIALIZER))) {
            List<TopicPartition> partitions = consumer
                    .partitionsFor(topic.in(site.settings().topicPrefix()))
                    .stream()
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (partitions.stream().anyMatch(each -> consumer.position(each) < ends.getOrDefault(each, 0L))) {
                for (ConsumerRecord<String, Object> record : consumer.poll(Duration.ofMillis(200))) {
                    rows.add(new Row(record.partition(), record.offset(), record.key(), record.value()));
                }
            }
        }
        return rows.stream().sorted().toList();
    }

    private static Map<String, Object> config(String... more) {
        Map<String, Object> config = new HashMap<>(Map.of(
                "bootstrap.servers",
                CLUSTER.cluster().bootstrapServers(),
                "schema.registry.url",
                CLUSTER.cluster().schemaRegistryUrl(),
                "specific.avro.reader",
                "true",
                "isolation.level",
                "read_committed"));
        for (int i = 0; i < more.length; i += 2) {
            config.put(more[i], more[i + 1]);
        }
        return config;
    }

    private record Row(
            int partition,
            long offset,
            String key,
            @Nullable Object value) implements Comparable<Row> {
        @Override
        public int compareTo(Row other) {
            int byPartition = Integer.compare(partition, other.partition);
            return byPartition == 0 ? Long.compare(offset, other.offset) : byPartition;
        }
    }
}
