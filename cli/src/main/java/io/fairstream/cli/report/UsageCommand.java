package io.fairstream.cli.report;

import io.fairstream.cli.records.TopicReader;
import io.fairstream.cli.report.PayerLines.By;
import io.fairstream.cli.report.PayerLines.Line;
import io.fairstream.cli.report.Sheet.Format;
import io.fairstream.cli.terminal.Failure;
import io.fairstream.cli.terminal.Numbers;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.app.ShareRules;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code report usage}: flux's view-usage-report. */
@Command(
        name = "usage",
        description = {
            "What runs used that ended in the period, not decayed, in node-seconds as usage.weights has them, as"
                    + " flux account view-usage-report has it: by user in a bank, by user or by bank, the most first.",
            "A run that ends at --start is in the period, one that ends at --end is in the next: periods side by side add up."
                    + " A run is in the period in which it ended with all that it used, however long before it began.",
            PeriodReport.PERIOD + " " + PeriodReport.PERCENT_OF_COLUMN
        })
final class UsageCommand extends Reporting {
    private static final int LONGEST_BAR = 40;

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
            defaultValue = "SECONDS",
            description =
                    "Node time in seconds, minutes, hours or percent. Default: seconds. JSON has seconds whatever the unit.")
    private Unit unit = Unit.SECONDS;

    @Option(
            names = {"-S", "--size"},
            paramLabel = "N",
            split = ",",
            description =
                    "Also a column for each size of runs: the numbers of nodes at which a size begins, as 1,2,8,32.")
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
            description =
                    "Instead, what counts now, as flux account view-user -J has it: the usage, and from what was used in each"
                            + " half-life period it comes.")
    private boolean periods;

    @Option(
            names = {"--limit", "--top"},
            paramLabel = "N",
            description = "Show so many rows; the sum is of all.")
    private @Nullable Integer limit;

    @Option(names = "--chart", description = "With bars, as flux account show-usage has them.")
    private boolean chart;

    @Override
    void check() {
        refuse(tree && by == By.USER, "--tree, --by user: users are in no tree (expected: --by bank or association)");
        refuse(tree && limit != null, "--tree, --limit: one or the other");
        refuse(limit != null && limit < 1, "--limit: " + limit + " (expected: >= 1)");
        refuse(
                chart && format() != Format.TEXT,
                "--chart, --" + format().name().toLowerCase(Locale.ROOT) + ": one or the other");
        refuse(periods && options.isGiven(), "--periods, --start or --end: one or the other");
        refuse(periods && !sizes.isEmpty(), "--periods, --size: one or the other");
        refuse(periods && hasClusters(), "--periods, --cluster: one or the other, since usage is over all clusters");
        try {
            NodeSizes.of(sizes);
        } catch (IllegalArgumentException e) {
            throw usage("--size: " + e.getMessage());
        }
    }

    private void refuse(boolean isWrong, String problem) {
        if (isWrong) {
            throw usage(problem);
        }
    }

    @Override
    void report(TopicReader reader, ZonedDateTime present) {
        if (periods) {
            reportPeriods(reader, present.toInstant());
        } else {
            reportRuns(reader, withPresent(options.sinceYesterday(present, err()), present.toInstant()));
        }
    }

    /** Up to the present means with it: the newest event is often the end of a run. */
    private static Period withPresent(Period period, Instant present) {
        return period.end().equals(present) ? new Period(period.begin(), present.plusMillis(1)) : period;
    }

    private void reportRuns(TopicReader reader, Period period) {
        NodeSizes bins = sizes.isEmpty() ? NodeSizes.ALL : NodeSizes.of(sizes);
        AssociationUse use = new AssociationUse(
                period,
                this::isOfCluster,
                this::isWanted,
                ShareRules.of(reader.settings()).terms(),
                bins);
        Instant reachesTo = JournalReach.read(reader, use::charge).orElse(null);
        if (reachesTo != null && reachesTo.isAfter(period.begin())) {
            err().println("warning: entries of charges from before about " + reachesTo
                    + " are deleted: runs that ended before then are missing here");
        }
        Sheet<Line> sheet = new Sheet<>(unit, zone());
        title("Usage of runs that ended " + sheet.local(period.begin()) + " - " + sheet.local(period.end()), measure());
        Line total = use.lines().total();
        payers(sheet).nodeTime("USED", "node", "", Line::amount, total.amount());
        for (int i = 0; i < bins.count() && bins.isDivided(); i++) {
            int begin = bins.begins().get(i);
            add(sheet, begin + "+", "From" + begin, 1 + i, total);
        }
        print(sheet, use.lines());
    }

    private void reportPeriods(TopicReader reader, Instant present) {
        PeriodBins bins;
        try {
            bins = PeriodBins.of(reader.latest(Topics.ASSOCIATION_USAGE), present, this::isWanted);
        } catch (IllegalArgumentException e) {
            throw new Failure(String.valueOf(e.getMessage()), e);
        }
        Sheet<Line> sheet = new Sheet<>(unit, zone());
        Line total = bins.lines().total();
        payers(sheet).nodeTime("COUNTS NOW", "node", "", Line::amount, total.amount());
        AssociationUsage row = bins.first();
        if (row != null) {
            title(
                    "Usage at " + sheet.local(row.getAsOf()) + ", from periods of "
                            + Numbers.span(Duration.ofMillis(Math.round(row.getHalfLifeSeconds() * 1000)))
                            + ", each of which counts "
                            + Numbers.number(row.getDecayFactor()) + " of what the next does",
                    measure());
            for (int age = 0; age < bins.count(); age++) {
                Instant begin = PeriodBins.begin(row, age);
                add(sheet, sheet.local(begin), "Since" + begin, 1 + age, total);
            }
        }
        print(sheet, bins.lines());
    }

    private String measure() {
        return "Node time in " + unit.name().toLowerCase(Locale.ROOT);
    }

    private static void add(Sheet<Line> sheet, String header, String suffix, int index, Line total) {
        sheet.nodeTime(
                header,
                "node",
                suffix,
                line -> line.amounts().get(index),
                total.amounts().get(index));
    }

    private Sheet<Line> payers(Sheet<Line> sheet) {
        if (by != By.USER) {
            sheet.text("BANK", "bank", this::indented, Line::bank);
        }
        return by == By.BANK ? sheet : sheet.text("USER", "user", Line::user);
    }

    private @Nullable String indented(Line line) {
        String bank = line.bank();
        return tree && bank != null ? "  ".repeat(line.depth()) + bank.substring(bank.lastIndexOf('/') + 1) : bank;
    }

    private void print(Sheet<Line> sheet, PayerLines payers) {
        List<Line> lines = tree ? payers.tree(by == By.ASSOCIATION) : payers.lines(by);
        List<Line> shown = limit == null ? lines : lines.subList(0, Math.min(limit, lines.size()));
        if (chart) {
            sheet.text("", "", bar(shown));
        }
        sheet.print(format(), shown, payers.total(), out());
    }

    /** The largest row has the longest bar; the sum has none. */
    private static Function<Line, @Nullable Object> bar(List<Line> lines) {
        double most = lines.stream()
                .map(Line::amount)
                .reduce(BigDecimal.ZERO, BigDecimal::max)
                .doubleValue();
        return line -> line.isTotal() || most == 0
                ? null
                : "█".repeat((int) Math.round(LONGEST_BAR * line.amount().doubleValue() / most));
    }

    private boolean isWanted(Association association) {
        return (users.isEmpty() || users.contains(association.user()))
                && (banks.isEmpty() || banks.stream().anyMatch(association::isBelow));
    }
}
