package io.fairstream.reading;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PushbackReader;
import java.io.Reader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reader of JSON files: one value a line, or, if the first line is not a complete value, values over several lines.
 * After an invalid line reading continues with the next one; over several lines it stops at the first error.
 */
public final class JsonValues {
    /** Jackson's message for constants of JavaScript that are not in JSON. */
    private static final Pattern NOT_FINITE = Pattern.compile("(?s)^Non-standard token '([+-]?(?:NaN|INF|Infinity))'");

    private static final ObjectReader SEVERAL =
            new ObjectMapper().readerFor(JsonNode.class).with(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
    private static final ObjectReader VALUE = SEVERAL.with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private JsonValues() {}

    @FunctionalInterface
    public interface Taker {
        /**
         * Receives a value.
         *
         * @param line its last line
         */
        void take(long line, JsonNode value);
    }

    /** Reads to the end. */
    public static void read(BufferedReader in, RecordReader reader, Taker taker) throws IOException {
        String first = in.readLine();
        if (first != null && isOnlyTheBeginning(first)) {
            PushbackReader all = new PushbackReader(in, first.length() + 1);
            all.unread((first + "\n").toCharArray());
            stream(all, reader, taker);
        } else {
            lines(first, in, reader, taker);
        }
    }

    /** Reads one value a line. */
    public static void lines(BufferedReader in, RecordReader reader, Taker taker) throws IOException {
        lines(in.readLine(), in, reader, taker);
    }

    private static void lines(@Nullable String first, BufferedReader in, RecordReader reader, Taker taker)
            throws IOException {
        long number = 1;
        for (String line = first; line != null; line = in.readLine()) {
            if (!line.isBlank()) {
                line(number, line, reader, taker);
            }
            number++;
        }
    }

    /**
     * Reads the elements of one list of an object, such as {@code jobs} in <code>{"meta": …, "jobs": […]}</code>, one
     * by one: the object may be larger than memory. Reading stops at invalid JSON.
     */
    public static void elements(Reader in, String list, RecordReader reader, Taker taker) throws IOException {
        boolean found = false;
        try (JsonParser json = SEVERAL.createParser(in)) {
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                if (token == JsonToken.START_ARRAY && list.equals(json.currentName())) {
                    found = true;
                    while (json.nextToken() != JsonToken.END_ARRAY) {
                        JsonNode value = json.readValueAsTree();
                        taker.take(json.currentLocation().getLineNr(), value);
                    }
                } else if (token.isStructStart() && json.currentName() != null) {
                    json.skipChildren();
                }
            }
            if (!found) {
                reader.problem(1, new MalformedException("no list " + list + " (expected: an object with it)"));
            }
        } catch (JsonProcessingException e) {
            long line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
            reader.problem(line, new MalformedException("not JSON from here on: " + words(e)));
        }
    }

    /** Parses a text with a single value. */
    public static JsonNode parse(String text) throws MalformedException {
        try {
            return VALUE.readValue(text);
        } catch (JsonProcessingException e) {
            throw new MalformedException("no JSON: " + words(e));
        }
    }

    /** Returns the reason why a text is not JSON, without details for developers. */
    public static String words(JsonProcessingException failure) {
        String why = failure.getOriginalMessage();
        Matcher notFinite = NOT_FINITE.matcher(why);
        return notFinite.find()
                ? notFinite.group(1) + " (expected: a finite number)"
                : why.replaceAll("(?s) \\(start marker at.*", "");
    }

    private static boolean isOnlyTheBeginning(String line) {
        try {
            VALUE.readValue(line);
            return false;
        } catch (JsonEOFException e) {
            return !line.isBlank();
        } catch (JsonProcessingException e) {
            return false;
        }
    }

    private static void line(long number, String line, RecordReader reader, Taker taker) {
        try {
            taker.take(number, parse(line));
        } catch (MalformedException e) {
            reader.problem(number, e);
        }
    }

    /** Reads consecutive values, in lines or not; reading stops at invalid JSON. */
    public static void stream(Reader in, RecordReader reader, Taker taker) throws IOException {
        long line = 1;
        try (MappingIterator<JsonNode> values = SEVERAL.readValues(in)) {
            while (values.hasNextValue()) {
                JsonNode value = values.nextValue();
                line = values.getCurrentLocation().getLineNr();
                taker.take(line, value);
            }
        } catch (JsonProcessingException e) {
            long at = e.getLocation() == null ? line : e.getLocation().getLineNr();
            reader.problem(at, new MalformedException("not JSON from here on: " + words(e)));
        }
    }
}
