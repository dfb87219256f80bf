package io.fairstream.cli.report;

import io.fairstream.cli.terminal.OutputFormat;
import io.fairstream.query.columns.Document;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.ReportTime;
import io.fairstream.query.usage.Association;
import io.fairstream.query.usage.NodeSizes;
import io.fairstream.query.usage.PayerColumns;
import io.fairstream.query.usage.PayerLines.By;
import io.fairstream.query.usage.Period;
import io.fairstream.query.usage.PeriodQuery;
import io.fairstream.query.usage.PeriodUsage;
import io.fairstream.query.usage.RunUsage;
import io.fairstream.query.usage.TimeColumns;
import io.fairstream.query.usage.Unit;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code report usage}: flux's view-usage-report. */
@Command(
        name = "usage",
        footer = "fairstream report usage --by bank -s 2026-01-01 --bootstrap-server HOST:PORT",
        description = {
            "Use of runs that ended in the period, without decay, in node-seconds weighted by "
                    + "usage.weights, as in flux account view-usage-report: by user in a bank, by user or by bank, "
                    + "most first.",
            "A run that ends at --start is in the period, one that ends at --end is in the next, so "
                    + "adjacent periods add up. All use of a run counts in the period in which it ends.",
            PeriodReport.PERIOD + " " + PeriodReport.PERCENT_OF_COLUMN
        })
final class UsageCommand extends ClustersCommand {
    @Mixin
    private final PeriodOptions options = new PeriodOptions();

    @Option(
            names = "--by",
            paramLabel = "WHAT",
            defaultValue = "ASSOCIATION",
            description = "A row for each user, bank or association (a user in a bank). Default: association.")
    private By by = By.ASSOCIATION;

    @Option(
            names = "--tree",
            description =
                    "Banks as a tree, each with the sum of all below it; by association, with its users below it.")
    private boolean tree;

    @Option(
            names = {"-t", "--unit"},
            paramLabel = "UNIT",
            description = "Node time in seconds, minutes, hours or percent. Default: seconds.")
    private @Nullable Unit unit;

    @Option(
            names = {"-S", "--size"},
            paramLabel = "N",
            split = ",",
            description = "Also a column for each size of runs, by the lower bounds in nodes, such as 1,2,8,32.")
    private List<Integer> sizes = List.of();

    @Option(
            names = {"-u", "--user"},
            paramLabel = "NAME",
            split = ",",
            description = "Only these users.")
    private Set<String> users = Set.of();

    @Option(
            names = {"-A", "--account", "--bank"},
            paramLabel = "PATH",
            split = ",",
            description = "Only these banks (accounts), and the banks below them.")
    private Set<String> banks = Set.of();

    @Option(
            names = "--periods",
            description = "Instead, the usage at --end and the parts from each half-life period, as in flux account "
                    + "view-user -J.")
    private boolean periods;

    @Option(
            names = {"--limit", "--top"},
            paramLabel = "N",
            description = "Show N rows; the sum is of all rows.")
    private @Nullable Integer limit;

    @Option(names = "--chart", description = "With bars, as in flux account show-usage.")
    private boolean chart;

    @Override
    protected void check() {
        refuse(tree && by == By.USER, "--tree, --by user: users have no tree (expected: --by bank or association)");
        refuse(tree && limit != null, "--tree, --limit: given together (expected: one of them)");
        refuse(limit != null && limit < 1, "--limit: " + limit + " (expected: >= 1)");
        OutputFormat.Form form = output().form();
        refuse(
                chart && form != OutputFormat.Form.TEXT,
                "--chart, --" + form.name().toLowerCase(Locale.ROOT) + ": given together (expected: one of them)");
        refuse(periods && options.hasBegin(), "--periods, --start: given together (expected: one of them)");
        refuse(periods && !sizes.isEmpty(), "--periods, --size: given together (expected: one of them)");
        refuse(
                periods && !clusters().isEmpty(),
                "--periods, --cluster: given together (expected: one of them, because usage is over all "
                        + "clusters)");
        try {
            NodeSizes.of(sizes);
        } catch (IllegalArgumentException e) {
            throw usage("--size: " + e.getMessage());
        }
    }

    @Override
    Document show(TopicReader reader, ZonedDateTime present) {
        TimeColumns time = new TimeColumns(Unit.SECONDS, unit);
        PayerColumns payers = new PayerColumns(by, tree, limit, chart, time);
        if (periods) {
            Instant end = options.end(present);
            return PeriodUsage.report(reader, end == null ? present.toInstant() : end, zone(), this::isWanted, payers);
        }
        Document document = new Document();
        Period period = withPresent(options.sinceYesterday(present, document), present.toInstant());
        PeriodQuery query = new PeriodQuery(period, zone(), clusters(), time);
        NodeSizes bins = sizes.isEmpty() ? NodeSizes.ALL : NodeSizes.of(sizes);
        return document.with(RunUsage.report(reader, query, this::isWanted, bins, payers));
    }

    /** Extends a period that ends at the present by one millisecond, so that it includes the newest event, often the end of a run. */
    private static Period withPresent(Period period, Instant present) {
        return period.end().equals(present) ? new Period(period.begin(), present.plusMillis(1)) : period;
    }

    private boolean isWanted(Association association) {
        return (users.isEmpty() || users.contains(association.user()))
                && (banks.isEmpty() || banks.stream().anyMatch(association::isBelow));
    }

    @Override
    public ReportTime system(TopicReader reader) {
        return ReportTime.JOBS;
    }

    @Override
    protected @Nullable String otherInstant() {
        return options.hasEnd() ? null : "--end";
    }
}
