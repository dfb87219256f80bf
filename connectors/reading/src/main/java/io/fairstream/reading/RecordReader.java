package io.fairstream.reading;

import java.util.function.Consumer;

/** Reader that counts the outcomes of the records of a file, and reports unreadable ones. Mutable. */
public final class RecordReader {
    private final String file;
    private final Outcome malformed;
    private final Consumer<Problem> problems;
    private final RecordOutcomes outcomes = new RecordOutcomes();

    /** Reading of one record, which returns its outcome. */
    @FunctionalInterface
    public interface Reading {
        Outcome read() throws MalformedException;
    }

    /**
     * Creates a reader without records.
     *
     * @param file the file's name
     * @param malformed outcome of an unreadable record
     * @param problems receives each unreadable record
     */
    public RecordReader(String file, Outcome malformed, Consumer<Problem> problems) {
        this.file = file;
        this.malformed = malformed;
        this.problems = problems;
    }

    /** Reads a record and counts it once. */
    public void read(long line, Reading reading) {
        try {
            outcomes.add(reading.read());
        } catch (MalformedException e) {
            problem(line, e);
        }
    }

    /** Counts an unreadable record. */
    public void problem(long line, MalformedException problem) {
        Outcome outcome = problem.outcomeOr(malformed);
        outcomes.add(outcome);
        problems.accept(new Problem(file, line, String.valueOf(problem.getMessage())));
    }

    public RecordOutcomes outcomes() {
        return outcomes;
    }
}
