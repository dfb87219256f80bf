package io.fairstream.benchmarks;

import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Notes when the application of this process consumes its first record, which may be before it is RUNNING as a whole. The
 * application's consumers call it; asking for metrics again and again would take seconds of a busy machine, and be late.
 */
public final class FirstRecord implements ConsumerInterceptor<Object, Object> {
    /** The setting that makes an application tell it. */
    static final String SETTING = "kafka.main.consumer.interceptor.classes";

    private static final AtomicLong AT = new AtomicLong();

    /** Waits for the first record of the next application. */
    static void reset() {
        AT.set(0);
    }

    /** Milliseconds since 1970, or 0 if there was none. */
    static long at() {
        return AT.get();
    }

    @Override
    public ConsumerRecords<Object, Object> onConsume(ConsumerRecords<Object, Object> records) {
        if (AT.get() == 0 && !records.isEmpty()) {
            AT.compareAndSet(0, System.currentTimeMillis());
        }
        return records;
    }

    @Override
    public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {
        // only the first record counts
    }

    @Override
    public void configure(Map<String, ?> configs) {
        // there is nothing to set
    }

    @Override
    public void close() {
        // the instant stays
    }
}
