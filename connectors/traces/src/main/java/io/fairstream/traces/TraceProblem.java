package io.fairstream.traces;

/**
 * A line of a trace that is not what its format says, as in {@code log.swf:17: run: "x" (expected: a whole number)}.
 *
 * @param file the trace's file
 * @param line number of the line, counted from 1
 * @param field the field that is wrong; empty for the line as a whole
 * @param message what is wrong with it
 */
public record TraceProblem(String file, long line, String field, String message) {
    @Override
    public String toString() {
        return file + ":" + line + ": " + (field.isEmpty() ? "" : field + ": ") + message;
    }
}
