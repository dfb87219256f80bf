package io.fairstream.cli.options;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** An instant as {@link When} reads it, of UTC where it names no zone; to the millisecond. */
public final class InstantConverter implements ITypeConverter<Instant> {
    @Override
    public Instant convert(String text) {
        When when = new When.Converter().convert(text);
        if (when.isLatest()) {
            throw new TypeConversionException("\"latest\" (expected: a time; nothing is asked of the topics here)");
        }
        return when.at(ZonedDateTime.now(ZoneOffset.UTC)).truncatedTo(ChronoUnit.MILLIS);
    }
}
