package io.fairstream.htcondor.match;

import io.fairstream.htcondor.file.LogHeader;
import io.fairstream.htcondor.file.RawEntry;
import io.fairstream.reading.MalformedException;
import io.fairstream.reading.Outcome;
import io.fairstream.reading.Problem;
import io.fairstream.reading.RecordOutcomes;
import io.fairstream.reading.RecordReader;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;

/** Counter of the outcomes of a file's entries; reports the unreadable ones. Mutable. */
public final class Entries {
    private static final Set<Outcome> TIMED =
            EnumSet.of(Outcome.BEGIN, Outcome.END, Outcome.SUSPENDED, Outcome.RESUMED);

    private final RecordReader reader;

    /**
     * Creates a counter.
     *
     * @param file name of the file, for messages
     * @param problems receives each unreadable entry
     */
    public Entries(String file, Consumer<Problem> problems) {
        this.reader = new RecordReader(file, Outcome.MALFORMED, problems);
    }

    /** Reads an entry and counts it once. */
    public void read(RawEntry entry, RecordReader.Reading reading) {
        reader.read(entry.line(), () -> {
            if (!entry.complete()) {
                throw new MalformedException(Outcome.CUT_OFF, "truncated");
            }
            return reading.read();
        });
    }

    /** Reads an entry of a log like {@link #read}, except that a header of the log is counted without reading it. */
    public void readLogged(RawEntry entry, RecordReader.Reading reading) {
        read(entry, () -> LogHeader.isHeader(entry) ? Outcome.NOT_ABOUT_USE : reading.read());
    }

    /** Counts a guessed time, if the outcome's time is used; returns the outcome. */
    public Outcome timed(Outcome outcome, boolean isGuess) {
        if (isGuess && TIMED.contains(outcome)) {
            reader.outcomes().note(OpenPoint.HOUR_TWICE);
        }
        return outcome;
    }

    /** Returns the weight of a reported match, and counts it if it is a guess. */
    public double weighed(Weight weight) {
        if (weight.guess() != null) {
            reader.outcomes().note(weight.guess());
        }
        return weight.amount();
    }

    public RecordOutcomes outcomes() {
        return reader.outcomes();
    }
}
