package io.fairstream.query.explain;

import static io.fairstream.query.columns.Numbers.fine;
import static io.fairstream.query.columns.Numbers.hours;
import static io.fairstream.query.columns.Numbers.number;
import static io.fairstream.query.columns.Numbers.span;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Report;
import io.fairstream.query.priority.EditText;
import io.fairstream.rules.decay.HalfLife.RealPriority;
import io.fairstream.rules.priority.AccountState;
import io.fairstream.rules.priority.Edit;
import io.fairstream.rules.priority.Edit.Decision;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tables that explain a priority. */
record CustomerReport(Explained explained, Factor factor, Parts parts) {
    private static final List<Duration> AHEAD = List.of(Duration.ofHours(1), Duration.ofDays(1), Duration.ofDays(7));
    private static final String NEVER = "never";

    /** A value that the real priority will reach. */
    private record Coming(String part, double value) {}

    /**
     * Returns the whole report.
     *
     * @param limit of uses; further ones are summed in one row, and negligible parts are left out
     * @param ahead null for no projection
     */
    Document document(int limit, @Nullable Double reaches, @Nullable Projection ahead) {
        Document document = new Document();
        headline(document);
        document.with(uses().report(rows(limit)).withSum(total())).with(sum());
        belowParts(document);
        document.with(factorFields(factor).report(List.of(factor)).as("factor").forPrograms());
        factorLines(document);
        if (!explained.edits().isEmpty()) {
            document.say("").with(edits().report(explained.edits()).as("edit"));
        }
        outlook(document, reaches, ahead);
        return document;
    }

    private void headline(Document to) {
        double real = explained.realPriority();
        to.say(String.format(
                Locale.ROOT,
                "%s at %s: effective priority %s = real priority %s x factor %s",
                explained.row().getCustomer(),
                explained.at(),
                fine(real * factor.value()),
                fine(real),
                number(factor.value())));
        if (explained.published() == null) {
            to.say("From the journal alone: the row is as of a later instant, "
                    + explained.row().getAsOf() + ".");
        }
        to.say("");
    }

    private List<Part> rows(int limit) {
        List<Part> uses = parts.uses();
        List<Part> rows = new ArrayList<>(uses.subList(0, Math.min(limit, uses.size())));
        if (uses.size() > limit) {
            rows.add(Part.rest(uses.subList(limit, uses.size())));
        }
        parts.others().stream()
                .filter(part -> limit == Explain.ALL || !part.isFaded())
                .forEach(rows::add);
        return rows;
    }

    private Part total() {
        AccountState state = explained.parts().state();
        return Part.sums(
                Part.Kind.SUM,
                "real priority",
                state.accumulatedUsage(),
                state.weightedAccumulatedUsage(),
                explained.parts().sum() + explained.late(),
                parts.later());
    }

    private Columns<Part> uses() {
        return new Columns<Part>()
                .text("part", Part::word)
                .unshown()
                .text("name", Part::name)
                .text(
                        "resource",
                        part -> part.match() == null ? null : part.match().thing())
                .unshown()
                .text(
                        "matchId",
                        part -> part.match() == null ? null : names(part).matchId())
                .unshown()
                .text("pool", part -> part.match() == null ? null : names(part).pool())
                .unshown()
                .time("from", Part::begin)
                .shownAs(part -> part.isPeriod() ? null : part.begin())
                .time("until", Part::end)
                .shownAs(part -> part.isPeriod() ? null : part.isOpen() ? "open" : part.end())
                .leftOutFirst()
                .number("weight", part -> part.isUse() ? part.weight() : null)
                .shownAs(part -> part.isShownWithWeight() ? part.weight() : null)
                .hours(
                        "resourceSeconds",
                        part -> part.isUse() ? (Double) part.resourceSeconds() : positive(part.resourceSeconds()))
                .shownAs(part -> positive(part.resourceSeconds()))
                .leftOutFirst()
                .hours(
                        "weightedSeconds",
                        part -> part.isUse() ? (Double) part.weightedSeconds() : positive(part.weightedSeconds()))
                .shownAs(part -> positive(part.weightedSeconds()))
                .number("priority", Part::priority)
                .percent("share", part -> part.priority() / explained.realPriority())
                .number("later", Part::later);
    }

    private Journal.Names names(Part part) {
        return explained.journal().names().getOrDefault(part.match(), Journal.Names.NONE);
    }

    private static @Nullable Double positive(double number) {
        return number == 0 ? null : (Double) number;
    }

    private void belowParts(Document to) {
        double elsewhere = explained.usageElsewhere();
        to.say("");
        if (elsewhere != 0) {
            to.say("The row counts " + hours(elsewhere)
                    + " more weighted hours, because the journal is incomplete, or the account was reset.");
        }
        to.say("Hours count since the last reset. LATER is the priority one half-life from now ("
                + span(Duration.ofMillis(Math.round(explained.halfLife().seconds() * 1000))) + ").");
        to.say("");
    }

    private Report<Explained> sum() {
        AccountState state = explained.parts().state();
        return new Columns<Explained>()
                .text("customer", it -> it.row().getCustomer())
                .time("at", Explained::at)
                .time("asOf", it -> it.row().getAsOf())
                .number("realPriority", Explained::realPriority)
                .number("sum", it -> it.parts().sum() + it.late())
                .number("effectivePriority", it -> it.realPriority() * factor.value())
                .number("factor", it -> factor.value())
                .number("later", it -> parts.later())
                .number("halfLifeSeconds", it -> it.halfLife().seconds())
                .number("weightInUse", Explained::weightInUse)
                .number("accumulatedUsage", it -> state.accumulatedUsage())
                .number("weightedAccumulatedUsage", it -> state.weightedAccumulatedUsage())
                .number("usageElsewhere", Explained::usageElsewhere)
                .report(List.of(explained))
                .as("sum")
                .forPrograms();
    }

    private static Columns<Factor> factorFields(Factor factor) {
        Columns<Factor> fields = new Columns<Factor>()
                .number("value", Factor::value)
                .text("source", Factor::source)
                .text("rule", Factor::rule)
                .time("since", Factor::since)
                .time("until", Factor::until);
        Factor then = factor.then();
        Map<String, Object> next = then == null
                ? null
                : new LinkedHashMap<>(factorFields(then).report(List.of()).fields(then));
        return fields.text("then", it -> next);
    }

    private void factorLines(Document to) {
        String lead = "Factor";
        for (Factor next = factor; next != null; next = next.then()) {
            String since = next.since() == null ? "" : ", since " + next.since();
            String until = next.until() == null ? "" : ", until " + next.until();
            to.say(lead + " " + number(next.value()) + ": " + next.rule() + since + until);
            lead = "  then";
        }
        boundLine("Ceiling", Decision.Kind.CEILING, -1, to);
        boundLine("Floor of slot weight", Decision.Kind.FLOOR, 0, to);
    }

    private void boundLine(String name, Decision.Kind kind, double none, Document to) {
        Decision decided = explained.parts().state().inForce(kind);
        if (decided != null && decided.value() != none) {
            String until = decided.isForGood() ? "" : ", until " + Instant.ofEpochMilli(decided.until());
            to.say(name + " " + number(decided.value()) + ": since " + Instant.ofEpochMilli(decided.at()) + until);
        }
    }

    private static Columns<Edit> edits() {
        return new Columns<Edit>()
                .time("at", edit -> Instant.ofEpochMilli(edit.at()))
                .text("by", Edit::by)
                .text("edit", EditText::of);
    }

    private void outlook(Document to, @Nullable Double reaches, @Nullable Projection ahead) {
        Outlook outlook = Outlook.of(explained);
        FactorProjection projection = new FactorProjection(outlook, factor);
        to.say("");
        to.say("The real priority if " + number(outlook.weight()) + " stay in use, and if use stops:");
        to.with(projection.report(AHEAD).as("outlook"));
        double half = outlook.priority() / 2;
        List<Coming> coming = new ArrayList<>(List.of(new Coming("halves", half)));
        if (half < RealPriority.FLOOR) {
            coming.add(new Coming("best", RealPriority.FLOOR));
        }
        if (reaches != null) {
            coming.add(new Coming("reaches", reaches));
        }
        to.say("").with(coming(outlook).report(coming));
        if (ahead != null) {
            to.say("").with(projection.report(ahead));
        }
    }

    private static Columns<Coming> coming(Outlook outlook) {
        return new Columns<Coming>()
                .text("part", Coming::part)
                .number("value", Coming::value)
                .time("ifUseStays", it -> outlook.reachesIfStays(it.value()))
                .shownAs(it -> orNever(outlook.reachesIfStays(it.value())))
                .time("ifUseStops", it -> outlook.reachesIfStops(it.value()))
                .shownAs(it -> orNever(outlook.reachesIfStops(it.value())));
    }

    private static Object orNever(@Nullable Instant at) {
        return at == null ? NEVER : at;
    }
}
