package io.fairstream.testing;

import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeBlock;
import io.fairstream.schemas.ChargeBlocks;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.SchemaRegistries;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;

/** Charges that a test writes by hand, each in a block of its own in the partition of its account. */
public final class WrittenCharges {
    private WrittenCharges() {}

    /** Writes them to the topic {@code charges} of the default prefix. */
    public static void send(Map<String, Object> producerConfig, Map<String, ?> registryConfig, List<Charge> charges) {
        Instant sent = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        String topic = Topics.CHARGES.in(Topic.DEFAULT_PREFIX);
        var blocks = Topics.CHARGES.serde(SchemaRegistries.from(registryConfig)).serializer();
        try (KafkaProducer<String, ChargeBlock> producer =
                new KafkaProducer<>(producerConfig, new StringSerializer(), blocks)) {
            List<Future<RecordMetadata>> written = new ArrayList<>();
            for (Charge charge : charges) {
                List<ChargeBlocks.Sent> only = List.of(new ChargeBlocks.Sent(charge, sent));
                ChargeBlock block = ChargeBlocks.block(charge.getLedger(), only);
                written.add(producer.send(new ProducerRecord<>(topic, charge.getAccount(), block)));
            }
            producer.flush();
            for (Future<RecordMetadata> one : written) {
                one.get();
            }
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException("charges were not written", e);
        }
    }
}
