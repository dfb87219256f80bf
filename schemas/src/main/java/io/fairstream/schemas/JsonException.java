package io.fairstream.schemas;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.fairstream.schemas.PlainJson.Spelling;
import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;

/** Error in a JSON text that is not the expected record, such as {@code change.Matched.slotWeight: "heavy" (expected: a number)}. */
@NullMarked
public final class JsonException extends RuntimeException {
    private static final int LONGEST_QUOTE = 80;

    private final String field;

    public JsonException(String field, String message) {
        super(field.isEmpty() ? message : field + ": " + message);
        this.field = field;
    }

    /** Path of the field, such as {@code leases[0].value}; empty for the text as a whole. */
    public String field() {
        return field;
    }

    /** Jackson's message for tokens that are valid in JavaScript but not in JSON. */
    private static final Pattern NOT_FINITE = Pattern.compile("(?s)^Non-standard token '([+-]?(?:NaN|INF|Infinity))'");

    static JsonException at(JsonParser json, String message) {
        return new JsonException(path(json.getParsingContext()), message);
    }

    static JsonException unknown(JsonParser json, String problem, List<String> known) throws IOException {
        return at(json, problem + " (" + Spelling.hint(json.currentName(), known) + ")");
    }

    static JsonException missing(JsonParser json, String name, String expected) {
        String parent = path(json.getParsingContext());
        return new JsonException(parent.isEmpty() ? name : parent + "." + name, "missing (expected: " + expected + ")");
    }

    static JsonException unexpected(JsonParser json, String expected) throws IOException {
        return at(json, quote(json) + " (expected: " + expected + ")");
    }

    static JsonException notJson(JsonParser json, JsonProcessingException cause) {
        if (NOT_FINITE.matcher(cause.getOriginalMessage()).find()) {
            return at(json, words(cause));
        }
        JsonLocation location = cause.getLocation() != null ? cause.getLocation() : json.currentLocation();
        return at(json, "not JSON at column " + location.getColumnNr() + ": " + words(cause));
    }

    /** Returns the reason why a text is invalid JSON, without the parts of Jackson's message that address its caller. */
    public static String words(JsonProcessingException failure) {
        String why = failure.getOriginalMessage();
        Matcher notFinite = NOT_FINITE.matcher(why);
        return notFinite.find()
                ? notFinite.group(1) + " (expected: a finite number)"
                : why.replaceAll("(?s) \\(start marker at.*", "");
    }

    private static String quote(JsonParser json) throws IOException {
        return switch (json.currentToken()) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "an array";
            case VALUE_STRING -> '"' + shortened(json.getText()) + '"';
            default -> shortened(json.getText());
        };
    }

    private static String shortened(String text) {
        String start = text.length() <= LONGEST_QUOTE ? text : text.substring(0, LONGEST_QUOTE) + "…";
        return new String(JsonStringEncoder.getInstance().quoteAsString(start));
    }

    private static String path(JsonStreamContext context) {
        StringBuilder path = new StringBuilder();
        for (JsonStreamContext at = context; at != null && !at.inRoot(); at = at.getParent()) {
            if (at.inArray() && at.hasCurrentIndex()) {
                path.insert(0, "[" + at.getCurrentIndex() + "]");
            } else if (at.inObject() && at.getCurrentName() != null) {
                path.insert(0, "." + shortened(at.getCurrentName()));
            }
        }
        return path.isEmpty() || path.charAt(0) == '[' ? path.toString() : path.substring(1);
    }
}
