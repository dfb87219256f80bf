package io.fairstream.cli.explain;

import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.ClusterCommand;
import io.fairstream.cli.options.InstantConverter;
import io.fairstream.cli.records.TopicReader;
import io.fairstream.cli.tables.Present;
import io.fairstream.cli.terminal.Failure;
import io.fairstream.rules.account.balance.Balance;
import io.fairstream.streams.app.Rules;
import io.fairstream.streams.app.ShareRules;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
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
            "Of a target, a project or project/app with a row in balances: what it was owed and charged, on which day, for which"
                    + " app, or (--by user, --by host) by whose work; why it is below 0 if it is, and when it will be back at 0"
                    + " and at its cap.",
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
                    + " begin of a period), periodUsage if no run ends, smooth usage ifUseStays and ifUseStops.",
            "Of a target: day (and app), app, user, host (and user): cpuSeconds, gpuSeconds, cpuFlops, gpuFlops, charged (in the unit"
                    + " of the balance), share (of all charged). earlier: before, charged by entries that are deleted. sum: target,"
                    + " unit, at, asOf (of the row), balance, initialBalance, accrued, withheld, charged, sum (of the parts), accrual,"
                    + " interval, intervals (that have ended), start, end, cap; without an allocation only done. reaches: value, at"
                    + " (absent for never)."
        })
public final class ExplainCommand extends ClusterCommand {
    @Parameters(
            index = "0",
            paramLabel = "USER|TARGET",
            description =
                    "A customer, as table priorities names it; a user in a bank, as table association-usage does; or a"
                            + " target, as table balances does.")
    private String name = "";

    @Option(
            names = "--as",
            paramLabel = "WHAT",
            description = "Explain it as a customer, an association (a user in a bank) or a target, if it is several.")
    private @Nullable As as;

    @Option(
            names = "--at",
            paramLabel = "TIME",
            converter = InstantConverter.class,
            description =
                    "Explain the priority or balance at this instant (ISO-8601, milliseconds since 1970, or now). "
                            + Present.TOLD)
    private @Nullable Instant at;

    @Option(
            names = "--by",
            paramLabel = "WHAT",
            description =
                    "Sum uses up by match, hour, day, resource or pool; charges of a target by day, app, user or host."
                            + " Default: match; day.")
    private @Nullable By by;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "Show so many uses, runs or charges, and what all add up to. Default: 20; all with --json.")
    private @Nullable Integer limit;

    @Option(
            names = "--reaches",
            paramLabel = "N",
            description = "Also tell when the real priority, or the balance, reaches N.")
    private @Nullable Double reaches;

    /** What a name is the name of. */
    private enum As {
        CUSTOMER,
        ASSOCIATION,
        TARGET
    }

    @Override
    public Integer call() throws InterruptedException {
        requireLasting();
        if (limit != null && limit < 0) {
            throw usage("--limit: " + limit + " (expected: >= 0)");
        }
        if (reaches != null && !(reaches >= 0 && Double.isFinite(reaches))) {
            throw usage("--reaches: " + reaches + " (expected: >= 0)");
        }
        try (Cluster cluster = openUnderTerms();
                TopicReader reader = new TopicReader(cluster.settingsWithRegistry())) {
            AssociationSource association = new AssociationSource(
                    reader, name, ShareRules.of(cluster.settings()).terms());
            switch (as == null ? found(reader, association) : as) {
                case ASSOCIATION -> show(association.read(at, Present.of(reader, Clock.systemUTC())));
                case TARGET -> showTarget(reader);
                case CUSTOMER -> {
                    if (by != null && by.ofCustomers() == null) {
                        throw usage("--by: " + by + " (expected: match, hour, day, resource or pool for a customer)");
                    }
                    Explained explained = Explained.read(reader, name, at, Present.of(reader, Clock.systemUTC()));
                    show(
                            explained,
                            Factor.of(explained, Rules.of(cluster.settings()).factors()));
                }
            }
        }
        return 0;
    }

    /** A customer's name is rather that than one of a user in a bank; of what is a target besides nothing can be guessed. */
    private As found(TopicReader reader, AssociationSource association) {
        boolean isCustomer = association.isCustomer();
        As payer = !isCustomer && association.isThere() ? As.ASSOCIATION : As.CUSTOMER;
        if (!new TargetSource(reader, name).isThere()) {
            return payer;
        }
        if (isCustomer || payer == As.ASSOCIATION) {
            String word = payer.name().toLowerCase(Locale.ROOT);
            throw new Failure(String.format(
                    "\"%s\" is a%s %s and a target (expected: --as %s or --as target with it)",
                    name, payer == As.ASSOCIATION ? "n" : "", word, word));
        }
        return As.TARGET;
    }

    private void showTarget(TopicReader reader) throws InterruptedException {
        By chosen = by == null ? By.DAY : by;
        if (!chosen.isOfTargets()) {
            throw usage("--by: " + chosen + " (expected: day, app, user or host for a target)");
        }
        TargetParts parts = new TargetSource(reader, name).read(chosen);
        TargetReport report =
                new TargetReport(parts, balance(parts, Present.of(reader, Clock.systemUTC())), reaches, out());
        if (json()) {
            report.printJson(limit == null ? Integer.MAX_VALUE : limit);
        } else {
            report.print(limit == null ? Report.MOST_USES : limit);
        }
        out().flush();
    }

    /** At the instant asked for; without one at the present, unless the row is of later. */
    private @Nullable Balance balance(TargetParts parts, Instant present) {
        Balance own = parts.balance();
        if (own == null) {
            return null;
        }
        long then = at == null ? Math.max(own.asOf(), present.toEpochMilli()) : at.toEpochMilli();
        try {
            return own.at(then);
        } catch (IllegalArgumentException e) {
            throw new Failure(String.valueOf(e.getMessage()), e);
        }
    }

    private void show(AssociationParts parts) {
        for (String option : List.of("--by", "--reaches")) {
            if (spec().commandLine().getParseResult().hasMatchedOption(option)) {
                throw usage(option + ": of customers and targets only, and " + name + " is a user in a bank");
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
        Grouping grouping = by == null ? null : by.ofCustomers();
        Parts parts = Parts.of(explained, grouping == null ? Grouping.MATCH : grouping);
        if (json()) {
            new JsonReport(explained, factor, parts, out).print(limit == null ? Integer.MAX_VALUE : limit, reaches);
        } else {
            new Report(explained, factor, parts, out).print(limit == null ? Report.MOST_USES : limit, reaches);
        }
        out.flush();
    }
}
