package io.fairstream.cli.negotiate;

import static io.fairstream.cli.terminal.Amounts.decimal;
import static io.fairstream.cli.terminal.Amounts.fine;
import static io.fairstream.cli.terminal.Amounts.percent;

import io.fairstream.cli.terminal.JsonRow;
import io.fairstream.cli.terminal.Table;
import io.fairstream.negotiator.Allocation;
import io.fairstream.negotiator.Allocation.Award;
import io.fairstream.negotiator.Allocation.GroupAward;
import io.fairstream.negotiator.Stopped;
import io.fairstream.negotiator.Submitter;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What came out of a negotiation.
 *
 * @param groups whether there are any
 * @param preemption whether who holds too much may lose it
 */
record AllocationReport(
        Allocation allocation,
        List<Submitter> submitters,
        double slots,
        Instant at,
        boolean groups,
        boolean preemption) {

    void print(boolean json, PrintWriter out) {
        Map<String, Submitter> byName =
                submitters.stream().collect(Collectors.toMap(Submitter::name, Function.identity()));
        List<Line> lines = allocation.awards().stream()
                .map(award -> new Line(award, Objects.requireNonNull(byName.get(award.submitter()))))
                .toList();
        if (json) {
            lines.forEach(line -> line.json().print(out));
            if (groups) {
                allocation.groups().forEach(group -> json(group).print(out));
            }
            new JsonRow()
                    .with("at", at)
                    .with("slots", slots)
                    .with("free", allocation.free())
                    .with("gets", allocation.allocated())
                    .print(out);
            return;
        }
        out.printf(
                "At %s: of %s slot weight %s is free, %s is given.%n%n",
                at, decimal(slots), decimal(allocation.free()), decimal(allocation.allocated()));
        submitterTable()
                .print(Stream.concat(lines.stream(), Stream.of(total(lines))).toList(), false, out);
        if (groups) {
            out.println();
            groupTable().print(allocation.groups(), false, out);
        }
    }

    private Table<Line> submitterTable() {
        Table<Line> table =
                new Table<Line>().text("SUBMITTER", "", line -> line.award().submitter());
        if (groups) {
            table.text("GROUP", "", line -> line.award().group());
        }
        table.number(
                        "EFFECTIVE PRIORITY",
                        "",
                        line -> line.isTotal() ? "" : fine(line.submitter().effectivePriority()))
                .number(
                        "SHARE",
                        "",
                        line -> line.isTotal() ? "" : percent(line.award().share()))
                .number(
                        "LIMIT",
                        "",
                        line -> line.isTotal() ? "" : decimal(line.award().limit()))
                .number("IN USE", "", line -> decimal(line.submitter().weightInUse()))
                .number("DEMAND", "", line -> decimal(line.submitter().demand()))
                .number("GETS", "", line -> decimal(line.award().allocated()));
        if (preemption) {
            table.number("CLAIMS", "", line -> decimal(line.award().claim()))
                    .number("LOSES", "", line -> decimal(line.award().excess()));
        }
        return table.text(
                "STOPPED", "", line -> line.isTotal() ? "" : words(line.award().stopped()));
    }

    private static Table<GroupAward> groupTable() {
        return new Table<GroupAward>()
                .text("GROUP", "", GroupAward::group)
                .number("QUOTA", "", group -> decimal(group.quota()))
                .number("WITH SUBGROUPS", "", group -> decimal(group.subtreeQuota()))
                .number("IN USE", "", group -> decimal(group.weightInUse()))
                .number("REQUESTED", "", group -> decimal(group.requested()))
                .number("ENTITLED", "", group -> decimal(group.entitled()))
                .number("GETS", "", group -> decimal(group.allocated()));
    }

    private static JsonRow json(GroupAward group) {
        return new JsonRow()
                .with("group", group.group())
                .with("quota", group.quota())
                .with("subtreeQuota", group.subtreeQuota())
                .with("inUse", group.weightInUse())
                .with("requested", group.requested())
                .with("entitled", group.entitled())
                .with("gets", group.allocated());
    }

    private static Line total(List<Line> lines) {
        double inUse = lines.stream()
                .mapToDouble(line -> line.submitter().weightInUse())
                .sum();
        double demand =
                lines.stream().mapToDouble(line -> line.submitter().demand()).sum();
        Award sum = new Award(
                "",
                "",
                0,
                0,
                lines.stream().mapToDouble(line -> line.award().allocated()).sum(),
                lines.stream().mapToDouble(line -> line.award().claim()).sum(),
                lines.stream().mapToDouble(line -> line.award().excess()).sum(),
                Stopped.SATISFIED);
        return new Line(sum, Submitter.of("", 1, demand).withWeightInUse(inUse));
    }

    private static String words(Stopped stopped) {
        return switch (stopped) {
            case SATISFIED -> "has all it wants";
            case NO_DEMAND -> "wants nothing";
            case SKIPPED -> "left out";
            case CEILING -> "ceiling";
            case GROUP_QUOTA -> "quota of its group";
            case SHARE -> "has its share";
            case OVER_SHARE -> "holds more than its share";
            case POOL_FULL -> "nothing is free";
            case CONCURRENCY_LIMIT -> "concurrency limit";
            case NO_SLOT_FITS -> "no slot fits";
        };
    }

    /** A submitter and what it gets. */
    private record Line(Award award, Submitter submitter) {
        boolean isTotal() {
            return award.submitter().isEmpty();
        }

        JsonRow json() {
            return new JsonRow()
                    .with("submitter", award.submitter())
                    .with("group", award.group())
                    .with("effectivePriority", submitter.effectivePriority())
                    .with("share", award.share())
                    .with("limit", award.limit())
                    .with("inUse", submitter.weightInUse())
                    .with("demand", submitter.demand())
                    .with("ceiling", submitter.ceiling())
                    .with("floor", submitter.floor())
                    .with("gets", award.allocated())
                    .with("claims", award.claim())
                    .with("loses", award.excess())
                    .with("stopped", award.stopped());
        }
    }
}
