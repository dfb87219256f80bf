package io.fairstream.cli.options;

import java.time.DateTimeException;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a length of time above 0: whole seconds, as HTCondor's tools take them, or ISO-8601 like {@code P7D}. */
public final class DurationConverter implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
        Duration read;
        try {
            read = text.matches("\\d{1,12}") ? Duration.ofSeconds(Long.parseLong(text)) : Duration.parse(text);
        } catch (DateTimeException e) {
            throw refusal(text);
        }
        if (read.isNegative() || read.isZero()) {
            throw refusal(text);
        }
        return read;
    }

    private static TypeConversionException refusal(String text) {
        return new TypeConversionException("\"" + text + "\" (expected: seconds, or a duration like PT1H, above 0)");
    }
}
