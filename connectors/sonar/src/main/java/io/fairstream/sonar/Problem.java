package io.fairstream.sonar;

/**
 * A payload or an entry of one that cannot be read, as in {@code fox.json:3: time: missing}.
 *
 * @param file the file's name
 * @param line number of the line in which the payload ends, counted from 1
 * @param message what is wrong with it
 */
public record Problem(String file, long line, String message) {
    @Override
    public String toString() {
        return file + ":" + line + ": " + message;
    }
}
