package io.fairstream.sonar;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;

/** Counts what becomes of entries, and tells of those that cannot be read. Mutable. */
final class Findings {
    private final String file;
    private final Consumer<Problem> problems;
    private final Map<Finding, Long> counts = new EnumMap<>(Finding.class);

    Findings(String file, Consumer<Problem> problems) {
        this.file = file;
        this.problems = problems;
    }

    /** What is made of one entry. */
    @FunctionalInterface
    interface Reading {
        Finding read() throws Malformed;
    }

    /** Reads an entry and counts it once. */
    void read(long line, Reading reading) {
        try {
            count(reading.read());
        } catch (Malformed e) {
            malformed(line, String.valueOf(e.getMessage()));
        }
    }

    void malformed(long line, String message) {
        count(Finding.MALFORMED);
        problems.accept(new Problem(file, line, message));
    }

    void count(Finding finding) {
        counts.merge(finding, 1L, Long::sum);
    }

    Map<Finding, Long> counts() {
        return counts;
    }
}
