package io.fairstream.sonar;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fields of an object. Sonar leaves out what is 0 or empty.
 *
 * @param json an object; anything else has no fields
 */
record Fields(JsonNode json) {
    /** Sums of a few thousand cannot overflow. */
    private static final long LARGEST = 1L << 50;

    String text(String name) throws MalformedException {
        JsonNode value = json.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return "";
        }
        if (!value.isTextual()) {
            throw new MalformedException(name, value, "a text");
        }
        return value.textValue();
    }

    long whole(String name) throws MalformedException {
        JsonNode value = json.path(name);
        return value.isMissingNode() || value.isNull() ? 0 : whole(name, value);
    }

    private static long whole(String name, JsonNode value) throws MalformedException {
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw new MalformedException(name, value, "a whole number");
        }
        long number = value.longValue();
        if (number < 0 || number > LARGEST) {
            throw new MalformedException(name, number, "0 to " + LARGEST);
        }
        return number;
    }

    /** Null when it is 0 or left out. */
    @Nullable
    Integer count(String name) throws MalformedException {
        long number = whole(name);
        if (number > Integer.MAX_VALUE) {
            throw new MalformedException(name, number, "at most " + Integer.MAX_VALUE);
        }
        return number == 0 ? null : (Integer) (int) number;
    }

    /** A number that may be unset, told as 0, or infinite, told as 1; other numbers are told plus 2. Null for both. */
    @Nullable
    Long extended(String name) throws MalformedException {
        long told = whole(name);
        return told < 2 ? null : (Long) (told - 2);
    }

    List<Long> wholes(String name) throws MalformedException {
        List<Long> numbers = new ArrayList<>();
        for (JsonNode value : json.path(name)) {
            numbers.add(whole(name, value));
        }
        return numbers;
    }

    @Nullable
    Instant time(String name) throws MalformedException {
        String text = text(name);
        if (text.isEmpty()) {
            return null;
        }
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            throw new MalformedException(name, '"' + text + '"', "a time like 2026-03-02T08:00:00+01:00");
        }
    }

    Instant requiredTime(String name) throws MalformedException {
        Instant time = time(name);
        if (time == null) {
            throw new MalformedException(name + ": missing");
        }
        return time;
    }

    String requiredText(String name) throws MalformedException {
        String text = text(name);
        if (text.isEmpty()) {
            throw new MalformedException(name + ": missing");
        }
        return text;
    }

    Fields object(String name) {
        return new Fields(json.path(name));
    }
}
