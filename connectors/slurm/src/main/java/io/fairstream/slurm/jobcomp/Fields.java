package io.fairstream.slurm.jobcomp;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.slurm.MalformedException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one record. One that is absent, null or, for texts, empty is not told.
 *
 * @param json an object
 */
record Fields(JsonNode json) {
    Fields {
        if (!json.isObject()) {
            throw new IllegalArgumentException(json.getNodeType() + " (expected: an object)");
        }
    }

    /** Empty when not told. */
    String text(String name) throws MalformedException {
        JsonNode value = json.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return "";
        }
        if (!value.isTextual()) {
            throw new MalformedException(name, value.toString(), "a text");
        }
        return value.textValue();
    }

    @Nullable
    Long whole(String name, long largest) throws MalformedException {
        JsonNode value = json.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return null;
        }
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw new MalformedException(name, value.toString(), "a whole number");
        }
        long number = value.longValue();
        if (number < 0 || number > largest) {
            throw new MalformedException(name, number, "0 to " + largest);
        }
        return number;
    }

    @Nullable
    Integer count(String name) throws MalformedException {
        Long number = whole(name, Integer.MAX_VALUE);
        return number == null ? null : (Integer) number.intValue();
    }

    /** Times are UTC, though they do not say so. */
    @Nullable
    Instant time(String name) throws MalformedException {
        String text = text(name);
        if (text.isEmpty() || text.equals("Unknown") || text.equals("None")) {
            return null;
        }
        try {
            return LocalDateTime.parse(text).toInstant(ZoneOffset.UTC);
        } catch (DateTimeParseException e) {
            throw new MalformedException(name, text, "a time like 2026-03-02T08:00:00");
        }
    }
}
