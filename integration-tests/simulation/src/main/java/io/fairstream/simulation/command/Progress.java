package io.fairstream.simulation.command;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;

/** A line every few seconds about how far some work is. */
final class Progress {
    private static final long PERIOD = Duration.ofSeconds(5).toNanos();

    private final String what;
    private final long total;
    private final PrintWriter err;
    private long next = System.nanoTime() + PERIOD;

    Progress(String what, long total, PrintWriter err) {
        this.what = what;
        this.total = total;
        this.err = err;
    }

    void reach(long done) {
        if (System.nanoTime() - next >= 0) {
            next = System.nanoTime() + PERIOD;
            err.printf(Locale.ROOT, "%s: %,d of %,d%n", what, done, total);
            err.flush();
        }
    }
}
