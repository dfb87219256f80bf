package io.fairstream.cli.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.cli.Console;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.TypeConversionException;

class DurationConverterTest {
    @ParameterizedTest
    @CsvSource({"3600, PT1H", "1d12h, PT36H", "P7D, PT168H"})
    void readsWhatTheSettingsRead(String text, Duration expected) {
        assertEquals(expected, new DurationConverter().convert(text));
        assertEquals(expected, DurationConverter.read(text));
    }

    @Test
    void zeroIsForOptionsWithARangeOfTheirOwn() {
        assertEquals(Duration.ZERO, DurationConverter.read("0"));
        assertEquals(
                "\"0\" (expected: a length of time like 24h, 1d12h, P7D or seconds, above 0)",
                assertThrows(TypeConversionException.class, () -> new DurationConverter().convert("0"))
                        .getMessage());
    }

    @ParameterizedTest
    @CsvSource({
        "agent, --cluster=x, --interval",
        "boinc-gateway, --key=x, --repeat",
        "what-if, --from-topic, --active-within"
    })
    void allCommandsReadLengthsOfTimeAlike(String command, String other, String option) {
        Console console = Console.run(command, other, option, "soon");
        assertEquals(2, console.exitCode(), console.toString());
        assertEquals(
                "fairstream: " + option + ": \"soon\" (expected: a length of time like 24h, 1d12h, P7D or seconds)",
                console.err().get(0));
    }
}
