package io.fairstream.flux;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;

/** Counts what becomes of records, and tells of those that cannot be read. Mutable. */
final class Findings {
    private final String file;
    private final Consumer<Problem> problems;
    private final Map<Finding, Long> counts = new EnumMap<>(Finding.class);
    private final Map<Note, Long> notes = new EnumMap<>(Note.class);

    Findings(String file, Consumer<Problem> problems) {
        this.file = file;
        this.problems = problems;
    }

    /** What is made of one record. */
    @FunctionalInterface
    interface Reading {
        Finding read() throws Malformed;
    }

    /** Reads a record and counts it once. */
    void read(long line, Reading reading) {
        try {
            count(reading.read());
        } catch (Malformed e) {
            problem(line, e);
        }
    }

    void problem(long line, Malformed problem) {
        count(problem.finding());
        problems.accept(new Problem(file, line, String.valueOf(problem.getMessage())));
    }

    void count(Finding finding) {
        counts.merge(finding, 1L, Long::sum);
    }

    void note(Note note) {
        notes.merge(note, 1L, Long::sum);
    }

    Map<Finding, Long> counts() {
        return counts;
    }

    Map<Note, Long> notes() {
        return notes;
    }
}
