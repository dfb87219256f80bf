package io.fairstream.cli.replay;

import io.fairstream.cli.feed.FindingLines;
import io.fairstream.cli.terminal.FirstProblems;
import io.fairstream.client.InputTopic;
import io.fairstream.htcondor.LogFormat;
import io.fairstream.htcondor.RecordedLog;
import io.fairstream.htcondor.log.JobHistory;
import io.fairstream.reading.RecordOutcomes;
import io.fairstream.schemas.MatchEvent;
import java.io.IOException;
import java.util.Locale;

/** Recordings of HTCondor. */
final class CondorRecordings {
    private CondorRecordings() {}

    static Recording log(Opening opening, RecordingFormat format, LogFormat how) throws IOException {
        RecordedLog log;
        try (FirstProblems problems = new FirstProblems(opening.file(), opening.err())) {
            LogFormat.Settings settings = opening.condor().settings(opening.file(), opening.zone(), problems::accept);
            log = new RecordedLog(opening.file(), how, settings);
        }
        return recording(opening, format, log, log.size(), log.outcomes());
    }

    static Recording history(Opening opening, RecordingFormat format) throws IOException {
        JobHistory history;
        try (FirstProblems problems = new FirstProblems(opening.file(), opening.err())) {
            history = JobHistory.read(opening.file(), opening.condor().source(opening.file()), problems::accept);
        }
        return recording(opening, format, history, history.size(), history.outcomes());
    }

    private static Recording recording(
            Opening opening, RecordingFormat format, Iterable<MatchEvent> events, long size, RecordOutcomes outcomes) {
        String name = opening.condor().source(opening.file()).name();
        FindingLines.print(name, "entries", outcomes, opening.err());
        opening.err().printf(Locale.ROOT, "%s: %,d events%n", name, size);
        opening.err().flush();
        format.requireReadable(name, outcomes);
        return Recording.of(name, size, InputTopic.MATCHES, events).missing(outcomes.missed());
    }
}
