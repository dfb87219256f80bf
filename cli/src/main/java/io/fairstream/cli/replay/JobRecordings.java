package io.fairstream.cli.replay;

import io.fairstream.cli.condor.FindingLines;
import io.fairstream.cli.events.InputTopic;
import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.SessionDelta;
import io.fairstream.slurm.RecordOutcome;
import io.fairstream.slurm.RecordedJobs;
import io.fairstream.slurm.jobcomp.RecordedTopics;
import io.fairstream.slurm.sacct.SacctDump;
import io.fairstream.sonar.Recorded;
import io.fairstream.sonar.SonarJobs;
import io.fairstream.sonar.SonarSamples;
import io.fairstream.traces.JobMatches;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What Slurm and sonar recorded. */
final class JobRecordings {
    private JobRecordings() {}

    static Recording sacct(Opening opening, RecordingFormat format) throws IOException {
        try (BufferedReader in = opening.reader()) {
            SacctDump.Options options = new SacctDump.Options(
                    opening.cluster(), opening.condor().zone().orElse(null));
            return slurm(opening, format, "rows", SacctDump.read(opening.name(), in, options, opening.err()::println));
        }
    }

    static Recording slurmKafka(Opening opening, RecordingFormat format) throws IOException {
        try (BufferedReader in = opening.reader()) {
            RecordedJobs jobs = RecordedTopics.read(opening.name(), in, opening.cluster(), opening.err()::println);
            return slurm(opening, format, "records", jobs);
        }
    }

    static Recording sonarJobs(Opening opening, RecordingFormat format) throws IOException {
        try (BufferedReader in = opening.reader()) {
            Recorded<JobEvent> jobs = SonarJobs.read(opening.name(), in, opening.err()::println);
            tell(opening, format, "entries", jobs);
            return jobs(opening, jobs.events());
        }
    }

    static Recording sonarSamples(Opening opening, RecordingFormat format) throws IOException {
        try (BufferedReader in = opening.reader()) {
            Recorded<SessionDelta> samples = SonarSamples.read(opening.name(), in, opening.err()::println);
            tell(opening, format, "samples", samples);
            List<SessionDelta> deltas = samples.events();
            return counted(opening, Recording.of(opening.name(), deltas.size(), InputTopic.SESSION_DELTAS, deltas));
        }
    }

    private static Recording slurm(Opening opening, RecordingFormat format, String what, RecordedJobs jobs) {
        FindingLines.print(
                opening.name(), what, texts(jobs.findings(), true), texts(jobs.findings(), false), opening.err());
        jobs.notes()
                .forEach((note, times) ->
                        opening.err().printf(Locale.ROOT, "%s: %,d %s%n", opening.name(), times, note.text()));
        format.requireReadable(
                opening.name(), jobs.findings().getOrDefault(RecordOutcome.MALFORMED, 0L), jobs.records());
        return jobs(opening, jobs.events());
    }

    private static Map<String, Long> texts(Map<RecordOutcome, Long> findings, boolean used) {
        Map<String, Long> texts = new LinkedHashMap<>();
        findings.forEach((finding, times) -> {
            if (finding.isUsed() == used) {
                texts.put(finding.text(), times);
            }
        });
        return texts;
    }

    private static void tell(Opening opening, RecordingFormat format, String what, Recorded<?> recorded) {
        Map<String, Long> used = new LinkedHashMap<>();
        Map<String, Long> leftOut = new LinkedHashMap<>();
        recorded.findings().forEach((finding, times) -> (finding.isUsed() ? used : leftOut).put(finding.text(), times));
        FindingLines.print(opening.name(), what, used, leftOut, opening.err());
        long all =
                recorded.findings().values().stream().mapToLong(Long::longValue).sum();
        long unreadable = recorded.findings().getOrDefault(io.fairstream.sonar.RecordOutcome.MALFORMED, 0L)
                + recorded.findings().getOrDefault(io.fairstream.sonar.RecordOutcome.OTHER_KIND, 0L);
        format.requireReadable(opening.name(), unreadable, all);
    }

    /** In the form that is asked for, charged to the banks that are. */
    static Recording jobs(Opening opening, List<JobEvent> told) {
        List<JobEvent> events = told.stream().map(opening.bank()::applied).toList();
        Recording recording = Recording.none(opening.name());
        if (opening.form().hasMatches()) {
            List<MatchEvent> matches = JobMatches.of(events);
            recording = recording.and(Recording.of(opening.name(), matches.size(), InputTopic.MATCHES, matches));
        }
        if (opening.form().hasJobs()) {
            recording = recording.and(Recording.of(opening.name(), events.size(), InputTopic.JOB_EVENTS, events));
        }
        return counted(opening, recording);
    }

    private static Recording counted(Opening opening, Recording recording) {
        opening.err().printf(Locale.ROOT, "%s: %,d events%n", recording.name(), recording.size());
        opening.err().flush();
        return recording;
    }
}
