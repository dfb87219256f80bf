package io.fairstream.benchmarks;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;

/** Prints measures as a table or as JSON lines, and progress on standard error. */
final class Report {
    private final PrintStream out;
    private final boolean json;

    Report(PrintStream out, boolean json) {
        this.out = out;
        this.json = json;
    }

    void measure(String name, double value, String unit) {
        if (json) {
            out.printf(Locale.ROOT, "{\"measure\":\"%s\",\"value\":%s,\"unit\":\"%s\"}%n", name, value, unit);
        } else {
            out.printf(Locale.ROOT, "%-58s %,15.3f %s%n", name, value, unit);
        }
        out.flush();
    }

    void progress(String format, Object... values) {
        System.err.printf(Locale.ROOT, format + "%n", values);
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
