package io.fairstream.cli.options;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** An instant: ISO-8601 with Z or an offset, milliseconds since 1970, or {@code now}; to the millisecond. */
public final class InstantConverter implements ITypeConverter<Instant> {
    @Override
    public Instant convert(String text) {
        if (text.equals("now")) {
            return Instant.now().truncatedTo(ChronoUnit.MILLIS);
        }
        try {
            return text.matches("-?\\d{1,17}")
                    ? Instant.ofEpochMilli(Long.parseLong(text))
                    : OffsetDateTime.parse(text, DateTimeFormatter.ISO_OFFSET_DATE_TIME)
                            .toInstant()
                            .truncatedTo(ChronoUnit.MILLIS);
        } catch (DateTimeException e) {
            throw new TypeConversionException(
                    "\"" + text + "\" (expected: a time like 2026-03-02T08:00:00Z, milliseconds since 1970, or now)");
        }
    }
}
