package io.fairstream.sonar;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;

/** Counts what becomes of entries, and tells of those that cannot be read. Mutable. */
final class RecordOutcomes {
    private final String file;
    private final Consumer<Problem> problems;
    private final Map<RecordOutcome, Long> counts = new EnumMap<>(RecordOutcome.class);

    RecordOutcomes(String file, Consumer<Problem> problems) {
        this.file = file;
        this.problems = problems;
    }

    /** What is made of one entry. */
    @FunctionalInterface
    interface Reading {
        RecordOutcome read() throws MalformedException;
    }

    /** Reads an entry and counts it once. */
    void read(long line, Reading reading) {
        try {
            count(reading.read());
        } catch (MalformedException e) {
            malformed(line, String.valueOf(e.getMessage()));
        }
    }

    void malformed(long line, String message) {
        count(RecordOutcome.MALFORMED);
        problems.accept(new Problem(file, line, message));
    }

    void count(RecordOutcome finding) {
        counts.merge(finding, 1L, Long::sum);
    }

    Map<RecordOutcome, Long> counts() {
        return counts;
    }
}
