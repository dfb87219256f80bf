package io.fairstream.cli.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class InstantConverterTest {
    private final InstantConverter converter = new InstantConverter();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2023-11-14T22:13:20Z",
                "2023-11-14T23:13:20+01:00",
                "2023-11-14T22:13:20.000999Z",
                "1700000000000",
                "2023-11-14T22:13:20",
                "11/14/23-22:13:20"
            })
    void oneInstantHasSeveralSpellings(String text) {
        assertEquals(Instant.ofEpochSecond(1_700_000_000), converter.convert(text));
    }

    @Test
    void nowIsNow() {
        Duration passed = Duration.between(converter.convert("now"), Instant.now());
        assertEquals(true, passed.compareTo(Duration.ofMinutes(1)) < 0 && !passed.isNegative());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "soon", "latest", "2023-11-31", "1e12", "99999999999999999999"})
    void whatIsNoInstantIsRefused(String text) {
        assertThrows(TypeConversionException.class, () -> converter.convert(text));
    }
}
