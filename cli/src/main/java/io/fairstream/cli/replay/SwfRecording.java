package io.fairstream.cli.replay;

import io.fairstream.cli.feed.FindingLines;
import io.fairstream.cli.terminal.FirstProblems;
import io.fairstream.client.InputTopic;
import io.fairstream.traces.Job;
import io.fairstream.traces.JobEvents;
import io.fairstream.traces.MatchEvents;
import io.fairstream.traces.Trace;
import io.fairstream.traces.TraceFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.StreamSupport;

/** A trace in the Standard Workload Format. */
final class SwfRecording {
    private SwfRecording() {}

    static Recording open(Opening opening, RecordingFormat format) throws IOException {
        FirstProblems problems = new FirstProblems(opening.file(), opening.err());
        try (Trace trace = TraceFormat.SWF.open(opening.file(), problems::accept)) {
            List<Job> jobs = new ArrayList<>();
            try (problems) {
                trace.forEachRemaining(jobs::add);
            }
            Recording recording = recording(trace.name(), jobs, opening);
            FindingLines.printLeftOut(trace.name(), "jobs", trace.outcomes(), opening.err());
            opening.err()
                    .printf(Locale.ROOT, "%s: %,d events of %,d jobs%n", trace.name(), recording.size(), jobs.size());
            opening.err().flush();
            format.requireReadable(trace.name(), trace.outcomes());
            return recording.missing(trace.outcomes().missed());
        }
    }

    private static Recording recording(String name, List<Job> jobs, Opening opening) {
        Recording recording = Recording.none(name);
        if (opening.form().hasMatches()) {
            MatchEvents matches = MatchEvents.of(name, jobs);
            recording = recording.and(Recording.of(name, matches.size(), InputTopic.MATCHES, matches));
        }
        if (opening.form().hasJobs()) {
            JobEvents events = JobEvents.of(opening.cluster(), jobs);
            events.notes().forEach(note -> opening.err().println(name + ": " + note));
            recording = recording.and(Recording.of(
                    name,
                    events.size(),
                    InputTopic.JOB_EVENTS,
                    () -> StreamSupport.stream(events.spliterator(), false)
                            .map(opening.bank()::applied)
                            .iterator()));
        }
        return recording;
    }
}
