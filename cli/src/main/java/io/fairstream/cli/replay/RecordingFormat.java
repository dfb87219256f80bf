package io.fairstream.cli.replay;

import io.fairstream.cli.condor.CondorOptions;
import io.fairstream.cli.condor.FindingLines;
import io.fairstream.cli.terminal.Failure;
import io.fairstream.htcondor.LogFormat;
import io.fairstream.htcondor.RecordedLog;
import io.fairstream.htcondor.history.JobHistory;
import io.fairstream.htcondor.match.Finding;
import io.fairstream.htcondor.match.Findings;
import io.fairstream.traces.MatchEvents;
import io.fairstream.traces.Trace;
import io.fairstream.traces.TraceFormat;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The catalogue of what can be replayed. */
enum RecordingFormat {
    /** The Standard Workload Format of the Parallel Workloads Archive. */
    SWF(null) {
        @Override
        Recording open(Path file, CondorOptions condor, PrintWriter err) throws IOException {
            try (Trace trace = TraceFormat.SWF.open(file, err::println)) {
                MatchEvents events = MatchEvents.of(trace);
                trace.notes().forEach(note -> err.println(trace.name() + ": " + note));
                new TreeMap<>(trace.withoutUsage())
                        .forEach((reason, jobs) -> err.printf(
                                Locale.ROOT, "%s: %,d jobs left out: %s%n", trace.name(), jobs, reason.text()));
                err.printf(Locale.ROOT, "%s: %,d events of %,d jobs%n", trace.name(), events.size(), events.size() / 2);
                err.flush();
                long readable = trace.withoutUsage().values().stream()
                                .mapToLong(Long::longValue)
                                .sum()
                        + events.size();
                requireReadable(trace.name(), trace.malformed(), trace.malformed() + readable);
                return new Recording(trace.name(), events.size(), events);
            }
        }
    },
    /** A job event log. */
    CONDOR_LOG(LogFormat.CONDOR_LOG),
    /** Ads of jobs that are over, and of each of their runs. */
    CONDOR_HISTORY(null) {
        @Override
        Recording open(Path file, CondorOptions condor, PrintWriter err) throws IOException {
            JobHistory history = JobHistory.read(file, condor.source(file), err::println);
            String name = condor.source(file).name();
            FindingLines.print(name, history.findings(), err);
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
            requireReadable(name, history.findings());
            return new Recording(name, history.size(), history);
        }
    },
    /** A startd's log of its claims. */
    STARTD_LOG(LogFormat.STARTD_LOG),
    /** A schedd's queue. */
    JOB_QUEUE(LogFormat.JOB_QUEUE);

    private final @Nullable LogFormat log;

    RecordingFormat(@Nullable LogFormat log) {
        this.log = log;
    }

    /** The log's format, if it is one that is written on while it is read. */
    Optional<LogFormat> log() {
        return Optional.ofNullable(log);
    }

    /** Reads a file, and tells what became of what is in it. */
    Recording open(Path file, CondorOptions condor, PrintWriter err) throws IOException {
        RecordedLog recorded = new RecordedLog(file, log().orElseThrow(), condor.settings(file, err::println));
        String name = condor.source(file).name();
        FindingLines.print(name, recorded.findings(), err);
        err.printf(Locale.ROOT, "%s: %,d events%n", name, recorded.size());
        err.flush();
        requireReadable(name, recorded.findings());
        return new Recording(name, recorded.size(), recorded);
    }

    void requireReadable(String name, Findings findings) {
        requireReadable(name, findings.of(Finding.MALFORMED) + findings.of(Finding.CUT_OFF), findings.total());
    }

    /** A file of which nothing can be read is another one than was meant; an empty one is just empty. */
    void requireReadable(String name, long unreadable, long total) {
        if (unreadable > 0 && unreadable == total) {
            throw new Failure(name + ": nothing in it can be read (expected: a file of format " + this + ")");
        }
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
