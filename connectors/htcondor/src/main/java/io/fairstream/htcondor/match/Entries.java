package io.fairstream.htcondor.match;

import io.fairstream.htcondor.file.LogHeader;
import io.fairstream.htcondor.file.Piece;
import io.fairstream.reading.MalformedException;
import io.fairstream.reading.Problem;
import io.fairstream.reading.RecordOutcomes;
import io.fairstream.reading.RecordReader;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;

/** Counts what became of the entries of a file, and tells of those that cannot be read. Mutable. */
public final class Entries {
    private static final Set<RecordOutcome> TIMED =
            EnumSet.of(RecordOutcome.BEGIN, RecordOutcome.END, RecordOutcome.SUSPENDED, RecordOutcome.RESUMED);

    private final RecordReader reader;

    /**
     * Nothing was read so far.
     *
     * @param file what messages call it
     * @param problems is told of every entry that cannot be read
     */
    public Entries(String file, Consumer<Problem> problems) {
        this.reader = new RecordReader(file, RecordOutcome.MALFORMED, problems);
    }

    /** Reads an entry and counts it once. */
    public void read(Piece entry, RecordReader.Reading reading) {
        reader.read(entry.line(), () -> {
            if (!entry.complete()) {
                throw new MalformedException(RecordOutcome.CUT_OFF, "cut off before its end");
            }
            return reading.read();
        });
    }

    /** As {@link #read}, an entry of a log, of which the header tells nothing. */
    public void readLogged(Piece entry, RecordReader.Reading reading) {
        read(entry, () -> LogHeader.isHeader(entry) ? RecordOutcome.NOT_ABOUT_USE : reading.read());
    }

    /** Counts a guess of the time of an entry whose time matters. */
    public RecordOutcome timed(RecordOutcome outcome, boolean isGuess) {
        if (isGuess && TIMED.contains(outcome)) {
            reader.outcomes().note(OpenPoint.HOUR_TWICE);
        }
        return outcome;
    }

    /** The weight of a match that is told, which is counted if it is a guess. */
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
