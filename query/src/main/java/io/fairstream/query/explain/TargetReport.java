package io.fairstream.query.explain;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Format;
import io.fairstream.query.columns.Numbers;
import io.fairstream.query.columns.Report;
import io.fairstream.query.explain.TargetParts.TargetPart;
import io.fairstream.query.tables.BalanceRow.Forecast;
import io.fairstream.rules.usage.Allocation;
import io.fairstream.rules.usage.Allocation.Balance;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Tables that explain the balance of a target.
 *
 * @param balance at the explained instant; null without an allocation
 * @param reaches a balance whose instant is reported; null for none
 * @param running the running jobs of a bank or of a user in it; null for a project
 */
record TargetReport(
        TargetParts parts,
        @Nullable Balance balance,
        @Nullable Double reaches,
        @Nullable RunningJobs running) {
    private static final double MILLIS = 1000;

    private String target() {
        return parts.row().getTarget();
    }

    private String unit() {
        return parts.row().getUnit();
    }

    /**
     * Returns the whole report.
     *
     * @param limit of charges
     */
    Document document(int limit) {
        Document document = new Document();
        if (balance == null) {
            document.say(target() + " has no allocation, so it has no balance. Its work, in " + unit() + ":");
        } else {
            headline(balance, document);
        }
        List<TargetPart> all = parts.parts();
        document.say("")
                .with(charges()
                        .report(all.subList(0, Math.min(limit, all.size())))
                        .withSum(parts.sum())
                        .as(parts.by().name().toLowerCase(Locale.ROOT)));
        if (limit < all.size()) {
            document.say(String.format(Locale.ROOT, "The sum is of all %,d lines.", all.size()));
        }
        Instant known = parts.known();
        if (known != null) {
            earlier(known, document);
        }
        if (balance == null) {
            return document.with(done());
        }
        document.with(sum(balance));
        outlook(balance, document);
        return document;
    }

    private void headline(Balance now, Document to) {
        Allocation allocation = now.allocation();
        to.say(String.format(
                "%s at %s: balance %s = %s initial + %s accrued - %s charged",
                target(),
                instant(now.asOf()),
                amount(now.amount()),
                Numbers.large(allocation.initialBalance()),
                Numbers.large(now.settled().accrued()),
                Numbers.large(now.settled().charged())));
        if (allocation.accrual() > 0) {
            to.say(accrual(now, allocation));
        }
        if (now.amount() < 0) {
            to.say("below 0: "
                    + amount(allocation.initialBalance() + now.settled().accrued()) + " had accrued by then, and "
                    + Numbers.large(-now.amount()) + " more were used");
        }
    }

    private static String accrual(Balance now, Allocation allocation) {
        return String.format(
                Locale.ROOT,
                "accrued: %s x %,d intervals of %s s since %s%s%s",
                Numbers.large(allocation.accrual()),
                allocation.intervals(now.asOf()),
                Numbers.number(allocation.interval().toMillis() / MILLIS),
                instant(allocation.start()),
                allocation.end() == null ? "" : ", until " + instant(allocation.end()),
                allocation.cap() == null
                        ? ""
                        : ", less " + Numbers.large(now.settled().withheld()) + " withheld above the cap of "
                                + Numbers.large(allocation.cap()));
    }

    private Columns<TargetPart> charges() {
        Columns<TargetPart> columns = new Columns<>();
        switch (parts.by()) {
            case USER -> columns.text("user", part -> part.key().user());
            case HOST ->
                columns.text("user", part -> part.key().user())
                        .text("host", part -> part.key().host());
            case APP -> columns.text("app", part -> part.key().app());
            default ->
                columns.text("day", part -> part.key().day())
                        .text("app", part -> part.key().app());
        }
        columns.hours("cpuSeconds", part -> part.work().cpuMicros().doubleValue() / 1e6)
                .hours("gpuSeconds", part -> part.work().gpuMicros().doubleValue() / 1e6);
        if (running == null) {
            columns.add("cpuFlops", Format.LARGE, part -> part.work().cpuFlops())
                    .add("gpuFlops", Format.LARGE, part -> part.work().gpuFlops());
        }
        return columns.add("charged", Format.LARGE, TargetPart::charged)
                .percent("share", part -> parts.charged() == 0 ? 0 : part.charged() / parts.charged());
    }

    private void earlier(Instant known, Document to) {
        Double row = parts.rowCharged();
        Double charged = balance == null || row == null ? null : (Double) (row - parts.charged());
        to.say("")
                .say("Entries of charges from before about " + known + " are deleted"
                        + (charged == null ? "" : ": " + amount(charged) + " were charged then and are not shown")
                        + ".")
                .with(new Columns<Instant>()
                        .time("before", it -> it)
                        .number("charged", it -> charged)
                        .report(List.of(known))
                        .as("earlier")
                        .forPrograms());
    }

    private Report<TargetParts> done() {
        return new Columns<TargetParts>()
                .text("target", it -> target())
                .text("unit", it -> unit())
                .number("done", TargetParts::charged)
                .report(List.of(parts))
                .as("sum")
                .forPrograms();
    }

    private Report<Balance> sum(Balance now) {
        Allocation allocation = now.allocation();
        return new Columns<Balance>()
                .text("target", it -> target())
                .text("unit", it -> unit())
                .time("at", it -> instant(it.asOf()))
                .time("asOf", it -> parts.row().getAsOf())
                .number("balance", Balance::amount)
                .number("initialBalance", it -> allocation.initialBalance())
                .number("accrued", it -> it.settled().accrued())
                .number("withheld", it -> it.settled().withheld())
                .number("charged", it -> it.settled().charged())
                .number("sum", it -> parts.charged())
                .number("accrual", it -> allocation.accrual())
                .number("interval", it -> allocation.interval().toMillis() / MILLIS)
                .number("intervals", it -> allocation.intervals(it.asOf()))
                .time("start", it -> instant(allocation.start()))
                .time("end", it -> allocation.end() == null ? null : instant(allocation.end()))
                .number("cap", it -> allocation.cap())
                .time(Forecast.DAY.field(), it -> Forecast.DAY.spent(it, parts.row()))
                .time(Forecast.WEEK.field(), it -> Forecast.WEEK.spent(it, parts.row()))
                .number("usedByRunningJobs", it -> running == null ? null : (Double) running.used(it.asOf()))
                .time("spentByRunningJobsAt", this::spentByRunningJobs)
                .report(List.of(now))
                .as("sum")
                .forPrograms();
    }

    private void outlook(Balance now, Document to) {
        Double cap = now.allocation().cap();
        to.say("");
        if (cap != null && now.amount() >= cap) {
            to.say("At its cap: nothing accrues until the next charge.");
        }
        if (now.amount() > 0) {
            to.say("Spent at the rate of the last whole day: " + spent(now, Forecast.DAY) + "; of the last seven: "
                    + spent(now, Forecast.WEEK));
        }
        if (running != null) {
            running(now, running, to);
        }
        List<Double> values = coming(now);
        if (values.isEmpty()) {
            to.say("Without further charges: " + amount(in(now, Duration.ofDays(1))) + " in a day, "
                    + amount(in(now, Duration.ofDays(7))) + " in a week");
            return;
        }
        BalanceOutlook outlook = new BalanceOutlook(now);
        to.say("Without further charges the balance reaches")
                .with(new Columns<Double>()
                        .add("value", Format.LARGE, value -> value)
                        .time("at", outlook::reaches)
                        .shownAs(value -> outlook.reaches(value) == null ? "never" : outlook.reaches(value))
                        .report(values)
                        .as("reaches"));
    }

    private @Nullable Instant spentByRunningJobs(Balance now) {
        Long spent = running == null ? null : running.spentAt(now.amount(), now.asOf());
        return spent == null ? null : instant(spent);
    }

    /** Forecast of running jobs, which are charged when they end. */
    private void running(Balance now, RunningJobs jobs, Document to) {
        if (!jobs.runs().isEmpty()) {
            Long spent = jobs.spentAt(now.amount(), now.asOf());
            to.say(String.format(
                    Locale.ROOT,
                    "Running jobs: %,d; they have used %s, charged when they end. If all run to their time limits: %s",
                    jobs.runs().size(),
                    amount(jobs.used(now.asOf())),
                    spent == null ? "not spent" : "spent at " + instant(spent).truncatedTo(ChronoUnit.MINUTES)));
        }
    }

    private String spent(Balance now, Forecast forecast) {
        Instant at = forecast.spent(now, parts.row());
        return at == null ? "never" : at.toString();
    }

    private static double in(Balance now, Duration time) {
        return now.at(now.asOf() + time.toMillis()).amount();
    }

    /** Returns the values whose instants are reported: 0, the cap, and the requested value. */
    private List<Double> coming(Balance now) {
        List<Double> coming = new ArrayList<>();
        Double cap = now.allocation().cap();
        if (now.amount() < 0) {
            coming.add(0.0);
        }
        if (cap != null && now.amount() < cap) {
            coming.add(cap);
        }
        if (reaches != null) {
            coming.add(reaches);
        }
        return coming;
    }

    private String amount(double value) {
        return Numbers.large(value, unit()); // 2.5 PFLOPs
    }

    private static Instant instant(long millis) {
        return Instant.ofEpochMilli(millis);
    }
}
