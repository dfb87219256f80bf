package io.fairstream.benchmarks.flink;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Takes records of {@code matches} as they are, and notes when the first one came. */
final class MatchReader implements KafkaRecordDeserializationSchema<RawMatch> {
    private static final long serialVersionUID = 1L;
    private static final AtomicLong FIRST = new AtomicLong();

    /** Time at which the first record of this job arrived, milliseconds since 1970, or 0; set it to 0 before the job. */
    static AtomicLong first() {
        return FIRST;
    }

    @Override
    public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<RawMatch> out) {
        if (FIRST.getPlain() == 0) {
            FIRST.compareAndSet(0, System.currentTimeMillis());
        }
        String resource = new String(record.key(), StandardCharsets.UTF_8);
        out.collect(new RawMatch(resource, record.value(), record.partition(), record.offset(), record.timestamp()));
    }

    @Override
    public TypeInformation<RawMatch> getProducedType() {
        return RawMatch.TYPE;
    }
}
