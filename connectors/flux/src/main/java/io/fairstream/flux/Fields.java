package io.fairstream.flux;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The fields of an object. One that is absent, null or an empty text is not told: Flux's own listing has empty texts for what a job
 * does not have yet.
 *
 * @param json an object; anything else has no fields
 */
record Fields(JsonNode json) {
    /** The end of the year 9999, seconds since 1970. */
    private static final BigDecimal LATEST = BigDecimal.valueOf(253_402_300_799L);

    /** After the point; Flux has microseconds, and some releases what a double makes of them. */
    private static final int MOST_DIGITS = 40;

    private static final BigDecimal MILLIS = BigDecimal.valueOf(1000);

    boolean has(String name) {
        JsonNode value = json.path(name);
        return !value.isMissingNode()
                && !value.isNull()
                && !(value.isTextual() && value.textValue().isEmpty());
    }

    /** Empty when not told. */
    String text(String name) throws MalformedException {
        if (!has(name)) {
            return "";
        }
        JsonNode value = json.path(name);
        if (!value.isTextual()) {
            throw new MalformedException(name, value, "a text");
        }
        return value.textValue();
    }

    @Nullable
    Long whole(String name, long least, long largest) throws MalformedException {
        if (!has(name)) {
            return null;
        }
        JsonNode value = json.path(name);
        if (!value.isIntegralNumber()
                || !value.canConvertToLong()
                || value.longValue() < least
                || value.longValue() > largest) {
            throw new MalformedException(name, value, "a whole number, " + least + " to " + largest);
        }
        return value.longValue();
    }

    /** Null when not told. */
    @Nullable
    Integer count(String name, int largest) throws MalformedException {
        Long number = whole(name, 0, largest);
        return number == null ? null : (Integer) number.intValue();
    }

    /** Seconds since 1970, to the millisecond begun; 0 is not told. */
    @Nullable
    Instant time(String name) throws MalformedException {
        BigDecimal seconds = seconds(name);
        return seconds == null
                ? null
                : Instant.ofEpochMilli(
                        seconds.multiply(MILLIS).setScale(0, RoundingMode.FLOOR).longValueExact());
    }

    /** A duration or a time, in seconds; 0 is not told. */
    @Nullable
    BigDecimal seconds(String name) throws MalformedException {
        if (!has(name)) {
            return null;
        }
        JsonNode value = json.path(name);
        if (!value.isNumber()
                || value.decimalValue().scale() > MOST_DIGITS
                || value.decimalValue().signum() < 0
                || value.decimalValue().compareTo(LATEST) > 0) {
            throw new MalformedException(name, value, "seconds, 0 to " + LATEST);
        }
        return value.decimalValue().signum() == 0 ? null : value.decimalValue();
    }

    Fields object(String name) {
        return new Fields(json.path(name));
    }

    /** An object, or the text of one, as an archive keeps it; null when not told. */
    @Nullable
    JsonNode document(String name) throws MalformedException {
        if (!has(name)) {
            return null;
        }
        JsonNode value = json.path(name);
        return value.isTextual() ? JsonValues.parse(value.textValue()) : value;
    }

    static <T> T required(String name, @Nullable T value) throws MalformedException {
        if (value == null) {
            throw new MalformedException(name + ": missing");
        }
        return value;
    }
}
