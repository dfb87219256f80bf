package io.fairstream.cli.report;

import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.ShowCommand;
import io.fairstream.cli.options.TimeOption;
import io.fairstream.cli.terminal.OutputFormat;
import io.fairstream.query.columns.Document;
import io.fairstream.query.explain.By;
import io.fairstream.query.explain.Explain;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.ReportTime;
import java.time.Clock;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code explain}: shows how a priority was computed and how it will develop. */
@Command(
        name = "explain",
        abbreviateSynopsis = true,
        description = {
            "Show the parts of a priority, a usage or a balance, and its further course.",
            "The parts add up to the published number. docs/explain.md names them in JSON."
        },
        footer = "fairstream explain alice@example.org --by day --bootstrap-server HOST:PORT")
public final class ExplainCommand extends ShowCommand {
    private static final int MAX_USES = 20;

    @Parameters(
            index = "0",
            paramLabel = "NAME",
            description =
                    "A customer, a user in a bank such as root/physics/alice, or a target (a project or project/app).")
    private String name = "";

    @Option(names = "--as", paramLabel = "WHAT", description = "If several: customer, association or target.")
    private Explain.@Nullable As as;

    @Option(
            names = "--at",
            paramLabel = "TIME",
            converter = TimeOption.Converter.class,
            description = "At this instant (ISO-8601). " + ReportTime.WITHOUT_ONE)
    private @Nullable TimeOption at;

    @Option(
            names = "--by",
            paramLabel = "WHAT",
            description = "Sum up by match, hour, day, resource or pool; a target by day, app, user or host.")
    private @Nullable By by;

    @Option(names = "--limit", paramLabel = "N", description = "At most N uses, runs or charges (as text: 20).")
    private @Nullable Integer limit;

    @Option(
            names = "--until-value",
            paramLabel = "N",
            description = "Also the time until the real priority or balance reaches N.")
    private @Nullable Double untilValue;

    @Mixin
    private final ProjectionOptions projection = new ProjectionOptions();

    @Override
    protected void check() {
        if (limit != null && limit < 0) {
            throw usage("--limit: " + limit + " (expected: >= 0)");
        }
        if (untilValue != null && !(untilValue >= 0 && Double.isFinite(untilValue))) {
            throw usage("--until-value: " + untilValue + " (expected: >= 0)");
        }
        projection.check();
    }

    @Override
    protected Cluster openToShow() {
        return openUnderTerms();
    }

    @Override
    protected Document show(TopicReader reader) throws InterruptedException {
        Explain explain = explain(reader, at(at, reader));
        return switch (found(explain)) {
            case ASSOCIATION -> association(explain);
            case TARGET -> target(explain, by == null ? By.DAY : by);
            case CUSTOMER -> customer(explain, by == null ? By.MATCH : by);
        };
    }

    private Explain explain(TopicReader reader, @Nullable Instant instant) {
        return new Explain(reader, name, instant, Clock.systemUTC(), limit());
    }

    private Explain.As found(Explain explain) {
        return as == null ? explain.found() : as;
    }

    private int limit() {
        if (limit != null) {
            return limit;
        }
        return output().form() == OutputFormat.Form.TEXT ? MAX_USES : Explain.ALL;
    }

    private Document customer(Explain explain, By chosen) throws InterruptedException {
        if (!chosen.isOfCustomers()) {
            throw usage("--by: " + chosen + " (expected: match, hour, day, resource or pool for a customer)");
        }
        return explain.customer(chosen, untilValue, projection.requested());
    }

    private Document association(Explain explain) throws InterruptedException {
        refuseAhead("a user in a bank");
        if (by != null || untilValue != null) {
            throw usage((by != null ? "--by" : "--until-value") + ": of customers and targets only, and " + name
                    + " is a user in a bank");
        }
        return explain.association();
    }

    private void refuseAhead(String what) {
        String given = projection.given();
        if (given != null) {
            throw usage(given + ": of customers only, and " + name + " is " + what);
        }
    }

    private Document target(Explain explain, By chosen) throws InterruptedException {
        refuseAhead("a target");
        if (!chosen.isOfTargets()) {
            throw usage("--by: " + chosen + " (expected: day, app, user or host for a target)");
        }
        return explain.target(chosen, untilValue);
    }

    @Override
    public ReportTime system(TopicReader reader) {
        return found(explain(reader, null)).system();
    }

    @Override
    protected @Nullable String otherInstant() {
        return at == null ? "--at" : null;
    }
}
