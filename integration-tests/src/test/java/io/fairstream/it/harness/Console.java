package io.fairstream.it.harness;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairstream.cli.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Output and exit code of one run of the command line. */
public record Console(int exitCode, List<String> out, List<String> err) {
    private static final ObjectMapper JSON = new ObjectMapper();

    public static Console run(String... arguments) {
        return run(List.of(arguments));
    }

    public static Console run(List<String> arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Main.run(new PrintWriter(out), new PrintWriter(err), arguments.toArray(String[]::new));
        return new Console(
                exitCode,
                out.toString().lines().toList(),
                err.toString().lines().toList());
    }

    /** Fails, with all that was said, unless it ended well. */
    public Console succeeded() {
        if (exitCode != 0) {
            throw new AssertionError(toString());
        }
        return this;
    }

    /** The lines of standard output as JSON. */
    public List<JsonNode> rows() {
        return out.stream().map(Console::json).toList();
    }

    /** The rows of a table printed alone, by one of their fields. */
    public Map<String, JsonNode> rowsBy(String field) {
        Map<String, JsonNode> table = new TreeMap<>();
        rows().forEach(row -> table.put(row.get(field).asText(), row));
        return table;
    }

    private static JsonNode json(String line) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            throw new AssertionError("not JSON: " + line, e);
        }
    }
}
