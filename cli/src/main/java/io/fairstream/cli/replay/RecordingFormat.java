package io.fairstream.cli.replay;

import io.fairstream.htcondor.LogFormat;
import io.fairstream.query.records.Failure;
import io.fairstream.reading.RecordOutcomes;
import java.io.IOException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Formats that can be replayed. */
enum RecordingFormat {
    /** The Standard Workload Format of the Parallel Workloads Archive. */
    SWF(SwfRecording::open, ReplayTarget.MATCHES, BankRule.GROUP, BankRule.CONST),
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
    FLUX_JOBS(FluxRecordings::jobs, ReplayTarget.JOBS, BankRule.ACCOUNT, BankRule.CONST),
    /** The eventlogs of Flux's job manager. */
    FLUX_EVENTLOG(FluxRecordings::eventlogs, ReplayTarget.JOBS, BankRule.ACCOUNT, BankRule.CONST),
    /** HTCondor's job event log. */
    CONDOR_LOG(LogFormat.CONDOR_LOG),
    /** Ads of completed jobs, and of each of their runs. */
    CONDOR_HISTORY(CondorRecordings::history, ReplayTarget.MATCHES),
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
        this.reader = (opening, format) -> CondorRecordings.log(opening, format, log);
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
