package io.fairstream.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The example of the README, as it stands there. */
class GreetingsTest {
    @AutoClose
    static final EmbeddedCluster cluster = EmbeddedCluster.startTemporary("greetings");

    @Test
    void whatIsWrittenIsRead() throws Exception {
        Map<String, Object> properties = cluster.clientProperties();
        try (var producer = new KafkaProducer<>(properties, new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>("greetings", "alice", "hello")).get();
        }
        properties.put("group.id", "readers");
        properties.put("auto.offset.reset", "earliest");
        try (var consumer = new KafkaConsumer<>(properties, new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(Set.of("greetings"));
            var records = consumer.poll(Duration.ofMinutes(2));
            assertEquals("hello", records.iterator().next().value());
        }
    }
}
