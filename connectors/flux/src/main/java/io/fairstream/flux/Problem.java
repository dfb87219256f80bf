package io.fairstream.flux;

/**
 * A record that cannot be read, as in {@code jobs.json:1: job 17: t_run: "x" (expected: …)}.
 *
 * @param file the file's name
 * @param line number of the line in which it ends, counted from 1
 * @param message what is wrong with it
 */
public record Problem(String file, long line, String message) {
    @Override
    public String toString() {
        return file + ":" + line + ": " + message;
    }
}
