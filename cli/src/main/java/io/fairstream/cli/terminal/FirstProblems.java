package io.fairstream.cli.terminal;

import io.fairstream.query.columns.Visible;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Prints the first ten problems of a file, and only the number of further ones, since a wrong file has one in each line. A problem is
 * shown by its message or its text.
 */
public final class FirstProblems implements Consumer<Object>, AutoCloseable {
    private static final int MOST = 10;

    private final String file;
    private final PrintWriter err;
    private long problems;

    /** Printer for the first problems of a file, on {@code err}. */
    public FirstProblems(Object file, PrintWriter err) {
        this.file = file.toString();
        this.err = err;
    }

    @Override
    public void accept(Object problem) {
        problems++;
        if (problems <= MOST) {
            err.println(Visible.text(
                    String.valueOf(problem instanceof Throwable failure ? failure.getMessage() : problem)));
            err.flush();
        }
    }

    /** Prints the number of further problems. */
    @Override
    public void close() {
        if (problems > MOST) {
            err.printf(Locale.ROOT, "%s: %,d more like these%n", file, problems - MOST);
            problems = 0;
        }
        err.flush();
    }
}
