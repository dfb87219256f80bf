package io.fairstream.flux;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.stream.Collectors;

/**
 * The JSON of a file: a value a line, or, when the first line is only the beginning of one, values over several lines. A line that
 * cannot be read is told and the next one is read; over several lines, nothing after the first error can be.
 */
final class JsonValues {
    private static final ObjectReader VALUE = new ObjectMapper()
            .reader()
            .forType(JsonNode.class)
            .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS, DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    private final RecordOutcomes findings;
    private final Taker taker;

    private JsonValues(RecordOutcomes findings, Taker taker) {
        this.findings = findings;
        this.taker = taker;
    }

    /** Takes a value. */
    @FunctionalInterface
    interface Taker {
        /**
         * Takes it.
         *
         * @param line in which it ends
         */
        void take(long line, JsonNode value);
    }

    static void read(BufferedReader in, RecordOutcomes findings, Taker taker) throws IOException {
        JsonValues values = new JsonValues(findings, taker);
        String first = in.readLine();
        if (first != null && isOnlyTheBeginning(first)) {
            values.document(first + "\n" + in.lines().collect(Collectors.joining("\n")));
            return;
        }
        long number = 1;
        for (String line = first; line != null; line = in.readLine()) {
            if (!line.isBlank()) {
                values.line(number, line);
            }
            number++;
        }
    }

    /** A value that is a text of its own. */
    static JsonNode parse(String text) throws MalformedException {
        try {
            return VALUE.readValue(text);
        } catch (JsonProcessingException e) {
            throw new MalformedException("no JSON: " + e.getOriginalMessage());
        }
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

    private void line(long number, String line) {
        try {
            taker.take(number, parse(line));
        } catch (MalformedException e) {
            findings.problem(number, e);
        }
    }

    private void document(String text) throws IOException {
        long line = 1;
        ObjectReader several = VALUE.without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
        try (MappingIterator<JsonNode> values = several.readValues(text)) {
            while (values.hasNextValue()) {
                JsonNode value = values.nextValue();
                line = values.getCurrentLocation().getLineNr();
                taker.take(line, value);
            }
        } catch (JsonProcessingException e) {
            long at = e.getLocation() == null ? line : e.getLocation().getLineNr();
            findings.problem(at, new MalformedException("no JSON from here on: " + e.getOriginalMessage()));
        }
    }
}
