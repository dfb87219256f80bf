package io.fairstream.flux;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;

/** Counts what becomes of records, and tells of those that cannot be read. Mutable. */
final class RecordOutcomes {
    private final String file;
    private final Consumer<Problem> problems;
    private final Map<RecordOutcome, Long> counts = new EnumMap<>(RecordOutcome.class);
    private final Map<Note, Long> notes = new EnumMap<>(Note.class);

    RecordOutcomes(String file, Consumer<Problem> problems) {
        this.file = file;
        this.problems = problems;
    }

    /** What is made of one record. */
    @FunctionalInterface
    interface Reading {
        RecordOutcome read() throws MalformedException;
    }

    /** Reads a record and counts it once. */
    void read(long line, Reading reading) {
        try {
            count(reading.read());
        } catch (MalformedException e) {
            problem(line, e);
        }
    }

    void problem(long line, MalformedException problem) {
        count(problem.finding());
        problems.accept(new Problem(file, line, String.valueOf(problem.getMessage())));
    }

    void count(RecordOutcome finding) {
        counts.merge(finding, 1L, Long::sum);
    }

    void note(Note note) {
        notes.merge(note, 1L, Long::sum);
    }

    Map<RecordOutcome, Long> counts() {
        return counts;
    }

    Map<Note, Long> notes() {
        return notes;
    }
}
