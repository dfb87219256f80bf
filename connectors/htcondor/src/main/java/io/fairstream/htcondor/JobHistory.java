package io.fairstream.htcondor;

import io.fairstream.htcondor.file.Ending;
import io.fairstream.htcondor.file.Pieces;
import io.fairstream.htcondor.file.RawEntry;
import io.fairstream.htcondor.match.Entries;
import io.fairstream.htcondor.match.OpenPoint;
import io.fairstream.htcondor.match.Source;
import io.fairstream.reading.MergedEvents;
import io.fairstream.reading.Outcome;
import io.fairstream.reading.Problem;
import io.fairstream.reading.RecordOutcomes;
import io.fairstream.schemas.MatchEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Events from ads of jobs, ordered by time; ends are before begins at the same instant. The ads are the output of
 * {@code condor_history} or {@code condor_q} with {@code -json}, {@code -long} or {@code -xml}, with or without {@code -epochs}, or
 * the history file itself. Keeps the runs in memory, about 300 bytes each, because the newest run comes first in the output.
 */
public final class JobHistory implements Iterable<MatchEvent> {
    private final Source source;
    private final Entries entries;
    private final List<HistoryRun> runs = new ArrayList<>();
    private final MergedEvents<MatchEvent> events = new MergedEvents<>();

    private JobHistory(Source source, Consumer<Problem> problems) {
        this.source = source;
        this.entries = new Entries(source.name(), problems);
    }

    /**
     * Reads a file; a name that ends with {@code .gz} is decompressed.
     *
     * @param problems receives each entry that is not an ad
     */
    public static JobHistory read(Path file, Source source, Consumer<Problem> problems) throws IOException {
        JobHistory history = new JobHistory(source, problems);
        RunParser parser = new RunParser(source);
        try (Pieces pieces = Pieces.open(file, Ending.BLANK_LINE)) {
            while (pieces.hasNext()) {
                RawEntry entry = pieces.next();
                history.entries.read(entry, () -> history.add(parser.find(entry.ad())));
            }
        }
        history.merge();
        return history;
    }

    private Outcome add(RunParser.Found found) {
        if (found instanceof RunParser.Found.None none) {
            return none.reason();
        }
        RunParser.Found.Run run = (RunParser.Found.Run) found;
        runs.addAll(run.slots());
        entries.outcomes().note(OpenPoint.EARLIER_RUNS, run.earlier());
        run.notes().forEach(note -> entries.outcomes().note(note));
        return run.slots().get(0).end() == null ? Outcome.BEGIN : Outcome.RUN;
    }

    private void merge() {
        List<HistoryRun> ended = runs.stream().filter(run -> run.end() != null).toList();
        events.with(ended, JobHistory::end, run -> run.end(source, end(run)))
                .with(runs, HistoryRun::start, run -> run.begin(source));
    }

    public long size() {
        return events.size();
    }

    public RecordOutcomes outcomes() {
        return entries.outcomes();
    }

    @Override
    public Iterator<MatchEvent> iterator() {
        return events.iterator();
    }

    private static Instant end(HistoryRun run) {
        return Objects.requireNonNull(run.end());
    }
}
