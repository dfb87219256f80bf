package io.fairstream.flux;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.reading.JsonFields;
import io.fairstream.reading.MalformedException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Times and durations in Flux's format, in seconds; 0 is unknown. */
final class Seconds {
    /** The end of the year 9999, seconds since 1970. */
    private static final BigDecimal LATEST = BigDecimal.valueOf(253_402_300_799L);

    /** Maximum number of decimals; Flux writes microseconds, and some releases the exact value of a double. */
    private static final int MAX_DIGITS = 40;

    private static final BigDecimal MILLIS = BigDecimal.valueOf(1000);

    private Seconds() {}

    /** Returns seconds since 1970, rounded down to the millisecond; null if unknown. */
    static @Nullable Instant time(JsonFields fields, String name) throws MalformedException {
        BigDecimal seconds = of(fields, name);
        return seconds == null
                ? null
                : Instant.ofEpochMilli(
                        seconds.multiply(MILLIS).setScale(0, RoundingMode.FLOOR).longValueExact());
    }

    /** Returns a duration or a time; null if unknown. */
    static @Nullable BigDecimal of(JsonFields fields, String name) throws MalformedException {
        if (!fields.has(name)) {
            return null;
        }
        JsonNode value = fields.json().path(name);
        if (!value.isNumber()
                || value.decimalValue().scale() > MAX_DIGITS
                || value.decimalValue().signum() < 0
                || value.decimalValue().compareTo(LATEST) > 0) {
            throw new MalformedException(name, value, "seconds, 0 to " + LATEST);
        }
        return value.decimalValue().signum() == 0 ? null : value.decimalValue();
    }
}
