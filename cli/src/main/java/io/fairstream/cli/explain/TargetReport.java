package io.fairstream.cli.explain;

import io.fairstream.cli.explain.TargetParts.TargetPart;
import io.fairstream.cli.terminal.JsonRow;
import io.fairstream.cli.terminal.Numbers;
import io.fairstream.cli.terminal.Table;
import io.fairstream.rules.account.balance.Allocation;
import io.fairstream.rules.account.balance.Balance;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The balance of a target, taken apart: for people, or as JSON lines; {@link ExplainCommand} says what they hold.
 *
 * @param balance at the instant that is explained; null without an allocation
 * @param reaches a value of which is told when the balance has it; null for none
 */
record TargetReport(
        TargetParts parts,
        @Nullable Balance balance,
        @Nullable Double reaches,
        PrintWriter out) {
    private static final double MILLIS = 1000;

    /** A value that the balance will have. */
    private record Coming(
            String name, double value, @Nullable Instant at) {}

    private String target() {
        return parts.row().getTarget();
    }

    private String unit() {
        return parts.row().getUnit();
    }

    void print(int limit) {
        if (balance == null) {
            out.printf(
                    "%s has no allocation: nothing is owed to it. What was done for it, in %s:%n%n", target(), unit());
        } else {
            printBalance(balance);
        }
        printParts(limit);
        if (parts.known() != null) {
            out.printf(
                    "%nEntries of charges from before about %s are deleted%s.%n",
                    parts.known(),
                    balance == null ? "" : ": " + amount(earlier()) + " were charged then and are not shown");
        }
        if (balance != null) {
            printOutlook(balance);
        }
    }

    private void printBalance(Balance now) {
        Allocation allocation = now.allocation();
        out.printf(
                "%s at %s: balance %s %s = %s initial + %s accrued - %s charged%n",
                target(),
                instant(now.asOf()),
                Numbers.large(now.amount()),
                unit(),
                Numbers.large(allocation.initialBalance()),
                Numbers.large(now.settled().accrued()),
                Numbers.large(now.settled().charged()));
        out.printf(
                Locale.ROOT,
                "accrued: %s x %,d intervals of %s s since %s%s%s%n",
                Numbers.large(allocation.accrual()),
                allocation.intervals(now.asOf()),
                Numbers.number(allocation.interval().toMillis() / MILLIS),
                instant(allocation.start()),
                allocation.end() == null ? "" : ", until " + instant(allocation.end()),
                allocation.cap() == null
                        ? ""
                        : ", less " + Numbers.large(now.settled().withheld()) + " withheld above the cap of "
                                + Numbers.large(allocation.cap()));
        if (now.amount() < 0) {
            out.printf(
                    "below 0: %s %s were owed by then, and %s more than that was done%n",
                    Numbers.large(allocation.initialBalance() + now.settled().accrued()),
                    unit(),
                    Numbers.large(-now.amount()));
        }
        out.println();
    }

    private void printParts(int limit) {
        List<TargetPart> all = parts.parts();
        List<TargetPart> shown = all.subList(0, Math.min(limit, all.size()));
        Table<TargetPart> table = new Table<>();
        switch (parts.by()) {
            case USER -> table.text("USER", "", part -> part.key().user());
            case HOST ->
                table.text("USER", "", part -> part.key().user())
                        .text("HOST", "", part -> part.key().host());
            case APP -> table.text("APP", "", part -> part.key().app());
            default ->
                table.text("DAY", "", part -> part.key().day())
                        .text("APP", "", part -> part.key().app());
        }
        int words = parts.by() == By.USER || parts.by() == By.APP ? 1 : 2;
        table.number("CPU H", "", part -> hours(part.work().cpuMicros().doubleValue()))
                .number("GPU H", "", part -> hours(part.work().gpuMicros().doubleValue()))
                .number("CPU FLOP", "", part -> Numbers.large(part.work().cpuFlops()))
                .number("GPU FLOP", "", part -> Numbers.large(part.work().gpuFlops()))
                .number(balance == null ? "DONE" : "CHARGED", "", part -> Numbers.large(part.charged()))
                .number("OF ALL", "", part -> Numbers.percent(share(part)));
        List<String> sums = new ArrayList<>(Collections.nCopies(words + 4, ""));
        sums.add(Numbers.large(parts.charged()));
        sums.add("");
        table.printWithSums(shown, sums, out);
        if (shown.size() < all.size()) {
            out.printf(Locale.ROOT, "%nThe sum is of all %,d lines.%n", all.size());
        }
    }

    private static String hours(double micros) {
        return Numbers.hours(micros / 1e6);
    }

    private double share(TargetPart part) {
        return parts.charged() == 0 ? 0 : part.charged() / parts.charged();
    }

    /** What the row was charged for by entries that are deleted. */
    private double earlier() {
        Double charged = parts.rowCharged();
        return charged == null ? 0 : charged - parts.charged();
    }

    private String amount(double value) {
        return Numbers.large(value) + " " + unit();
    }

    private void printOutlook(Balance now) {
        Double cap = now.allocation().cap();
        out.println();
        if (cap != null && now.amount() >= cap) {
            out.println("At its cap: nothing accrues until something is charged.");
        }
        for (Coming coming : coming(now)) {
            out.printf(
                    "If nothing is charged any more: %s %s%n",
                    coming.name(), coming.at() == null ? "never" : "at " + coming.at());
        }
        if (cap == null && now.amount() >= 0 && reaches == null) {
            out.printf(
                    "If nothing is charged any more: %s in a day, %s in a week%n",
                    amount(in(now, Duration.ofDays(1))), amount(in(now, Duration.ofDays(7))));
        }
    }

    private static double in(Balance now, Duration time) {
        return now.at(now.asOf() + time.toMillis()).amount();
    }

    private List<Coming> coming(Balance now) {
        BalanceOutlook outlook = new BalanceOutlook(now);
        List<Coming> coming = new ArrayList<>();
        Double cap = now.allocation().cap();
        if (now.amount() < 0) {
            coming.add(new Coming("back at 0", 0, outlook.reaches(0)));
        }
        if (cap != null && now.amount() < cap) {
            coming.add(new Coming("at its cap of " + Numbers.large(cap), cap, outlook.reaches(cap)));
        }
        if (reaches != null) {
            coming.add(new Coming("at " + Numbers.large(reaches), reaches, outlook.reaches(reaches)));
        }
        return coming;
    }

    void printJson(int limit) {
        parts.parts().stream().limit(limit).forEach(this::printPart);
        if (parts.known() != null) {
            row("earlier")
                    .with("before", parts.known())
                    .with("charged", balance == null ? null : (Double) earlier())
                    .print(out);
        }
        JsonRow sum = row("sum").with("target", target()).with("unit", unit());
        if (balance == null) {
            sum.with("done", parts.charged()).print(out);
            return;
        }
        Allocation allocation = balance.allocation();
        sum.with("at", instant(balance.asOf()))
                .with("asOf", parts.row().getAsOf())
                .with("balance", balance.amount())
                .with("initialBalance", allocation.initialBalance())
                .with("accrued", balance.settled().accrued())
                .with("withheld", balance.settled().withheld())
                .with("charged", balance.settled().charged())
                .with("sum", parts.charged())
                .with("accrual", allocation.accrual())
                .with("interval", allocation.interval().toMillis() / MILLIS)
                .with("intervals", allocation.intervals(balance.asOf()))
                .with("start", instant(allocation.start()))
                .with("end", allocation.end() == null ? null : instant(allocation.end()))
                .with("cap", allocation.cap())
                .print(out);
        coming(balance)
                .forEach(each -> row("reaches")
                        .with("value", each.value())
                        .with("at", each.at())
                        .print(out));
    }

    private void printPart(TargetPart part) {
        row(parts.by().name().toLowerCase(Locale.ROOT))
                .with("day", named(part.key().day()))
                .with(
                        "app",
                        parts.by() == By.DAY || parts.by() == By.APP
                                ? part.key().app()
                                : null)
                .with("user", named(part.key().user()))
                .with("host", named(part.key().host()))
                .with("cpuSeconds", part.work().cpuMicros().doubleValue() / 1e6)
                .with("gpuSeconds", part.work().gpuMicros().doubleValue() / 1e6)
                .with("cpuFlops", part.work().cpuFlops())
                .with("gpuFlops", part.work().gpuFlops())
                .with("charged", part.charged())
                .with("share", share(part))
                .print(out);
    }

    private static @Nullable String named(String name) {
        return name.isEmpty() ? null : name;
    }

    private static Instant instant(long millis) {
        return Instant.ofEpochMilli(millis);
    }

    private static JsonRow row(String part) {
        return new JsonRow().with("part", part);
    }
}
