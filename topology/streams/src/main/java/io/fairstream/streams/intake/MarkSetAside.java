package io.fairstream.streams.intake;

import io.fairstream.schemas.registry.SchemaRegistries;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** The first look at each batch of records: marks those that are set aside, for who reads their keys. */
public final class MarkSetAside implements ConsumerInterceptor<byte[], byte[]> {
    private PoisonRecords setAside = PoisonRecords.of(Map.of());

    @Override
    public void configure(Map<String, ?> configs) {
        setAside = PoisonRecords.of(configs);
    }

    @Override
    public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
        SchemaRegistries.recordsWereRead();
        if (!setAside.isEmpty()) {
            for (ConsumerRecord<byte[], byte[]> record : records) {
                String reason = setAside.reason(record.topic(), record.partition(), record.offset());
                if (reason != null) {
                    record.headers().add(PoisonRecords.HEADER, reason.getBytes(StandardCharsets.UTF_8));
                }
            }
        }
        return records;
    }

    @Override
    public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {
        // Kafka Streams commits with its transactions
    }

    @Override
    public void close() {
        // nothing is open
    }
}
