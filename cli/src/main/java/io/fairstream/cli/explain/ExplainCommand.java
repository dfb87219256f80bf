package io.fairstream.cli.explain;

import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.ClusterCommand;
import io.fairstream.cli.options.InstantConverter;
import io.fairstream.cli.records.TopicReader;
import io.fairstream.cli.tables.Present;
import io.fairstream.streams.app.Rules;
import io.fairstream.streams.app.ShareRules;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code explain}: why a priority is what it is, and how it will go on. */
@Command(
        name = "explain",
        description = {
            "Show why a user's priority is what it is: every use that is still part of it, the floor, the factor, the edits;"
                    + " and where it will be when.",
            "Of a user in a bank, a path such as root/physics/alice that is no customer: of which periods and runs the usage is,"
                    + " and until when they count. What is held counts as usage.weights of this call says.",
            "The parts add up to the published number; if they do not, that is an error."
        },
        footerHeading = "%nWith --json, a line each, told apart by \"part\":%n",
        footer = {
            "  match, hour, day, resource, pool: uses. name, from, until (absent while some goes on), weight (of the match, or"
                    + " what goes on), resourceSeconds and weightedSeconds since the last reset, priority (what it adds to the"
                    + " real priority), share (of the real priority), later (what is left after a half-life);"
                    + " a match also has resource, matchId and pool.",
            "  set, floor, earlier, late: other parts; name, priority, share, later. future: what the open matches will have"
                    + " added after a half-life.",
            "  sum: customer, at, asOf (of the row), realPriority, sum (of the parts), effectivePriority, factor, later,"
                    + " halfLifeSeconds, weightInUse, accumulatedUsage, weightedAccumulatedUsage (as the journal shows them),"
                    + " usageElsewhere (weighted usage that only the row knows).",
            "  factor: value, source, rule, since, until, then. edit: at, by, edit.",
            "  outlook: in (PT1H, PT24H, PT168H), at, ifUseStays and ifUseStops (real priorities).",
            "  halves, reaches: value, ifUseStays and ifUseStops (times; absent for never).",
            "Of a user in a bank: period: index, from, runs, nodeSeconds (used by those that ended in it), factor, periodUsage (their"
                    + " product), countsUntil. run: job, submitted, run, from, until (absent before its end), weight (in use),"
                    + " nodeSeconds (booked at its end), periodUsage and smoothUsage (what it adds to each). earlier: what comes"
                    + " from entries that are deleted. sum: the row, and faded, when no period counts any more. outlook: at (the"
                    + " begin of a period), periodUsage if no run ends, smooth usage ifUseStays and ifUseStops."
        })
public final class ExplainCommand extends ClusterCommand {
    @Parameters(
            index = "0",
            paramLabel = "USER",
            description =
                    "A customer, as table priorities names it; or a user in a bank, as table association-usage does.")
    private String customer = "";

    @Option(
            names = "--at",
            paramLabel = "TIME",
            converter = InstantConverter.class,
            description =
                    "Explain the priority at this instant (ISO-8601, milliseconds since 1970, or now). " + Present.TOLD)
    private @Nullable Instant at;

    @Option(
            names = "--by",
            paramLabel = "WHAT",
            defaultValue = "MATCH",
            description = "Sum uses up by match, hour, day, resource or pool. Default: match.")
    private Grouping grouping = Grouping.MATCH;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "Show so many uses, and what the others add up to. Default: 20; all with --json.")
    private @Nullable Integer limit;

    @Option(names = "--reaches", paramLabel = "N", description = "Also tell when the real priority reaches N.")
    private @Nullable Double reaches;

    @Override
    public Integer call() throws InterruptedException {
        requireLasting();
        if (limit != null && limit < 0) {
            throw usage("--limit: " + limit + " (expected: >= 0)");
        }
        if (reaches != null && !(reaches >= 0 && Double.isFinite(reaches))) {
            throw usage("--reaches: " + reaches + " (expected: >= 0)");
        }
        try (Cluster cluster = open();
                TopicReader reader = new TopicReader(cluster.settingsWithRegistry())) {
            AssociationSource association = new AssociationSource(
                    reader, customer, ShareRules.of(cluster.settings()).terms());
            if (customer.contains("/") && association.isThere()) {
                show(association.read(at, Present.of(reader, Clock.systemUTC())));
                return 0;
            }
            Explained explained = Explained.read(reader, customer, at, Present.of(reader, Clock.systemUTC()));
            show(explained, Factor.of(explained, Rules.of(cluster.settings()).factors()));
        }
        return 0;
    }

    private void show(AssociationParts parts) {
        for (String option : List.of("--by", "--reaches")) {
            if (spec().commandLine().getParseResult().hasMatchedOption(option)) {
                throw usage(option + ": of customers only, and " + customer + " is a user in a bank");
            }
        }
        AssociationReport report = new AssociationReport(parts, out());
        if (json()) {
            report.printJson(limit == null ? Integer.MAX_VALUE : limit);
        } else {
            report.print(limit == null ? Report.MOST_USES : limit);
        }
        out().flush();
    }

    private void show(Explained explained, Factor factor) {
        PrintWriter out = out();
        Parts parts = Parts.of(explained, grouping);
        if (json()) {
            new JsonReport(explained, factor, parts, out).print(limit == null ? Integer.MAX_VALUE : limit, reaches);
        } else {
            new Report(explained, factor, parts, out).print(limit == null ? Report.MOST_USES : limit, reaches);
        }
        out.flush();
    }
}
