package io.fairstream.cli.boinc;

import io.fairstream.app.config.Settings;
import io.fairstream.boinc.UndeliveredException;
import io.fairstream.query.records.Offsets;
import io.fairstream.query.records.Undisturbed;
import io.fairstream.query.records.ValueFormat;
import io.fairstream.schemas.HostReport;
import io.fairstream.schemas.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.StringSerializer;

/** Sends host reports to Kafka, with timeouts that suit a waiting client. Safe for several threads. */
final class Deliveries implements AutoCloseable {
    private final String topic;
    private final KafkaProducer<String, HostReport> producer;

    /**
     * Opens a producer for the topic.
     *
     * @throws io.fairstream.query.records.Failure if the topic is missing
     */
    Deliveries(Settings settings) {
        topic = Topics.HOST_REPORTS.in(settings.topicPrefix());
        try (Offsets offsets = new Offsets(settings)) {
            offsets.partitions(List.of(topic));
        }
        producer = new KafkaProducer<>(
                impatient(settings), new StringSerializer(), new ValueFormat(settings).writes(Topics.HOST_REPORTS));
    }

    /** Producer settings with short timeouts and little batching, because a client waits for the reply. */
    private static Map<String, Object> impatient(Settings settings) {
        Map<String, Object> properties = new HashMap<>(settings.producer());
        properties.put(ProducerConfig.LINGER_MS_CONFIG, "5");
        properties.putIfAbsent(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, "8000");
        properties.putIfAbsent(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, "15000");
        properties.putIfAbsent(ProducerConfig.MAX_BLOCK_MS_CONFIG, "8000");
        return properties;
    }

    /** Sends a report. The future completes when Kafka has stored it; it fails with {@link UndeliveredException}. */
    CompletableFuture<Void> deliver(HostReport report) {
        CompletableFuture<Void> delivered = new CompletableFuture<>();
        try {
            Future<RecordMetadata> unused =
                    producer.send(new ProducerRecord<>(topic, report.getHost(), report), (metadata, failure) -> {
                        if (failure == null) {
                            delivered.complete(null);
                        } else {
                            delivered.completeExceptionally(new UndeliveredException(failure));
                        }
                    });
        } catch (KafkaException e) {
            delivered.completeExceptionally(new UndeliveredException(e));
        }
        return delivered;
    }

    @Override
    public void close() {
        Undisturbed.run(() -> producer.close(Duration.ofSeconds(5)));
    }
}
