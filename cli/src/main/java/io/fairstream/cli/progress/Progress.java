package io.fairstream.cli.progress;

import java.io.PrintWriter;

/** Shows how far some work is; on a terminal as a bar that moves, otherwise as a line once in a while. */
public sealed interface Progress extends AutoCloseable permits ProgressBarProgress, ProgressLines {
    /**
     * Begins to show.
     *
     * @param what is done, such as {@code sending}
     * @param total of units, 1 or more
     * @param err where it is shown
     */
    static Progress of(String what, long total, PrintWriter err) {
        return StandardError.isTerminal()
                ? new ProgressBarProgress(what, total, err)
                : new ProgressLines(what, total, err);
    }

    /** This much is done; cheap enough to say for each unit. */
    void reach(long done);

    @Override
    void close();
}
