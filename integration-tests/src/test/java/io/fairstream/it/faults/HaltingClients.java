package io.fairstream.it.faults;

import io.fairstream.it.faults.Halt.Point;
import io.fairstream.schemas.Topics;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.processor.internals.DefaultKafkaClientSupplier;
import org.jspecify.annotations.Nullable;

/** Kafka Streams' own clients, of which the producer can {@link Halt}; named in {@code default.client.supplier}. */
public final class HaltingClients extends DefaultKafkaClientSupplier {
    @Override
    public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
        return new HaltingProducer(config);
    }

    private static final class HaltingProducer extends KafkaProducer<byte[], byte[]> {
        HaltingProducer(Map<String, Object> config) {
            super(config, new ByteArraySerializer(), new ByteArraySerializer());
        }

        @Override
        public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
            Future<RecordMetadata> sent = super.send(record, callback);
            if (record.topic().endsWith(Topics.MATCH_RECORDS.name())) {
                Halt.at(Point.BEFORE_FLUSH, this::flush);
            } else if (record.topic().endsWith("-changelog") || record.topic().endsWith(Topics.CHARGES.name())) {
                Halt.at(Point.IN_FLUSH, this::flush);
            }
            return sent;
        }

        @Override
        public void sendOffsetsToTransaction(
                Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata group) {
            Halt.at(Point.BEFORE_OFFSETS, this::flush);
            super.sendOffsetsToTransaction(offsets, group);
        }

        @Override
        public void commitTransaction() {
            Halt.at(Point.BEFORE_COMMIT, this::flush);
            super.commitTransaction();
            Halt.at(Point.AFTER_COMMIT, () -> {});
        }
    }
}
