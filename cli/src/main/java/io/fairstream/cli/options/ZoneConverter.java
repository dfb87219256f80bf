package io.fairstream.cli.options;

import java.time.DateTimeException;
import java.time.ZoneId;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a time zone: a place like {@code Europe/Berlin}, {@code UTC}, or an offset like {@code +01:00}. */
public final class ZoneConverter implements ITypeConverter<ZoneId> {
    @Override
    public ZoneId convert(String text) {
        try {
            return ZoneId.of(text);
        } catch (DateTimeException e) {
            throw new TypeConversionException(
                    "\"" + text + "\" (expected: a time zone like Europe/Berlin, UTC or +01:00)");
        }
    }
}
