package io.fairstream.htcondor.match;

import io.fairstream.htcondor.ads.MalformedException;
import io.fairstream.htcondor.file.LogHeader;
import io.fairstream.htcondor.file.Piece;
import java.util.function.Consumer;

/** Counts what became of the entries of a log, and tells of those that cannot be read. Mutable. */
public final class Entries {
    private final Source source;
    private final Consumer<EntryProblem> problems;
    private final RecordOutcomes findings = new RecordOutcomes();

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
    public Entries(Source source, Consumer<EntryProblem> problems) {
        this.source = source;
        this.problems = problems;
    }

    /** Reads an entry and counts it once. */
    public void read(Piece entry, Reading reading) {
        if (!entry.complete()) {
            findings.add(problem(entry, "cut off before its end", RecordOutcome.CUT_OFF));
            return;
        }
        if (LogHeader.isHeader(entry)) {
            findings.add(RecordOutcome.NOT_ABOUT_USE);
            return;
        }
        try {
            findings.add(reading.read());
        } catch (MalformedException e) {
            findings.add(problem(entry, String.valueOf(e.getMessage()), RecordOutcome.MALFORMED));
        }
    }

    /** Tells what is wrong with an entry, which is the finding. */
    public RecordOutcome problem(Piece entry, String problem, RecordOutcome finding) {
        problems.accept(new EntryProblem(source.name(), entry.line(), problem));
        return finding;
    }

    public RecordOutcomes findings() {
        return findings;
    }
}
