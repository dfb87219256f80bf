package io.fairstream.cli.steer;

import io.fairstream.cli.options.DurationConverter;
import io.fairstream.reading.MalformedException;
import io.fairstream.reading.Names;
import io.fairstream.reports.records.Failure;
import io.fairstream.reports.steering.ShadowTable;
import io.fairstream.schemas.ShadowMeasure;
import io.fairstream.steering.Scheduler;
import io.fairstream.steering.process.Tool;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Which scheduler, and how to speak to it. */
final class TargetOptions {
    private static final int PERCENT = 100;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "The scheduler's name in topics: its pool or cluster. Default: what it is.")
    private @Nullable String name;

    @Option(
            names = "--command",
            paramLabel = "PREFIX",
            description = "Before the scheduler's tools, as 'ssh head'; words are split at spaces.")
    private String command = "";

    @Option(
            names = "--names",
            paramLabel = "FILE",
            description = "Lines THEIRS = OURS, as *@pool.local = *: who its users are here.")
    private @Nullable Path names;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "30s",
            converter = DurationConverter.class,
            description = "How long a tool may take. Default: ${DEFAULT-VALUE}.")
    private Duration timeout = Duration.ofSeconds(30);

    @Option(
            names = "--tolerance",
            paramLabel = "PERCENT",
            defaultValue = "5",
            description = "Smaller differences count as none. Default: ${DEFAULT-VALUE}.")
    private double tolerance;

    private String name(TargetKind kind) {
        return name == null ? kind.toString() : name;
    }

    private List<String> prefix() {
        return command.isBlank() ? List.of() : List.of(command.trim().split("\\s+", -1));
    }

    /** How its accounts are compared. */
    ShadowTable.Subject subject(TargetKind kind, CommandLine line) {
        if (!(tolerance >= 0) || Double.isInfinite(tolerance)) {
            throw new ParameterException(line, "--tolerance: " + tolerance + " (expected: 0 or more)");
        }
        ShadowMeasure measure = kind == TargetKind.HTCONDOR ? ShadowMeasure.REAL_PRIORITY : ShadowMeasure.FAIR_SHARE;
        return new ShadowTable.Subject(name(kind), measure, names()::ours, tolerance / PERCENT);
    }

    private Names names() {
        try {
            return names == null ? Names.none() : Names.read(names);
        } catch (IOException e) {
            throw new Failure("--names: " + names + ": cannot be read: " + e, e);
        } catch (MalformedException e) {
            throw new Failure("--names: " + e.getMessage(), e);
        }
    }

    /** Speaks to it, as these options say. */
    Scheduler open(TargetKind kind, TargetKind.Tuning tuning) {
        return kind.open(new Tool(prefix(), timeout), tuning);
    }
}
