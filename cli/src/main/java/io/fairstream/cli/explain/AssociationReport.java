package io.fairstream.cli.explain;

import static io.fairstream.cli.terminal.Numbers.fine;
import static io.fairstream.cli.terminal.Numbers.number;
import static io.fairstream.cli.terminal.Numbers.percent;
import static io.fairstream.cli.terminal.Numbers.span;

import io.fairstream.cli.explain.AssociationParts.PeriodPart;
import io.fairstream.cli.terminal.JsonRow;
import io.fairstream.cli.terminal.Table;
import io.fairstream.rules.account.association.UsageTerms;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.AssociationUsageAt;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The usage of a user in a bank, taken apart: for people, or as JSON lines; {@link ExplainCommand} says what they hold. */
record AssociationReport(AssociationParts parts, PrintWriter out) {
    private static final int MOST_AHEAD = 12;

    private AssociationUsage row() {
        return parts.row();
    }

    void print(int limit) {
        out.printf(
                "%s at %s: %s node-s count of finished runs, %s with smooth decay, %s node-s/s in use.%n%n",
                row().getPath(),
                row().getAsOf(),
                fine(row().getPeriodUsage()),
                fine(row().getSmoothUsage()),
                number(row().getWeightInUse()));
        printPeriods();
        printRuns(limit);
        if (parts.known() != null) {
            out.printf(
                    "Entries of charges from before about %s are deleted: of what counts, %s are from then, and %s of the"
                            + " smooth usage.%n%n",
                    parts.known(), fine(earlier()), fine(earlierSmooth()));
        }
        printAhead();
    }

    private void printPeriods() {
        new Table<PeriodPart>()
                .text("PERIOD SINCE", "", PeriodPart::begin)
                .number("RUNS", "", PeriodPart::runs)
                .number("USED", "", part -> fine(part.used()))
                .number("EACH COUNTS", "", part -> fine(part.factor()))
                .number("COUNTS", "", part -> fine(part.counts()))
                .number("OF ALL", "", part -> percent(part.counts() / row().getPeriodUsage()))
                .text("COUNTS UNTIL", "", PeriodPart::fades)
                .print(parts.periods(), false, out);
        out.println();
    }

    private void printRuns(int limit) {
        List<RunPart> shown =
                parts.runs().subList(0, Math.min(limit, parts.runs().size()));
        new Table<RunPart>()
                .text("JOB", "", run -> run.key().job())
                .text("RUN", "", run -> run.key().run())
                .text("FROM", "", RunPart::since)
                .text("UNTIL", "", run -> run.endedAt() == null ? "not yet" : run.endedAt())
                .number("IN USE", "", run -> run.weight() == 0 ? "" : number(run.weight()))
                .number("USED", "", run -> fine(run.units() / UsageTerms.UNITS))
                .number("COUNTS", "", run -> fine(parts.counts(run)))
                .number("SMOOTH", "", run -> fine(run.smooth()))
                .printWithSums(shown, sums(), out);
        if (shown.size() < parts.runs().size()) {
            out.printf(
                    Locale.ROOT, "%nThe sums are of all %,d runs.", parts.runs().size());
        }
        out.printf(
                "%nA run counts from its end on; with smooth decay each second of it does as it passes. The half-life is %s.%n%n",
                span(Duration.ofMillis(Math.round(row().getHalfLifeSeconds() * 1000))));
    }

    private List<String> sums() {
        return List.of(
                "",
                "",
                "",
                "",
                number(row().getWeightInUse()),
                fine(row().getRawUsage()),
                fine(row().getPeriodUsage()),
                fine(row().getSmoothUsage()));
    }

    private void printAhead() {
        List<Instant> ahead = new ArrayList<>(parts.ahead(MOST_AHEAD));
        if (!ahead.contains(parts.faded()) && parts.faded().isAfter(row().getAsOf())) {
            ahead.add(parts.faded());
        }
        new Table<Instant>()
                .text("FROM ON", "", at -> at)
                .number("COUNTS IF NO RUN ENDS", "", at -> fine(then(at).getPeriodUsage()))
                .number(
                        "SMOOTH IF " + number(row().getWeightInUse()) + " STAY IN USE",
                        "",
                        at -> fine(then(at).getSmoothUsage()))
                .number("SMOOTH IF USE STOPS", "", at -> fine(stopped(at).getSmoothUsage()))
                .print(ahead, false, out);
    }

    private double earlier() {
        return row().getPeriodUsage() - parts.periodUsage();
    }

    private double earlierSmooth() {
        return row().getSmoothUsage() - parts.smoothUsage();
    }

    private AssociationUsage then(Instant at) {
        return AssociationUsageAt.evaluate(row(), at);
    }

    private AssociationUsage stopped(Instant at) {
        AssociationUsage stopped =
                AssociationUsage.newBuilder(row()).setWeightInUse(0).build();
        return AssociationUsageAt.evaluate(stopped, at);
    }

    void printJson(int limit) {
        for (PeriodPart part : parts.periods()) {
            row("period")
                    .with("index", part.index())
                    .with("from", part.begin())
                    .with("runs", part.runs())
                    .with("nodeSeconds", part.used())
                    .with("factor", part.factor())
                    .with("periodUsage", part.counts())
                    .with("countsUntil", part.fades())
                    .print(out);
        }
        parts.runs().stream()
                .limit(limit)
                .forEach(run -> row("run")
                        .with("job", run.key().job())
                        .with("submitted", run.key().submitted())
                        .with("run", run.key().run())
                        .with("from", run.since())
                        .with("until", run.endedAt())
                        .with("weight", run.weight())
                        .with("nodeSeconds", run.units() / UsageTerms.UNITS)
                        .with("periodUsage", parts.counts(run))
                        .with("smoothUsage", run.smooth())
                        .print(out));
        if (parts.known() != null) {
            row("earlier")
                    .with("before", parts.known())
                    .with("periodUsage", earlier())
                    .with("smoothUsage", earlierSmooth())
                    .print(out);
        }
        row("sum")
                .with("path", row().getPath())
                .with("at", row().getAsOf())
                .with("rawUsage", row().getRawUsage())
                .with("periodUsage", row().getPeriodUsage())
                .with("smoothUsage", row().getSmoothUsage())
                .with("weightInUse", row().getWeightInUse())
                .with("halfLifeSeconds", row().getHalfLifeSeconds())
                .with("faded", parts.faded())
                .print(out);
        parts.ahead(MOST_AHEAD)
                .forEach(at -> row("outlook")
                        .with("at", at)
                        .with("periodUsage", then(at).getPeriodUsage())
                        .with("ifUseStays", then(at).getSmoothUsage())
                        .with("ifUseStops", stopped(at).getSmoothUsage())
                        .print(out));
    }

    private static JsonRow row(String part) {
        return new JsonRow().with("part", part);
    }
}
