package io.fairstream.reading;

/**
 * An unreadable record, as in {@code dump.txt:17: end: "x" (expected: …)}.
 *
 * @param file the file's name
 * @param line number of the line, counted from 1; for records of several lines the connector chooses one
 * @param message reason
 */
public record Problem(String file, long line, String message) {
    @Override
    public String toString() {
        return file + ":" + line + ": " + message;
    }
}
