package io.fairstream.htcondor.match;

import io.fairstream.htcondor.file.LogHeader;
import io.fairstream.htcondor.file.Piece;
import io.fairstream.reading.MalformedException;
import io.fairstream.reading.Problem;
import io.fairstream.reading.RecordOutcomes;
import java.util.function.Consumer;

/** Counts what became of the entries of a log, and tells of those that cannot be read. Mutable. */
public final class Entries {
    private final Source source;
    private final Consumer<Problem> problems;
    private final RecordOutcomes outcomes = new RecordOutcomes();

    /** What is made of one entry. */
    @FunctionalInterface
    public interface Reading {
        RecordOutcome read() throws MalformedException;
    }

    /**
     * Nothing was read so far.
     *
     * @param problems is told of every entry that cannot be read
     */
    public Entries(Source source, Consumer<Problem> problems) {
        this.source = source;
        this.problems = problems;
    }

    /** Reads an entry and counts it once. */
    public void read(Piece entry, Reading reading) {
        if (!entry.complete()) {
            outcomes.add(problem(entry, "cut off before its end", RecordOutcome.CUT_OFF));
            return;
        }
        if (LogHeader.isHeader(entry)) {
            outcomes.add(RecordOutcome.NOT_ABOUT_USE);
            return;
        }
        try {
            outcomes.add(reading.read());
        } catch (MalformedException e) {
            outcomes.add(problem(entry, String.valueOf(e.getMessage()), RecordOutcome.MALFORMED));
        }
    }

    /** Tells what is wrong with an entry, which is the outcome. */
    public RecordOutcome problem(Piece entry, String problem, RecordOutcome outcome) {
        problems.accept(new Problem(source.name(), entry.line(), problem));
        return outcome;
    }

    public RecordOutcomes outcomes() {
        return outcomes;
    }
}
