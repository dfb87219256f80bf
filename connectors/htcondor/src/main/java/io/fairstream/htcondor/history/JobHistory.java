package io.fairstream.htcondor.history;

import io.fairstream.htcondor.ads.AdParser;
import io.fairstream.htcondor.file.Ending;
import io.fairstream.htcondor.file.Piece;
import io.fairstream.htcondor.file.Pieces;
import io.fairstream.htcondor.match.RecordOutcome;
import io.fairstream.htcondor.match.Source;
import io.fairstream.reading.MalformedException;
import io.fairstream.reading.Problem;
import io.fairstream.reading.RecordOutcomes;
import io.fairstream.schemas.MatchEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Ads of jobs as events in the order of time, at the same instant ends before begins. The ads come from
 * {@code condor_history} or {@code condor_q} as {@code -json}, {@code -long} or {@code -xml}, with {@code -epochs} or
 * without, or from the history file itself. Holds the runs in memory, some 300 bytes each, since the newest comes first.
 */
public final class JobHistory implements Iterable<MatchEvent> {
    private final Source source;
    private final RecordOutcomes outcomes = new RecordOutcomes();
    private final List<HistoryRun> byStart = new ArrayList<>();
    private final List<HistoryRun> byEnd = new ArrayList<>();
    private long earlier;

    private JobHistory(Source source) {
        this.source = source;
    }

    /**
     * Reads a file; a name in {@code .gz} is unzipped.
     *
     * @param problems is told of every entry that is no ad
     */
    public static JobHistory read(Path file, Source source, Consumer<Problem> problems) throws IOException {
        JobHistory history = new JobHistory(source);
        RunParser parser = new RunParser(source);
        try (Pieces pieces = Pieces.open(file, Ending.BLANK_LINE)) {
            while (pieces.hasNext()) {
                history.add(pieces.next(), parser, problems);
            }
        }
        history.byStart.sort(Comparator.comparing(HistoryRun::start));
        history.byStart.stream().filter(run -> run.end() != null).forEach(history.byEnd::add);
        history.byEnd.sort(Comparator.comparing(JobHistory::end));
        return history;
    }

    private void add(Piece entry, RunParser parser, Consumer<Problem> problems) {
        try {
            RunParser.Found found = parser.find(AdParser.read(entry));
            if (found instanceof RunParser.Found.Run run) {
                byStart.add(run.run());
                earlier += run.earlier();
                outcomes.add(run.run().end() == null ? RecordOutcome.BEGIN : RecordOutcome.RUN);
            } else if (found instanceof RunParser.Found.None none) {
                outcomes.add(none.reason());
            }
        } catch (MalformedException e) {
            problems.accept(new Problem(source.name(), entry.line(), String.valueOf(e.getMessage())));
            outcomes.add(entry.complete() ? RecordOutcome.MALFORMED : RecordOutcome.CUT_OFF);
        }
    }

    /** How many events there are. */
    public long size() {
        return (long) byStart.size() + byEnd.size();
    }

    /** What became of the ads. */
    public RecordOutcomes outcomes() {
        return outcomes;
    }

    /** How many runs there were before those whose times the ads have; only epochs' ads have them all. */
    public long earlierRuns() {
        return earlier;
    }

    @Override
    public Iterator<MatchEvent> iterator() {
        return new Merge();
    }

    private static Instant end(HistoryRun run) {
        return Objects.requireNonNull(run.end());
    }

    private final class Merge implements Iterator<MatchEvent> {
        private int begins;
        private int ends;

        @Override
        public boolean hasNext() {
            return begins < byStart.size() || ends < byEnd.size();
        }

        @Override
        public MatchEvent next() {
            HistoryRun begin = begins < byStart.size() ? byStart.get(begins) : null;
            HistoryRun end = ends < byEnd.size() ? byEnd.get(ends) : null;
            if (begin != null && (end == null || begin.start().isBefore(JobHistory.end(end)))) {
                begins++;
                return begin.begin(source);
            }
            return end(end);
        }

        private MatchEvent end(@Nullable HistoryRun run) {
            if (run == null) {
                throw new NoSuchElementException(source.name() + " has no further event");
            }
            ends++;
            return run.end(source, JobHistory.end(run));
        }
    }
}
