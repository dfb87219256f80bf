package io.fairstream.cli.options;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads an instant as {@link TimeOption} does, in UTC if it has no zone; rounded down to the millisecond. */
public final class InstantConverter implements ITypeConverter<Instant> {
    @Override
    public Instant convert(String text) {
        TimeOption when = new TimeOption.Converter().convert(text);
        if (when.isLatest()) {
            throw new TypeConversionException("\"latest\" (expected: a time; this option does not read the topics)");
        }
        return when.at(ZonedDateTime.now(ZoneOffset.UTC)).truncatedTo(ChronoUnit.MILLIS);
    }
}
