package io.fairstream.htcondor.match;

import io.fairstream.htcondor.ads.Malformed;
import io.fairstream.htcondor.file.LogHeader;
import io.fairstream.htcondor.file.Piece;
import java.util.function.Consumer;

/** Counts what became of the entries of a log, and tells of those that cannot be read. Mutable. */
public final class Entries {
    private final Source source;
    private final Consumer<EntryProblem> problems;
    private final Findings findings = new Findings();

    /** What is made of one entry. */
    @FunctionalInterface
    public interface Reading {
        Finding read() throws Malformed;
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
            findings.add(problem(entry, "cut off before its end", Finding.CUT_OFF));
            return;
        }
        if (LogHeader.isHeader(entry)) {
            findings.add(Finding.NOT_ABOUT_USE);
            return;
        }
        try {
            findings.add(reading.read());
        } catch (Malformed e) {
            findings.add(problem(entry, String.valueOf(e.getMessage()), Finding.MALFORMED));
        }
    }

    /** Tells what is wrong with an entry, which is the finding. */
    public Finding problem(Piece entry, String problem, Finding finding) {
        problems.accept(new EntryProblem(source.name(), entry.line(), problem));
        return finding;
    }

    public Findings findings() {
        return findings;
    }
}
