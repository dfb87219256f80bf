package io.fairstream.cli.replay;

import io.fairstream.cli.feed.FindingLines;
import io.fairstream.cli.terminal.FirstProblems;
import io.fairstream.client.InputTopic;
import io.fairstream.flux.FluxEventlogs;
import io.fairstream.flux.FluxJobs;
import io.fairstream.flux.JobId;
import io.fairstream.query.records.Failure;
import io.fairstream.reading.MalformedException;
import io.fairstream.reading.Problem;
import io.fairstream.reading.Recorded;
import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.SessionDelta;
import io.fairstream.slurm.CompletionLog;
import io.fairstream.slurm.RecordedTopics;
import io.fairstream.slurm.SacctDump;
import io.fairstream.sonar.SonarJobs;
import io.fairstream.sonar.SonarSamples;
import io.fairstream.traces.JobMatches;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Recordings of Slurm, sonar and Flux, and the common steps from a file of records to a recording. */
final class JobRecordings {
    private JobRecordings() {}

    /** Reads a file to its end. */
    @FunctionalInterface
    interface Reader<E> {
        Recorded<E> read(BufferedReader in, Consumer<Problem> problems) throws IOException;
    }

    static Recording sacct(Opening opening, RecordingFormat format) throws IOException {
        SacctDump.Options options = options(opening);
        return jobs(opening, format, "rows", (in, problems) -> SacctDump.read(opening.name(), in, options, problems));
    }

    static Recording slurmKafka(Opening opening, RecordingFormat format) throws IOException {
        return jobs(
                opening,
                format,
                "records",
                (in, problems) -> RecordedTopics.read(opening.name(), in, opening.cluster(), problems));
    }

    static Recording slurmFiletxt(Opening opening, RecordingFormat format) throws IOException {
        SacctDump.Options options = options(opening);
        return jobs(
                opening, format, "lines", (in, problems) -> CompletionLog.read(opening.name(), in, options, problems));
    }

    static Recording sonarSlurm(Opening opening, RecordingFormat format) throws IOException {
        SacctDump.Options options = options(opening);
        return jobs(
                opening, format, "rows", (in, problems) -> SacctDump.readSonar(opening.name(), in, options, problems));
    }

    private static SacctDump.Options options(Opening opening) {
        return new SacctDump.Options(opening.cluster(), opening.zone());
    }

    static Recording sonarJobs(Opening opening, RecordingFormat format) throws IOException {
        return jobs(opening, format, "entries", (in, problems) -> SonarJobs.read(opening.name(), in, problems));
    }

    static Recording sonarSamples(Opening opening, RecordingFormat format) throws IOException {
        Recorded<SessionDelta> read =
                read(opening, format, "samples", (in, problems) -> SonarSamples.read(opening.name(), in, problems));
        List<SessionDelta> deltas = read.events();
        return counted(opening, Recording.of(opening.name(), deltas.size(), InputTopic.SESSION_DELTAS, deltas))
                .missing(read.outcomes().missed());
    }

    /** Opens a recording of job records. */
    static Recording jobs(Opening opening, RecordingFormat format, String records, Reader<JobEvent> reader)
            throws IOException {
        Recorded<JobEvent> read = read(opening, format, records, reader);
        return jobs(opening, read.events()).missing(read.outcomes().missed());
    }

    /** Reads a file, and prints the outcome of its records. */
    private static <E> Recorded<E> read(Opening opening, RecordingFormat format, String records, Reader<E> reader)
            throws IOException {
        Recorded<E> recorded;
        try (BufferedReader in = opening.reader();
                FirstProblems problems = new FirstProblems(opening.file(), opening.err())) {
            recorded = reader.read(in, problems::accept);
        }
        FindingLines.print(opening.name(), records, recorded.outcomes(), opening.err());
        format.requireReadable(opening.name(), recorded.outcomes());
        return recorded;
    }

    /** Converts job events to the requested form, charged to the requested banks. */
    private static Recording jobs(Opening opening, List<JobEvent> reported) {
        List<JobEvent> events = reported.stream().map(opening.bank()::applied).toList();
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

    static Recording fluxJobs(Opening opening, RecordingFormat format) throws IOException {
        return jobs(
                opening,
                format,
                "jobs",
                (in, problems) -> FluxJobs.read(opening.name(), in, opening.cluster(), problems));
    }

    static Recording fluxEventlogs(Opening opening, RecordingFormat format) throws IOException {
        Long job = opening.job() == null ? jobOfName(opening) : opening.job();
        FluxEventlogs.Options options = new FluxEventlogs.Options(opening.cluster(), job);
        return jobs(
                opening,
                format,
                "entries",
                (in, problems) -> FluxEventlogs.read(opening.name(), in, options, problems));
    }

    /** Job id from a file name {@code ID.eventlog}; null for other names. Such a name lacks the cluster, so an option must name it. */
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
                    + ", because the file is named by the job)");
        }
        return job;
    }
}
