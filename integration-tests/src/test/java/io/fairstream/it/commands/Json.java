package io.fairstream.it.commands;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairstream.it.harness.Console;
import java.util.List;

/** Lines of JSON that a command printed. */
public final class Json {
    private static final ObjectMapper JSON = new ObjectMapper();

    private Json() {}

    /** All lines; the command must have ended well. */
    public static List<JsonNode> lines(Console console) {
        if (console.exitCode() != 0) {
            throw new AssertionError(console);
        }
        return console.out().stream().map(Json::line).toList();
    }

    /** The object on a line. */
    public static JsonNode line(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError(text, e);
        }
    }

    /** The only line in which the field is the value. */
    public static JsonNode only(List<JsonNode> lines, String field, String value) {
        List<JsonNode> found = lines.stream()
                .filter(line -> line.path(field).asText().equals(value))
                .toList();
        if (found.size() != 1) {
            throw new AssertionError(field + "=" + value + ": " + found + " among " + lines);
        }
        return found.get(0);
    }
}
