package io.fairstream.cli.terminal;

import java.io.PrintWriter;

/** Shows the progress of work: as a bar on a terminal, otherwise as a line at intervals. */
public sealed interface Progress extends AutoCloseable permits ProgressBarProgress, ProgressLines {
    /**
     * Starts to show progress.
     *
     * @param what name of the work, such as {@code sending}
     * @param total number of units, 1 or more
     * @param err destination of the output
     */
    static Progress of(String what, long total, PrintWriter err) {
        return isTerminal() ? new ProgressBarProgress(what, total, err) : new ProgressLines(what, total, err);
    }

    /** Reports the number of completed units; cheap enough to call for each unit. */
    void reach(long done);

    @Override
    void close();

    /** True if standard error is a terminal that can redraw a line. */
    private static boolean isTerminal() {
        String kind = System.getenv("TERM");
        return kind != null && !kind.equals("dumb") && Screen.ofErrors().isPresent();
    }
}
