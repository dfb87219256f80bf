package io.fairstream.reading;

/**
 * A record that cannot be read, as in {@code dump.txt:17: end: "x" (expected: …)}.
 *
 * @param file the file's name
 * @param line number of the line, counted from 1; where a record has several, the connector says which
 * @param message what is wrong with it
 */
public record Problem(String file, long line, String message) {
    @Override
    public String toString() {
        return file + ":" + line + ": " + message;
    }
}
