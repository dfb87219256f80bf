package io.fairstream.cli.terminal;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;

/** Prints a line every few seconds, for logs. Work that ends before the first line is due prints none. */
final class ProgressLines implements Progress {
    private static final long PERIOD = Duration.ofSeconds(5).toNanos();

    private final String what;
    private final long total;
    private final PrintWriter err;
    private final long begin = System.nanoTime();
    private long next = begin + PERIOD;

    ProgressLines(String what, long total, PrintWriter err) {
        this.what = what;
        this.total = total;
        this.err = err;
    }

    @Override
    public void reach(long done) {
        long now = System.nanoTime();
        if (now < next) {
            return;
        }
        next = now + PERIOD;
        double perSecond = done / ((now - begin) / 1e9);
        String left = perSecond > 0 ? String.format(Locale.ROOT, ", %.0f s left", (total - done) / perSecond) : "";
        err.printf(Locale.ROOT, "%s: %,d of %,d, %,.0f/s%s%n", what, done, total, perSecond, left);
        err.flush();
    }

    @Override
    public void close() {}
}
