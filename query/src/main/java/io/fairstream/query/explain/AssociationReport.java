package io.fairstream.query.explain;

import static io.fairstream.query.columns.Numbers.fine;
import static io.fairstream.query.columns.Numbers.number;
import static io.fairstream.query.columns.Numbers.span;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Report;
import io.fairstream.query.explain.AssociationParts.PeriodPart;
import io.fairstream.schemas.AccountingAt.AssociationUsageAt;
import io.fairstream.schemas.AssociationUsage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Tables that explain the usage of a user in a bank. */
record AssociationReport(AssociationParts parts) {
    private static final int MAX_AHEAD = 12;

    /** A run, or null for the sum of all. */
    private record Line(@Nullable RunPart run, double weight, double used, double counts, double smooth) {
        private <T> @Nullable T of(Function<RunPart, @Nullable T> value) {
            return run == null ? null : value.apply(run);
        }
    }

    private AssociationUsage row() {
        return parts.row();
    }

    /**
     * Returns the whole report.
     *
     * @param limit of runs
     */
    Document document(int limit) {
        Document document = new Document()
                .say(String.format(
                        "%s at %s: %s node-s count of finished runs, %s with smooth decay, %s node-s/s in use.",
                        row().getPath(),
                        row().getAsOf(),
                        fine(row().getPeriodUsage()),
                        fine(row().getSmoothUsage()),
                        number(row().getWeightInUse())))
                .say("")
                .with(periods().report(parts.periods()).as("period"))
                .say("")
                .with(runs(limit));
        if (limit < parts.runs().size()) {
            document.say(String.format(
                    Locale.ROOT, "The sums are of all %,d runs.", parts.runs().size()));
        }
        document.say("")
                .say(
                        "A run counts from its end on; with smooth decay each second of it does as it passes. The half-life is "
                                + span(Duration.ofMillis(Math.round(row().getHalfLifeSeconds() * 1000))) + ".");
        Instant known = parts.known();
        if (known != null) {
            earlier(known, document);
        }
        return document.with(sum())
                .say("")
                .say("What counts if no run ends, and with smooth decay if " + number(row().getWeightInUse())
                        + " stay in use, or if use stops:")
                .with(outlook());
    }

    private Columns<PeriodPart> periods() {
        return new Columns<PeriodPart>()
                .number("index", PeriodPart::index)
                .unshown()
                .time("from", PeriodPart::begin)
                .number("runs", PeriodPart::runs)
                .number("nodeSeconds", PeriodPart::used)
                .number("factor", PeriodPart::factor)
                .number("periodUsage", PeriodPart::counts)
                .percent("share", part -> row().getPeriodUsage() == 0 ? null : part.counts() / row().getPeriodUsage())
                .time("countsUntil", PeriodPart::fades);
    }

    private Report<Line> runs(int limit) {
        List<Line> lines = parts.runs().stream()
                .limit(limit)
                .map(run -> new Line(run, run.weight(), run.nodeSeconds(), parts.counts(run), run.smooth()))
                .toList();
        return new Columns<Line>()
                .text("job", line -> line.of(run -> run.key().job()))
                .time("submitted", line -> line.of(run -> run.key().submitted()))
                .unshown()
                .text("run", line -> line.of(run -> run.key().run()))
                .time("from", line -> line.of(RunPart::since))
                .time("until", line -> line.of(RunPart::endedAt))
                .shownAs(line -> line.of(run -> run.endedAt() == null ? "not yet" : run.endedAt()))
                .number("weight", Line::weight)
                .shownAs(line -> line.run() != null && line.weight() == 0 ? null : line.weight())
                .number("nodeSeconds", Line::used)
                .number("periodUsage", Line::counts)
                .number("smoothUsage", Line::smooth)
                .report(lines)
                .withSum(new Line(
                        null,
                        row().getWeightInUse(),
                        row().getRawUsage(),
                        row().getPeriodUsage(),
                        row().getSmoothUsage()))
                .as("run");
    }

    private void earlier(Instant known, Document to) {
        double usage = row().getPeriodUsage() - parts.periodUsage();
        double smooth = row().getSmoothUsage() - parts.smoothUsage();
        to.say(String.format(
                        "Entries of charges from before about %s are deleted: of what counts, %s are from then, and %s of the"
                                + " smooth usage.",
                        known, fine(usage), fine(smooth)))
                .with(new Columns<Instant>()
                        .time("before", it -> it)
                        .number("periodUsage", it -> usage)
                        .number("smoothUsage", it -> smooth)
                        .report(List.of(known))
                        .as("earlier")
                        .forPrograms());
    }

    private Report<AssociationUsage> sum() {
        return new Columns<AssociationUsage>()
                .text("path", AssociationUsage::getPath)
                .time("at", AssociationUsage::getAsOf)
                .number("rawUsage", AssociationUsage::getRawUsage)
                .number("periodUsage", AssociationUsage::getPeriodUsage)
                .number("smoothUsage", AssociationUsage::getSmoothUsage)
                .number("weightInUse", AssociationUsage::getWeightInUse)
                .number("halfLifeSeconds", AssociationUsage::getHalfLifeSeconds)
                .time("faded", row -> parts.faded())
                .report(List.of(row()))
                .as("sum")
                .forPrograms();
    }

    private Report<Instant> outlook() {
        List<Instant> ahead = new ArrayList<>(parts.ahead(MAX_AHEAD));
        if (!ahead.contains(parts.faded()) && parts.faded().isAfter(row().getAsOf())) {
            ahead.add(parts.faded());
        }
        AssociationUsage stopped =
                AssociationUsage.newBuilder(row()).setWeightInUse(0).build();
        return new Columns<Instant>()
                .time("at", at -> at)
                .number(
                        "periodUsage",
                        at -> AssociationUsageAt.evaluate(row(), at).getPeriodUsage())
                .number(
                        "ifUseStays",
                        at -> AssociationUsageAt.evaluate(row(), at).getSmoothUsage())
                .number(
                        "ifUseStops",
                        at -> AssociationUsageAt.evaluate(stopped, at).getSmoothUsage())
                .report(ahead)
                .as("outlook");
    }
}
