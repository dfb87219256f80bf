package io.fairstream.cli.report;

import io.fairstream.cli.options.DurationConverter;
import io.fairstream.query.explain.Plan;
import io.fairstream.query.explain.Projection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options for projected priorities: the time span and the assumptions. */
final class ProjectionOptions {
    private static final int USUAL_POINTS = 100;
    private static final String TO_THE_MOST = " (expected: at most " + Projection.MOST.toDays() + "d)";

    @Option(
            names = "--horizon",
            paramLabel = "PERIOD",
            converter = DurationConverter.class,
            description = "Also a customer's priorities for this period after the instant.")
    private @Nullable Duration horizon;

    @Option(names = "--points", paramLabel = "N", description = "In N steps up to there (default: 100).")
    private @Nullable Integer points;

    @Option(
            names = "--release-after",
            paramLabel = "PERIOD",
            description = "Also if all resources are released after that time.")
    private @Nullable Duration releaseAfter;

    @Option(
            names = "--submit",
            paramLabel = "WEIGHT:PERIOD[@IN]",
            converter = PlannedJobConverter.class,
            description = "Also with a job of that slot weight and duration, which starts at once or after a delay. "
                    + "Repeatable.")
    private List<Plan.Job> jobs = new ArrayList<>();

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    /** Name of an option that was given; null if none was. */
    @Nullable
    String given() {
        if (horizon != null) {
            return "--horizon";
        }
        if (points != null) {
            return "--points";
        }
        return releaseAfter != null ? "--release-after" : jobs.isEmpty() ? null : "--submit";
    }

    /** Throws wrong usage if the options do not go together or are out of range. */
    void check() {
        String given = given();
        if (given != null && horizon == null) {
            throw usage(given + ": needs a future (expected: --horizon PERIOD with it)");
        }
        if (points != null && (points < 1 || points > Projection.MAX_POINTS)) {
            throw usage("--points: " + points + " (expected: 1 to " + Projection.MAX_POINTS + ")");
        }
        checkLength("--horizon", horizon);
        checkLength("--release-after", releaseAfter);
        for (Plan.Job job : jobs) {
            checkLength("--submit", job.lasts());
            checkLength("--submit", job.begins());
        }
    }

    private void checkLength(String option, @Nullable Duration length) {
        if (length != null && length.compareTo(Projection.MOST) > 0) {
            throw usage(option + ": " + length + TO_THE_MOST);
        }
    }

    private ParameterException usage(String problem) {
        return new ParameterException(Objects.requireNonNull(command).commandLine(), problem);
    }

    /** Requested projection; null if none is requested. */
    @Nullable
    Projection requested() {
        return horizon == null
                ? null
                : new Projection(
                        horizon, Objects.requireNonNullElse(points, USUAL_POINTS), new Plan(releaseAfter, jobs));
    }
}
