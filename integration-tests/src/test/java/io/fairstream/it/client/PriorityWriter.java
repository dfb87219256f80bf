package io.fairstream.it.client;

import io.fairstream.it.harness.Site;
import io.fairstream.schemas.FactorSource;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.SchemaRegistries;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** Writes synthetic rows of priorities in transactions, in the topology's place. */
final class PriorityWriter implements AutoCloseable {
    static final Instant AS_OF = Instant.parse("2026-03-02T08:00:00Z");

    private final KafkaProducer<String, Priority> producer;
    private final String topic;

    PriorityWriter(Site site, String transactionalId) {
        Map<String, Object> properties = new HashMap<>(site.settings().producer());
        properties.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, site.settings().applicationId() + transactionalId);
        properties.put(ProducerConfig.LINGER_MS_CONFIG, "0");
        topic = Topics.PRIORITIES.in(site.settings().topicPrefix());
        producer = new KafkaProducer<>(
                properties,
                new StringSerializer(),
                Topics.PRIORITIES
                        .serde(SchemaRegistries.from(site.settings().registry()))
                        .serializer());
        producer.initTransactions();
    }

    PriorityWriter begin() {
        producer.beginTransaction();
        return this;
    }

    /** Without a real priority: a tombstone. */
    PriorityWriter put(String customer, @Nullable Double realPriority) {
        return put(null, customer, realPriority == null ? null : row(customer, realPriority));
    }

    PriorityWriter put(@Nullable Integer partition, String key, @Nullable Priority row) {
        Future<RecordMetadata> unused = producer.send(new ProducerRecord<>(topic, partition, key, row));
        return this;
    }

    PriorityWriter flush() {
        producer.flush();
        return this;
    }

    void commit() {
        producer.commitTransaction();
    }

    void abort() {
        producer.abortTransaction();
    }

    /** One that uses nothing. */
    static Priority row(String customer, double realPriority) {
        return Priority.newBuilder()
                .setCustomer(customer)
                .setRealPriority(realPriority)
                .setEffectivePriority(realPriority * 1000)
                .setPriorityFactor(1000)
                .setFactorSource(FactorSource.DEFAULT)
                .setResourcesInUse(0)
                .setWeightInUse(0)
                .setAccumulatedUsage(0)
                .setWeightedAccumulatedUsage(0)
                .setAsOf(AS_OF)
                .setHalfLifeSeconds(86400)
                .build();
    }

    @Override
    public void close() {
        producer.close();
    }
}
