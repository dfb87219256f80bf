package io.fairstream.cli.replay;

import io.fairstream.cli.feed.FindingLines;
import io.fairstream.cli.terminal.FirstProblems;
import io.fairstream.client.InputTopic;
import io.fairstream.htcondor.JobHistory;
import io.fairstream.htcondor.LogFormat;
import io.fairstream.htcondor.RecordedLog;
import io.fairstream.query.records.Failure;
import io.fairstream.reading.RecordOutcomes;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.traces.Job;
import io.fairstream.traces.JobEvents;
import io.fairstream.traces.MatchEvents;
import io.fairstream.traces.Trace;
import io.fairstream.traces.TraceFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Formats that can be replayed. */
enum RecordingFormat {
    /** The Standard Workload Format of the Parallel Workloads Archive. */
    SWF(RecordingFormat::swf, ReplayTarget.MATCHES, BankRule.GROUP, BankRule.CONST),
    /** A dump of Slurm's accounting database. */
    SACCT(JobRecordings::sacct, ReplayTarget.JOBS, BankRule.values()),
    /** Records of Slurm's Kafka topics. */
    SLURM_KAFKA(JobRecordings::slurmKafka, ReplayTarget.JOBS, BankRule.values()),
    /** The log of jobcomp/filetxt. */
    SLURM_FILETXT(JobRecordings::slurmFiletxt, ReplayTarget.JOBS, BankRule.values()),
    /** CSV output of sonar slurm. */
    SONAR_SLURM(JobRecordings::sonarSlurm, ReplayTarget.JOBS, BankRule.ACCOUNT, BankRule.CONST),
    /** Job data that sonar requested from Slurm. */
    SONAR_JOB(JobRecordings::sonarJobs, ReplayTarget.JOBS, BankRule.ACCOUNT, BankRule.CONST),
    /** Samples of processes by sonar, which contain no jobs. */
    SONAR_SAMPLE(JobRecordings::sonarSamples, null),
    /** Flux's listings of jobs. */
    FLUX_JOBS(JobRecordings::fluxJobs, ReplayTarget.JOBS, BankRule.ACCOUNT, BankRule.CONST),
    /** The eventlogs of Flux's job manager. */
    FLUX_EVENTLOG(JobRecordings::fluxEventlogs, ReplayTarget.JOBS, BankRule.ACCOUNT, BankRule.CONST),
    /** HTCondor's job event log. */
    CONDOR_LOG(LogFormat.CONDOR_LOG),
    /** Ads of completed jobs, and of each of their runs. */
    CONDOR_HISTORY(RecordingFormat::condorHistory, ReplayTarget.MATCHES),
    /** Log of a startd's claims. */
    STARTD_LOG(LogFormat.STARTD_LOG),
    /** Queue of a schedd. */
    JOB_QUEUE(LogFormat.JOB_QUEUE);

    @SuppressWarnings("ImmutableEnumChecker") // a function without state
    private final Reader reader;

    private final @Nullable LogFormat log;
    private final @Nullable ReplayTarget usual;

    @SuppressWarnings("ImmutableEnumChecker") // an unmodifiable list
    private final List<BankRule> banks;

    /** Reads a file, and prints the outcome of its records. */
    private interface Reader {
        Recording open(Opening opening, RecordingFormat format) throws IOException;
    }

    RecordingFormat(LogFormat log) {
        this.reader = (opening, format) -> condorLog(opening, format, log);
        this.log = log;
        this.usual = ReplayTarget.MATCHES;
        this.banks = List.of();
    }

    /** Creates a format, which is about jobs if it has any rules for banks; the first rule is the default. */
    RecordingFormat(Reader reader, @Nullable ReplayTarget usual, BankRule... banks) {
        this.reader = reader;
        this.log = null;
        this.usual = usual;
        this.banks = List.of(banks);
    }

    /** Format of the log, if it can be followed while it is written. */
    Optional<LogFormat> log() {
        return Optional.ofNullable(log);
    }

    /** Default form of the recording's jobs; empty if the recording is not about jobs. */
    Optional<ReplayTarget> usual() {
        return Optional.ofNullable(usual);
    }

    /** Forms to which the recording's jobs can be converted. */
    List<ReplayTarget> forms() {
        return !banks.isEmpty() ? List.of(ReplayTarget.values()) : usual == null ? List.of() : List.of(usual);
    }

    /** Rules for the bank of a job, the default first; empty if no job events are possible. */
    List<BankRule> banks() {
        return banks;
    }

    /** Reads a file, and prints the outcome of its records. */
    Recording open(Opening opening) throws IOException {
        return reader.open(opening, this);
    }

    /** Fails if nothing in a file can be read, since it probably has another format. An empty file is accepted. */
    void requireReadable(String name, RecordOutcomes outcomes) {
        if (outcomes.unreadable() > 0 && outcomes.unreadable() == outcomes.total()) {
            throw new Failure(name + ": nothing is readable (expected: " + expected() + ")");
        }
    }

    /** Description of a file of this format. */
    String expected() {
        return this == SACCT ? "the output of sacct -P or sacct --json" : "a file of format " + this;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static Recording condorLog(Opening opening, RecordingFormat format, LogFormat how) throws IOException {
        RecordedLog log;
        try (FirstProblems problems = new FirstProblems(opening.file(), opening.err())) {
            LogFormat.Settings settings = opening.condor().settings(opening.file(), opening.zone(), problems::accept);
            log = new RecordedLog(opening.file(), how, settings);
        }
        return condorRecording(opening, format, log, log.size(), log.outcomes());
    }

    private static Recording condorHistory(Opening opening, RecordingFormat format) throws IOException {
        JobHistory history;
        try (FirstProblems problems = new FirstProblems(opening.file(), opening.err())) {
            history = JobHistory.read(opening.file(), opening.condor().source(opening.file()), problems::accept);
        }
        return condorRecording(opening, format, history, history.size(), history.outcomes());
    }

    private static Recording condorRecording(
            Opening opening, RecordingFormat format, Iterable<MatchEvent> events, long size, RecordOutcomes outcomes) {
        String name = opening.condor().source(opening.file()).name();
        FindingLines.print(name, "entries", outcomes, opening.err());
        opening.err().printf(Locale.ROOT, "%s: %,d events%n", name, size);
        opening.err().flush();
        format.requireReadable(name, outcomes);
        return Recording.of(name, size, InputTopic.MATCHES, events).missing(outcomes.missed());
    }

    private static Recording swf(Opening opening, RecordingFormat format) throws IOException {
        FirstProblems problems = new FirstProblems(opening.file(), opening.err());
        try (Trace trace = TraceFormat.SWF.open(opening.file(), problems::accept)) {
            List<Job> jobs = new ArrayList<>();
            try (problems) {
                trace.forEachRemaining(jobs::add);
            }
            Recording recording = swfRecording(trace.name(), jobs, opening);
            FindingLines.printLeftOut(trace.name(), "jobs", trace.outcomes(), opening.err());
            opening.err()
                    .printf(Locale.ROOT, "%s: %,d events of %,d jobs%n", trace.name(), recording.size(), jobs.size());
            opening.err().flush();
            format.requireReadable(trace.name(), trace.outcomes());
            return recording.missing(trace.outcomes().missed());
        }
    }

    private static Recording swfRecording(String name, List<Job> jobs, Opening opening) {
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

    /** Reads a format's name. */
    static final class Converter implements ITypeConverter<RecordingFormat> {
        @Override
        public RecordingFormat convert(String text) {
            return Arrays.stream(values())
                    .filter(format -> format.toString().equalsIgnoreCase(text))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException(
                            "\"" + text + "\" (expected: one of " + String.join(", ", new Names()) + ")"));
        }
    }

    /** For the help. */
    static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(values()).map(RecordingFormat::toString).iterator();
        }
    }
}
