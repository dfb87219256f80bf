package io.fairstream.reading;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Fields of a JSON object. A field that is absent, null or an empty text is unknown.
 *
 * @param json an object; anything else has no fields
 */
public record JsonFields(JsonNode json) {
    public boolean has(String name) {
        JsonNode value = json.path(name);
        return !value.isMissingNode()
                && !value.isNull()
                && !(value.isTextual() && value.textValue().isEmpty());
    }

    /** Returns a text; empty if unknown. */
    public String text(String name) throws MalformedException {
        if (!has(name)) {
            return "";
        }
        JsonNode value = json.path(name);
        if (!value.isTextual()) {
            throw new MalformedException(name, value, "a text");
        }
        return value.textValue();
    }

    /** Returns the first known of these texts; empty if all are unknown. */
    public String firstText(String... names) throws MalformedException {
        for (String name : names) {
            if (has(name)) {
                return text(name);
            }
        }
        return "";
    }

    /** Returns a whole number; null if unknown. */
    public @Nullable Long whole(String name, long least, long largest) throws MalformedException {
        return has(name) ? (Long) whole(name, json.path(name), least, largest) : null;
    }

    /** Returns a value that must be a whole number. */
    public static long whole(String name, JsonNode value, long least, long largest) throws MalformedException {
        if (!value.isIntegralNumber()
                || !value.canConvertToLong()
                || value.longValue() < least
                || value.longValue() > largest) {
            throw new MalformedException(name, value, "a whole number, " + least + " to " + largest);
        }
        return value.longValue();
    }

    /** Returns a count; null if unknown. */
    public @Nullable Integer count(String name, int largest) throws MalformedException {
        Long number = whole(name, 0, largest);
        return number == null ? null : (Integer) number.intValue();
    }

    /**
     * Returns a time from a text; null if unknown.
     *
     * @param parser throws a DateTimeException for an invalid time
     * @param example of a valid time
     */
    public @Nullable Instant time(String name, Function<String, Instant> parser, String example)
            throws MalformedException {
        String text = text(name);
        if (text.isEmpty()) {
            return null;
        }
        try {
            return parser.apply(text);
        } catch (DateTimeException e) {
            throw new MalformedException(name, text, "a time like " + example);
        }
    }

    public JsonFields object(String name) {
        return new JsonFields(json.path(name));
    }

    /** Returns an object, or one in a text, as in archives; null if unknown. */
    public @Nullable JsonNode document(String name) throws MalformedException {
        if (!has(name)) {
            return null;
        }
        JsonNode value = json.path(name);
        return value.isTextual() ? JsonValues.parse(value.textValue()) : value;
    }

    public String requiredText(String name) throws MalformedException {
        return required(name, has(name) ? text(name) : null);
    }

    /** Returns the value of a mandatory field. */
    public static <T> T required(String name, @Nullable T value) throws MalformedException {
        if (value == null) {
            throw new MalformedException(name + ": missing");
        }
        return value;
    }
}
