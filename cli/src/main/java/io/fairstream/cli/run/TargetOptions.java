package io.fairstream.cli.run;

import io.fairstream.cli.options.NamesOption;
import io.fairstream.cli.options.ToolOptions;
import io.fairstream.query.steering.ShadowTable;
import io.fairstream.schemas.ShadowMeasure;
import io.fairstream.steering.Scheduler;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options that select a scheduler and the way to reach it. */
final class TargetOptions {
    private static final int PERCENT = 100;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "Name of the scheduler in topics: its pool or cluster. Default: its kind.")
    private @Nullable String name;

    @Mixin
    private final ToolOptions tools = new ToolOptions();

    @Mixin
    private final NamesOption names = new NamesOption();

    @Option(
            names = "--tolerance",
            paramLabel = "PERCENT",
            defaultValue = "5",
            description = "Smaller differences are ignored. Default: ${DEFAULT-VALUE}.")
    private double tolerance;

    private String name(TargetKind kind) {
        return name == null ? kind.toString() : name;
    }

    /** Rule for comparing the accounts of the scheduler. */
    ShadowTable.Subject subject(TargetKind kind, CommandLine line) {
        if (!(tolerance >= 0) || Double.isInfinite(tolerance)) {
            throw new ParameterException(line, "--tolerance: " + tolerance + " (expected: 0 or more)");
        }
        ShadowMeasure measure = kind == TargetKind.HTCONDOR ? ShadowMeasure.REAL_PRIORITY : ShadowMeasure.FAIR_SHARE;
        return new ShadowTable.Subject(name(kind), measure, names.read()::ours, tolerance / PERCENT);
    }

    /** Opens the scheduler as configured by these options. */
    Scheduler open(TargetKind kind, TargetKind.Tuning tuning) {
        return kind.open(tools.tool(), tuning);
    }
}
