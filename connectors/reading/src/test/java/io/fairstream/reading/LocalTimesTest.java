package io.fairstream.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** On 2026-10-25 the clock of Berlin goes back from 3:00 to 2:00, which is 1:00 in UTC; on 2026-03-29 it skips from 2:00 to 3:00. */
class LocalTimesTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    @Test
    void aDoubledHourHasTwoReadingsAndASkippedOneNone() {
        assertEquals(
                List.of(Instant.parse("2026-10-25T00:10:00Z"), Instant.parse("2026-10-25T01:10:00Z")),
                LocalTimes.readings(LocalDateTime.parse("2026-10-25T02:10:00"), BERLIN));
        assertEquals(
                List.of(Instant.parse("2026-10-25T02:00:00Z")),
                LocalTimes.readings(LocalDateTime.parse("2026-10-25T03:00:00"), BERLIN));
        assertThrows(
                DateTimeException.class, () -> LocalTimes.readings(LocalDateTime.parse("2026-03-29T02:30:00"), BERLIN));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        02:10:00 | 2026-10-24T23:50:00Z | 00:10:00 | the first time that the log comes there
        02:10:00 | 2026-10-25T00:40:00Z | 01:10:00 | or else it would go back
        02:10:00 | 2026-10-25T00:10:30Z | 00:10:00 | two writers, one of them half a minute late
        02:10:00 | 2026-10-25T01:10:30Z | 01:10:00 | the same in the second hour
        02:10:00 | 2026-10-25T05:00:00Z | 00:10:00 | it goes back in either reading
        """)
    void aLogGoesOnInTheOrderOfItsTimes(String time, Instant latest, String expected, String why) {
        List<Instant> readings = LocalTimes.readings(LocalDateTime.parse("2026-10-25T" + time), BERLIN);
        assertEquals(Instant.parse("2026-10-25T" + expected + "Z"), LocalTimes.inOrder(readings, latest), why);
    }
}
