package io.fairstream.cli.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class TimeOptionTest {
    /** A Monday's noon in Berlin, an hour ahead of UTC. */
    private static final ZonedDateTime NOON = ZonedDateTime.of(2026, 3, 2, 12, 0, 0, 0, ZoneId.of("Europe/Berlin"));

    @ParameterizedTest
    @CsvSource({
        "now,                      2026-03-02T11:00:00Z",
        "now-3days,                2026-02-27T11:00:00Z",
        "now-1hour,                2026-03-02T10:00:00Z",
        "now+90minutes,            2026-03-02T12:30:00Z",
        "now-2weeks,               2026-02-16T11:00:00Z",
        "now-30,                   2026-03-02T10:59:30Z",
        "today,                    2026-03-01T23:00:00Z",
        "yesterday,                2026-02-28T23:00:00Z",
        "08:00,                    2026-03-02T07:00:00Z",
        "08:00:30,                 2026-03-02T07:00:30Z",
        "0302,                     2026-03-01T23:00:00Z",
        "030225,                   2025-03-01T23:00:00Z",
        "03/02,                    2026-03-01T23:00:00Z",
        "03/02/25,                 2025-03-01T23:00:00Z",
        "03.02.25,                 2025-03-01T23:00:00Z",
        "03/02/25-08:15,           2025-03-02T07:15:00Z",
        "03/02-08:15:30,           2026-03-02T07:15:30Z",
        "2026-07-01,               2026-06-30T22:00:00Z",
        "2026-03-01T08:00,         2026-03-01T07:00:00Z",
        "2026-03-01T08:00:00.5,    2026-03-01T07:00:00.500Z",
        "2026-03-01T08:00:00Z,     2026-03-01T08:00:00Z",
        "2026-03-01T08:00:00-05:00,2026-03-01T13:00:00Z",
        "1772352000000,            2026-03-01T08:00:00Z"
    })
    void readsWhatSlurmsToolsReadAndIso(String text, String expected) {
        assertEquals(
                Instant.parse(expected),
                new TimeOption.Converter().convert(text).at(NOON));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "soon",
                "now-",
                "now-3moons",
                "13/01",
                "0230",
                "25:00",
                "2026-02-30",
                "2026-3-2",
                "1772352000"
            })
    void refusesTheRestAndSaysWhatItExpects(String text) {
        TypeConversionException refusal =
                assertThrows(TypeConversionException.class, () -> new TimeOption.Converter().convert(text));
        assertEquals("\"" + text + "\" (expected: " + TimeOption.EXPECTED + ")", refusal.getMessage());
    }
}
