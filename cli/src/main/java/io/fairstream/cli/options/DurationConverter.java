package io.fairstream.cli.options;

import io.fairstream.app.config.Durations;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a duration above 0 as {@link Durations} does. */
public final class DurationConverter implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
        Duration read = read(text);
        if (read.isZero()) {
            throw new TypeConversionException("\"" + text + "\" (expected: " + Durations.EXPECTED + ", above 0)");
        }
        return read;
    }

    /** Reads a duration, including 0, for options with a range of their own. */
    public static Duration read(String text) {
        try {
            return Durations.parse(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
