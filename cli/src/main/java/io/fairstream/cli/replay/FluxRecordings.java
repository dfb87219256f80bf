package io.fairstream.cli.replay;

import io.fairstream.cli.condor.FindingLines;
import io.fairstream.cli.terminal.Failure;
import io.fairstream.flux.FluxEventlogs;
import io.fairstream.flux.FluxJobs;
import io.fairstream.flux.JobId;
import io.fairstream.flux.MalformedException;
import io.fairstream.flux.RecordOutcome;
import io.fairstream.flux.RecordedJobs;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What Flux recorded. */
final class FluxRecordings {
    private FluxRecordings() {}

    static Recording jobs(Opening opening, RecordingFormat format) throws IOException {
        try (BufferedReader in = opening.reader()) {
            RecordedJobs jobs = FluxJobs.read(opening.name(), in, opening.cluster(), opening.err()::println);
            return told(opening, format, "jobs", jobs);
        }
    }

    static Recording eventlogs(Opening opening, RecordingFormat format) throws IOException {
        Long job = opening.job() == null ? jobOfName(opening) : opening.job();
        try (BufferedReader in = opening.reader()) {
            FluxEventlogs.Options options = new FluxEventlogs.Options(opening.cluster(), job);
            return told(
                    opening,
                    format,
                    "entries",
                    FluxEventlogs.read(opening.name(), in, options, opening.err()::println));
        }
    }

    /** A log of one job has its name, {@code ID.eventlog}, and then nothing has the cluster's. */
    private static @Nullable Long jobOfName(Opening opening) {
        if (!opening.file().toString().matches(".*\\.eventlog(\\.gz)?")) {
            return null;
        }
        long job;
        try {
            job = JobId.parse(opening.name());
        } catch (MalformedException noId) {
            return null;
        }
        if (opening.givenCluster() == null) {
            throw new Failure("--cluster is missing (expected: the cluster of job " + opening.name()
                    + ", since the file's name is the job's)");
        }
        return job;
    }

    private static Recording told(Opening opening, RecordingFormat format, String what, RecordedJobs jobs) {
        Map<String, Long> used = new LinkedHashMap<>();
        Map<String, Long> leftOut = new LinkedHashMap<>();
        jobs.findings().forEach((finding, times) -> (finding.isUsed() ? used : leftOut).put(finding.text(), times));
        FindingLines.print(opening.name(), what, used, leftOut, opening.err());
        jobs.notes()
                .forEach((note, times) ->
                        opening.err().printf(Locale.ROOT, "%s: %,d %s%n", opening.name(), times, note.text()));
        format.requireReadable(
                opening.name(), jobs.findings().getOrDefault(RecordOutcome.MALFORMED, 0L), jobs.records());
        return JobRecordings.jobs(opening, jobs.events());
    }
}
