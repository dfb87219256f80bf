package io.fairstream.streams.errors;

import io.fairstream.schemas.registry.SchemaRegistries;
import io.fairstream.streams.avro.AvroIn;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;

/**
 * Records on which this instance has failed. The work since the last commit is undone, the records are read once more, and then go to the
 * dead letters instead of failing again. This is for bugs of ours, so the number of records is limited.
 */
public final class PoisonRecords {
    /** Header of records that are set aside; its value is the reason. */
    public static final String HEADER = "fairstream.set-aside";

    private static final int MOST = 100;
    private static final Map<List<String>, PoisonRecords> BY_INSTANCE = new ConcurrentHashMap<>();

    private final Map<Place, String> reasons = new ConcurrentHashMap<>();
    private final AtomicInteger unreported = new AtomicInteger();

    private record Place(String topic, int partition, long offset) {}

    private PoisonRecords() {}

    /**
     * Returns the poison records of an instance, shared by objects that Kafka creates independently.
     *
     * @param configs of Kafka Streams, or of its consumer
     */
    public static PoisonRecords of(Map<?, ?> configs) {
        Object id = configs.containsKey(StreamsConfig.APPLICATION_ID_CONFIG)
                ? configs.get(StreamsConfig.APPLICATION_ID_CONFIG)
                : configs.get(ConsumerConfig.GROUP_ID_CONFIG);
        String cluster = String.valueOf(configs.get(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG));
        return BY_INSTANCE.computeIfAbsent(
                List.of(String.valueOf(id), cluster.replaceAll("[\\[\\] ]", "")), any -> new PoisonRecords());
    }

    /** Marks a record to be set aside when it is next read; false if there are too many already or this record failed before. */
    boolean add(String topic, int partition, long offset, String reason) {
        if (reasons.size() >= MOST || reasons.putIfAbsent(new Place(topic, partition, offset), reason) != null) {
            return false;
        }
        unreported.incrementAndGet();
        return true;
    }

    /** Returns true if a record was set aside for a failure, so that a restart will not fail on it again. Each such record counts once. */
    public boolean explainsAFailure() {
        return unreported.getAndUpdate(count -> Math.max(0, count - 1)) > 0;
    }

    boolean isEmpty() {
        return reasons.isEmpty();
    }

    @Nullable
    String reason(String topic, int partition, long offset) {
        return reasons.get(new Place(Objects.requireNonNull(topic), partition, offset));
    }

    /** Interceptor of each batch of consumed records: marks records that are set aside for the deserializer of keys. */
    public static final class MarkSetAside implements ConsumerInterceptor<byte[], byte[]> {
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
            // Kafka Streams commits offsets with its transactions
        }

        @Override
        public void close() {
            // nothing to close
        }
    }

    /**
     * Deserializer of keys: UTF-8, with a maximum length far above that of any name, so that many keys fit on the heap. Other keys, and
     * those of records that are {@linkplain PoisonRecords set aside}, {@linkplain UnreadableRecord mark} their record.
     */
    public static final class KeyDeserializer implements Deserializer<String> {
        private static final int MOST = 16 * 1024;

        @Override
        public @Nullable String deserialize(String topic, Headers headers, byte @Nullable [] key) {
            headers.remove(UnreadableRecord.HEADER);
            Header setAside = headers.lastHeader(PoisonRecords.HEADER);
            try {
                if (setAside != null && setAside.value() != null) {
                    throw new SerializationException(new String(setAside.value(), StandardCharsets.UTF_8));
                }
                return deserialize(topic, key);
            } catch (SerializationException e) {
                UnreadableRecord.mark(headers, e);
                return null;
            }
        }

        @Override
        public @Nullable String deserialize(String topic, byte @Nullable [] key) {
            if (key == null) {
                return null;
            }
            if (key.length > MOST) {
                throw new SerializationException(
                        topic + ": key of " + key.length + " bytes (expected: at most " + MOST + ")");
            }
            String text = AvroIn.utf8(key, 0, key.length);
            if (text == null) {
                throw new SerializationException(topic + ": key of " + key.length + " bytes (expected: UTF-8)");
            }
            return text;
        }
    }
}
