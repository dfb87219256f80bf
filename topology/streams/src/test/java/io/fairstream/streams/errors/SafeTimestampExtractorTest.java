package io.fairstream.streams.errors;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.streams.errors.ErrorHandlers.SafeTimestampExtractor;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class SafeTimestampExtractorTest {
    private static final Instant NOW = Instant.parse("2026-03-03T08:00:00Z");
    private static final long MINUTE = 60_000;

    @Test
    void aRecordWithATimestampWasSentThen() {
        assertEquals(0, sent(0));
        assertEquals(NOW.toEpochMilli(), sent(NOW.toEpochMilli()));
        assertEquals(NOW.toEpochMilli() + 10 * MINUTE, sent(NOW.toEpochMilli() + 10 * MINUTE));
    }

    @Test
    void aRecordWithoutATimestampWasSentWhenItIsRead() {
        assertEquals(NOW.toEpochMilli(), sent(-1));
        assertEquals(NOW.toEpochMilli(), sent(Long.MIN_VALUE));
    }

    @Test
    void aRecordOfTheFutureWasSentWhenItIsRead() {
        assertEquals(NOW.toEpochMilli(), sent(NOW.toEpochMilli() + 10 * MINUTE + 1));
        assertEquals(NOW.toEpochMilli(), sent(Long.MAX_VALUE));
    }

    private static long sent(long timestamp) {
        ConsumerRecord<Object, Object> record = new ConsumerRecord<>(
                "topic",
                0,
                0,
                timestamp,
                TimestampType.CREATE_TIME,
                1,
                1,
                "key",
                "value",
                new RecordHeaders(),
                Optional.empty());
        return new SafeTimestampExtractor(Clock.fixed(NOW, ZoneOffset.UTC)).extract(record, 17);
    }
}
