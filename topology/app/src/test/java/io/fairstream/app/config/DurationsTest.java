package io.fairstream.app.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
    @ParameterizedTest
    @CsvSource({
        "90,               PT90S",
        "0,                PT0S",
        "0.5,              PT0.5S",
        "1e3,              PT1000S",
        "0.0000000019,     PT0.000000001S",
        "90s,              PT90S",
        "15m,              PT15M",
        "15min,            PT15M",
        "24h,              PT24H",
        "1.5h,             PT90M",
        "1d,               P1D",
        "2w,               P14D",
        "1d12h,            PT36H",
        "1w2d3h4min5.5s,   P9DT3H4M5.5S",
        "0s,               PT0S",
        "PT24H,            PT24H",
        "P7D,              P7D",
        "p1dt12h,          PT36H",
        "PT0.1S,           PT0.1S",
        "9223372036854775, PT9223372036854775S",
    })
    void readsUnitsIsoAndSeconds(String text, Duration expected) {
        assertEquals(expected, Durations.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "a day",
                "h",
                "12 h",
                "1d 12h",
                "12h1d",
                "1h1h",
                "1d12",
                "24H",
                "500ms",
                "1y",
                "-1",
                "-1h",
                "-PT1H",
                "PT-1H",
                "P1M",
                "NaN",
                "1e999999999",
                "1e-999999999",
                "99999999999999999999",
                "999999999999999999w",
            })
    void refusesWhatIsNoLengthOfTime(String text) {
        assertThrows(IllegalArgumentException.class, () -> Durations.parse(text));
    }

    @Test
    void saysWhatItReads() {
        assertEquals(
                "\"soon\" (expected: a length of time like 24h, 1d12h, P7D or seconds)",
                assertThrows(IllegalArgumentException.class, () -> Durations.parse("soon"))
                        .getMessage());
    }
}
