package io.fairstream.it.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.embedded.EmbeddedCluster;
import io.fairstream.schemas.AvroSerde;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.SchemaRegistries;
import io.fairstream.schemas.registry.SchemaRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificRecord;
import org.apache.avro.util.ClassSecurityValidator;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Our serde and Confluent's, both ways, through the embedded registry. Their classes are named, as a user's configuration would. */
@TestInstance(Lifecycle.PER_CLASS)
@EnabledIfSystemProperty(
        named = "confluent",
        matches = "present",
        disabledReason = "Confluent's classes are left out by -DskipConfluent")
class ITConfluentSerializers {
    private static final String SERIALIZER = "io.confluent.kafka.serializers.KafkaAvroSerializer";
    private static final String DESERIALIZER = "io.confluent.kafka.serializers.KafkaAvroDeserializer";
    private static final int RECORDS = 1000;
    private static final long SEED = 20260302;

    private final EmbeddedCluster cluster = EmbeddedCluster.startTemporary();

    @AfterAll
    void stop() {
        cluster.close();
    }

    static void trustGeneratedRecords() {
        ClassSecurityValidator.setGlobal(ClassSecurityValidator.composite(
                ClassSecurityValidator.getGlobal(), type -> type.getPackage().equals(Priority.class.getPackage())));
    }

    /** Their deserializer makes the classes that the program trusts. */
    @BeforeAll
    void theirClassesAreTheirs() {
        trustGeneratedRecords();
        assertTrue(theirSerializer().getClass().getName().startsWith("io.confluent."));
    }

    private static Stream<Topic<?>> topics() {
        return Topics.all().stream().filter(topic -> !topic.isRaw());
    }

    @ParameterizedTest
    @MethodSource("topics")
    void eachReadsWhatTheOtherWroteAndTheBytesAreTheSame(Topic<?> topic) throws IOException {
        for (boolean oursFirst : new boolean[] {true, false}) {
            String name = topic.in(oursFirst ? "ours-first." : "theirs-first.");
            Serializer<SpecificRecord> ours = ourSerializer(topic);
            Serializer<Object> theirs = theirSerializer();
            var weRead = topic.serde(ourRegistry()).deserializer();
            var theyReadSpecific = theirDeserializer(true);
            var theyReadGeneric = theirDeserializer(false);
            RandomRecords random = new RandomRecords(SEED);
            for (int i = 0; i < RECORDS; i++) {
                SpecificRecord record = random.next(topic);
                String which = "record " + i + " of seed " + SEED + ": " + record;
                byte[] first = oursFirst ? ours.serialize(name, record) : theirs.serialize(name, record);
                byte[] second = oursFirst ? theirs.serialize(name, record) : ours.serialize(name, record);
                assertArrayEquals(first, second, which);
                // as text: Avro's arrays cannot compare records with an instant that may be null
                assertEquals(record.toString(), String.valueOf(weRead.deserialize(name, first)), which);
                assertEquals(record.toString(), String.valueOf(theyReadSpecific.deserialize(name, first)), which);
                GenericRecord generic = (GenericRecord) theyReadGeneric.deserialize(name, first);
                assertArrayEquals(Arrays.copyOfRange(first, 5, first.length), avro(generic), which);
            }
        }
    }

    @Test
    void producersAndConsumersOfBothKindsShareATopic() throws Exception {
        String name = Topics.MATCHES.in("shared.");
        cluster.createTopics(1, name);
        List<Object> sent = new ArrayList<>();
        List<Future<?>> acknowledged = new ArrayList<>();
        RandomRecords random = new RandomRecords(SEED);
        for (String serializer : List.of(SERIALIZER, AvroSerde.class.getName())) {
            try (var producer = new KafkaProducer<String, Object>(
                    config("key.serializer", StringSerializer.class.getName(), "value.serializer", serializer))) {
                for (int i = 0; i < RECORDS; i++) {
                    Object record = random.next(Topics.MATCHES);
                    acknowledged.add(producer.send(new ProducerRecord<>(name, "key", record)));
                    sent.add(record);
                }
                acknowledged.add(producer.send(new ProducerRecord<>(name, "key", null)));
            }
        }
        for (Future<?> one : acknowledged) {
            one.get();
        }
        for (String deserializer : List.of(DESERIALIZER, AvroSerde.class.getName())) {
            assertEquals(sent, received(name, deserializer), deserializer);
        }
    }

    private List<Object> received(String topic, String deserializer) {
        List<Object> received = new ArrayList<>();
        int tombstones = 0;
        try (var consumer = new KafkaConsumer<String, Object>(
                config("key.deserializer", StringDeserializer.class.getName(), "value.deserializer", deserializer))) {
            TopicPartition partition = new TopicPartition(topic, 0);
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
            while (consumer.position(partition) < end) {
                for (ConsumerRecord<String, Object> record : consumer.poll(Duration.ofMillis(200))) {
                    if (record.value() == null) {
                        tombstones++;
                    } else {
                        received.add(record.value());
                    }
                }
            }
        }
        assertEquals(2, tombstones);
        return received;
    }

    private SchemaRegistry ourRegistry() {
        return SchemaRegistries.from(config());
    }

    @SuppressWarnings("unchecked")
    private Serializer<SpecificRecord> ourSerializer(Topic<?> topic) {
        return ((Serde<SpecificRecord>) topic.serde(ourRegistry())).serializer();
    }

    @SuppressWarnings("unchecked")
    private Serializer<Object> theirSerializer() {
        Serializer<Object> serializer = newInstance(SERIALIZER, Serializer.class);
        serializer.configure(config(), false);
        return serializer;
    }

    @SuppressWarnings("unchecked")
    private Deserializer<Object> theirDeserializer(boolean specific) {
        Deserializer<Object> deserializer = newInstance(DESERIALIZER, Deserializer.class);
        deserializer.configure(config("specific.avro.reader", Boolean.toString(specific)), false);
        return deserializer;
    }

    private static <T> T newInstance(String name, Class<T> type) {
        try {
            return Utils.newInstance(name, type);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("not on the class path: " + name, e);
        }
    }

    private Map<String, Object> config(String... more) {
        Map<String, Object> config = new HashMap<>(Map.of(
                "bootstrap.servers",
                cluster.bootstrapServers(),
                "schema.registry.url",
                cluster.schemaRegistryUrl(),
                "specific.avro.reader",
                "true"));
        for (int i = 0; i < more.length; i += 2) {
            config.put(more[i], more[i + 1]);
        }
        return config;
    }

    private static byte[] avro(GenericRecord record) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
        new GenericDatumWriter<GenericRecord>(record.getSchema()).write(record, encoder);
        encoder.flush();
        return bytes.toByteArray();
    }
}
