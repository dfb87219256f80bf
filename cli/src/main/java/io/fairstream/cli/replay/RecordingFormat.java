package io.fairstream.cli.replay;

import io.fairstream.cli.condor.CondorOptions;
import io.fairstream.cli.condor.FindingLines;
import io.fairstream.cli.terminal.FirstProblems;
import io.fairstream.htcondor.LogFormat;
import io.fairstream.htcondor.RecordedLog;
import io.fairstream.htcondor.history.JobHistory;
import io.fairstream.reading.RecordOutcomes;
import io.fairstream.reports.records.Failure;
import io.fairstream.reports.records.InputTopic;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The catalogue of what can be replayed. */
enum RecordingFormat {
    /** The Standard Workload Format of the Parallel Workloads Archive. */
    SWF(Form.MATCHES, BankRule.GROUP, BankRule.CONST) {
        @Override
        Recording open(Opening opening) throws IOException {
            return SwfRecording.open(opening, this);
        }
    },
    /** A dump of Slurm's accounting database. */
    SACCT(Form.JOBS, BankRule.values()) {
        @Override
        Recording open(Opening opening) throws IOException {
            return JobRecordings.sacct(opening, this);
        }

        @Override
        String expected() {
            return "the output of sacct -P or sacct --json";
        }
    },
    /** Records of Slurm's Kafka topics. */
    SLURM_KAFKA(Form.JOBS, BankRule.values()) {
        @Override
        Recording open(Opening opening) throws IOException {
            return JobRecordings.slurmKafka(opening, this);
        }
    },
    /** The log of jobcomp/filetxt. */
    SLURM_FILETXT(Form.JOBS, BankRule.values()) {
        @Override
        Recording open(Opening opening) throws IOException {
            return JobRecordings.slurmFiletxt(opening, this);
        }
    },
    /** What sonar slurm printed as CSV. */
    SONAR_SLURM(Form.JOBS, BankRule.ACCOUNT, BankRule.CONST) {
        @Override
        Recording open(Opening opening) throws IOException {
            return JobRecordings.sonarSlurm(opening, this);
        }
    },
    /** What sonar asked Slurm. */
    SONAR_JOB(Form.JOBS, BankRule.ACCOUNT, BankRule.CONST) {
        @Override
        Recording open(Opening opening) throws IOException {
            return JobRecordings.sonarJobs(opening, this);
        }
    },
    /** What sonar saw of processes, which is no jobs. */
    SONAR_SAMPLE((Form) null) {
        @Override
        Recording open(Opening opening) throws IOException {
            return JobRecordings.sonarSamples(opening, this);
        }
    },
    /** Flux's listings of jobs. */
    FLUX_JOBS(Form.JOBS, BankRule.ACCOUNT, BankRule.CONST) {
        @Override
        Recording open(Opening opening) throws IOException {
            return FluxRecordings.jobs(opening, this);
        }
    },
    /** The eventlogs of Flux's job manager. */
    FLUX_EVENTLOG(Form.JOBS, BankRule.ACCOUNT, BankRule.CONST) {
        @Override
        Recording open(Opening opening) throws IOException {
            return FluxRecordings.eventlogs(opening, this);
        }
    },
    /** A job event log. */
    CONDOR_LOG(LogFormat.CONDOR_LOG),
    /** Ads of jobs that are over, and of each of their runs. */
    CONDOR_HISTORY(Form.MATCHES) {
        @Override
        Recording open(Opening opening) throws IOException {
            PrintWriter err = opening.err();
            CondorOptions condor = opening.condor();
            JobHistory history;
            try (FirstProblems problems = new FirstProblems(opening.file(), err)) {
                history = JobHistory.read(opening.file(), condor.source(opening.file()), problems::accept);
            }
            String name = condor.source(opening.file()).name();
            FindingLines.print(name, "entries", history.outcomes(), err);
            if (history.earlierRuns() > 0) {
                err.printf(
                        Locale.ROOT,
                        "%s: %,d earlier runs of these jobs left out: their times are in the ads of epochs only"
                                + " (condor_history -epochs)%n",
                        name,
                        history.earlierRuns());
            }
            err.printf(Locale.ROOT, "%s: %,d events%n", name, history.size());
            err.flush();
            requireReadable(name, history.outcomes());
            return Recording.of(name, history.size(), InputTopic.MATCHES, history);
        }
    },
    /** A startd's log of its claims. */
    STARTD_LOG(LogFormat.STARTD_LOG),
    /** A schedd's queue. */
    JOB_QUEUE(LogFormat.JOB_QUEUE);

    private final @Nullable LogFormat log;
    private final @Nullable Form usual;

    @SuppressWarnings("ImmutableEnumChecker") // an unmodifiable list
    private final List<BankRule> banks;

    RecordingFormat(LogFormat log) {
        this.log = log;
        this.usual = Form.MATCHES;
        this.banks = List.of();
    }

    /** What is about jobs if it has any rules for banks; the first one is the usual one. */
    RecordingFormat(@Nullable Form usual, BankRule... banks) {
        this.log = null;
        this.usual = usual;
        this.banks = List.of(banks);
    }

    /** The log's format, if it is one that is written on while it is read. */
    Optional<LogFormat> log() {
        return Optional.ofNullable(log);
    }

    /** What its jobs are turned into unless somebody wants something else; empty if it is not about jobs. */
    Optional<Form> usual() {
        return Optional.ofNullable(usual);
    }

    /** What its jobs can be turned into. */
    List<Form> forms() {
        return !banks.isEmpty() ? List.of(Form.values()) : usual == null ? List.of() : List.of(usual);
    }

    /** Which banks its jobs can be charged to, the usual one first; empty if it is not about jobs. */
    List<BankRule> banks() {
        return banks;
    }

    /** Reads a file, and tells what became of what is in it. */
    Recording open(Opening opening) throws IOException {
        PrintWriter err = opening.err();
        CondorOptions condor = opening.condor();
        RecordedLog recorded;
        try (FirstProblems problems = new FirstProblems(opening.file(), err)) {
            recorded = new RecordedLog(
                    opening.file(),
                    log().orElseThrow(),
                    condor.settings(opening.file(), opening.zone(), problems::accept));
        }
        String name = condor.source(opening.file()).name();
        FindingLines.print(name, "entries", recorded.outcomes(), err);
        err.printf(Locale.ROOT, "%s: %,d events%n", name, recorded.size());
        err.flush();
        requireReadable(name, recorded.outcomes());
        return Recording.of(name, recorded.size(), InputTopic.MATCHES, recorded);
    }

    void requireReadable(String name, RecordOutcomes outcomes) {
        requireReadable(name, outcomes.unreadable(), outcomes.total());
    }

    /** A file of which nothing can be read is another one than was meant; an empty one is just empty. */
    void requireReadable(String name, long unreadable, long total) {
        if (unreadable > 0 && unreadable == total) {
            throw new Failure(name + ": nothing in it can be read (expected: " + expected() + ")");
        }
    }

    /** What such a file is. */
    String expected() {
        return "a file of format " + this;
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
