package io.fairstream.streams.errors;

import java.time.Clock;
import java.time.Duration;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.TimestampExtractor;

/**
 * Extractor of the time a record was sent: its timestamp. One that cannot be meant, because it is missing (-1), negative or far
 * ahead of the time of reading, counts as sent when it is read: it cannot have been sent later than that. So every record has a
 * time under which rows that follow from it can be written; brokers refuse those of the future.
 */
public final class SafeTimestampExtractor implements TimestampExtractor {
    /** Clocks differ; brokers refuse timestamps an hour ahead of theirs. */
    static final Duration AHEAD = Duration.ofMinutes(10);

    private final Clock clock;

    /** For Kafka. */
    public SafeTimestampExtractor() {
        this(Clock.systemUTC());
    }

    SafeTimestampExtractor(Clock clock) {
        this.clock = clock;
    }

    @Override
    public long extract(ConsumerRecord<Object, Object> record, long partitionTime) {
        return of(record.timestamp(), clock.millis());
    }

    static long of(long timestamp, long now) {
        return timestamp < 0 || timestamp - AHEAD.toMillis() > now ? now : timestamp;
    }
}
