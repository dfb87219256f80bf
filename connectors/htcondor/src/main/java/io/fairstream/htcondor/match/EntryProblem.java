package io.fairstream.htcondor.match;

/**
 * An entry that is not what its format says, as in {@code EventLog:17: no JSON: Unexpected character}.
 *
 * @param file the log's file
 * @param line number of the entry's first line, counted from 1
 * @param message what is wrong with it
 */
public record EntryProblem(String file, long line, String message) {
    @Override
    public String toString() {
        return file + ":" + line + ": " + message;
    }
}
