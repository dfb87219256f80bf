package io.fairstream.streams.errors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.errors.SerializationException;
import org.junit.jupiter.api.Test;

class BadRecordLogTest {
    private final List<String> lines = new ArrayList<>();
    private Instant now = Instant.parse("2026-03-03T08:00:00Z");
    private final BadRecordLog log = new BadRecordLog(
            new Clock() {
                @Override
                public Instant instant() {
                    return now;
                }

                @Override
                public ZoneOffset getZone() {
                    return ZoneOffset.UTC;
                }

                @Override
                public Clock withZone(java.time.ZoneId zone) {
                    return this;
                }
            },
            lines::add);

    @Test
    void aBadRecordIsOneLineThatSaysWhereItStands() {
        log.deadLetter(
                "matches", 3, 17, new SerializationException("first byte 110\n\tat java.lang", new Exception("why")));
        assertEquals(List.of("dead letter: matches partition 3 offset 17: first byte 110  at java.lang: why"), lines);
    }

    @Test
    void ofManyBadRecordsSomeAreToldAndTheOthersCounted() {
        for (int i = 1; i <= 1000; i++) {
            log.deadLetter("matches", 0, i, new SerializationException("bad"));
        }
        assertEquals(12, lines.size(), lines::toString);
        assertTrue(lines.get(10).endsWith("offset 100: bad (and 89 more since the last line)"), lines.get(10));
        assertTrue(lines.get(11).endsWith("offset 1000: bad (and 899 more since the last line)"), lines.get(11));
        log.deadLetter("shares", 0, 1, new SerializationException("bad"));
        assertEquals(13, lines.size());
        log.deadLetter("matches", 0, 1001, new SerializationException("bad"));
        now = now.plusSeconds(60);
        log.deadLetter("matches", 0, 1002, new SerializationException("bad"));
        assertEquals(
                "dead letter: matches partition 0 offset 1002: bad (and 1 more since the last line)", lines.get(13));
    }

    @Test
    void aLineIsNotLongerThanNeeded() {
        log.deadLetter("matches", 0, 0, new IllegalStateException("x".repeat(100_000)));
        assertTrue(lines.get(0).length() < 400, lines.get(0));
        assertFalse(lines.get(0).contains("\n"));
    }
}
