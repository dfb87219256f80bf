package io.fairstream.cli.explain;

import static io.fairstream.cli.terminal.Numbers.fine;
import static io.fairstream.cli.terminal.Numbers.hours;
import static io.fairstream.cli.terminal.Numbers.number;
import static io.fairstream.cli.terminal.Numbers.percent;
import static io.fairstream.cli.terminal.Numbers.span;

import io.fairstream.cli.terminal.Table;
import io.fairstream.rules.account.Decision;
import io.fairstream.rules.account.Entry;
import io.fairstream.rules.account.Interval;
import io.fairstream.rules.decay.RealPriority;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** An explained priority for people to read. */
record Report(Explained explained, Factor factor, Parts parts, PrintWriter out) {
    static final int MOST_USES = 20;

    private static final double LEAST = 0.00005;
    private static final String NEVER = "never";

    /** A line of the table of parts. */
    private record Line(Part part, String from, String until, String weight) {}

    /** A line of the table of what is to come. */
    private record Coming(String when, String ifStays, String ifStops) {}

    void print(int limit, @Nullable Double reaches) {
        printHead();
        printParts(limit);
        printFactor();
        printEdits();
        printOutlook(reaches);
    }

    private void printHead() {
        double real = explained.realPriority();
        out.printf(
                Locale.ROOT,
                "%s at %s: effective priority %s = real priority %s x factor %s%n",
                explained.row().getCustomer(),
                explained.at(),
                fine(real * factor.value()),
                fine(real),
                number(factor.value()));
        if (explained.published() == null) {
            out.printf(
                    "From the journal alone: the row is of a later instant, %s.%n",
                    explained.row().getAsOf());
        }
        out.println();
    }

    private void printParts(int limit) {
        List<Line> lines = new ArrayList<>();
        List<Part> uses = parts.uses();
        uses.stream().limit(limit).map(this::line).forEach(lines::add);
        if (uses.size() > limit) {
            lines.add(plain(rest(uses.subList(limit, uses.size()))));
        }
        parts.others().stream().filter(Report::isVisible).map(Report::plain).forEach(lines::add);
        lines.add(plain(sum()));
        new Table<Line>()
                .text("PART", "", line -> line.part().name())
                .text("FROM", "", Line::from)
                .text("UNTIL", "", Line::until)
                .number("WEIGHT", "", Line::weight)
                .number("HOURS", "", line -> usage(line.part().resourceSeconds()))
                .number("WEIGHTED HOURS", "", line -> usage(line.part().weightedSeconds()))
                .number("PRIORITY", "", line -> fine(line.part().priority()))
                .number("OF ALL", "", line -> percent(line.part().priority() / explained.realPriority()))
                .number("IN A HALF-LIFE", "", line -> fine(line.part().later()))
                .print(lines, false, out);
        double elsewhere = explained.usageElsewhere();
        if (elsewhere != 0) {
            out.printf(
                    "%nThe row counts %s weighted hours more, as the journal no longer has all, or the account began anew.",
                    hours(elsewhere));
        }
        out.printf(
                "%nHours count since the last reset. The half-life is %s: what was used until now then counts half.%n%n",
                span(Duration.ofMillis(Math.round(explained.halfLife().seconds() * 1000))));
    }

    private static String usage(double seconds) {
        return seconds == 0 ? "" : hours(seconds);
    }

    private Line line(Part part) {
        boolean isOpen = part.until() == Interval.OPEN;
        boolean isTime = part.kind() == Part.Kind.HOUR || part.kind() == Part.Kind.DAY;
        boolean hasWeight = isOpen || part.kind() == Part.Kind.MATCH;
        return new Line(
                part,
                isTime ? "" : Instant.ofEpochMilli(part.from()).toString(),
                isTime
                        ? ""
                        : isOpen ? "open" : Instant.ofEpochMilli(part.until()).toString(),
                hasWeight && !isTime ? number(part.weight()) : "");
    }

    /** What has faded to nothing is a part for exact sums only. */
    private static boolean isVisible(Part part) {
        return part.priority() + part.later() + part.weightedSeconds() >= LEAST;
    }

    private static Line plain(Part part) {
        return new Line(part, "", "", "");
    }

    private static Part rest(List<Part> rest) {
        return new Part(
                rest.get(0).kind(),
                String.format(Locale.ROOT, "%,d more", rest.size()),
                null,
                0,
                0,
                0,
                rest.stream().mapToDouble(Part::resourceSeconds).sum(),
                rest.stream().mapToDouble(Part::weightedSeconds).sum(),
                rest.stream().mapToDouble(Part::priority).sum(),
                rest.stream().mapToDouble(Part::later).sum());
    }

    private Part sum() {
        return new Part(
                Part.Kind.FUTURE,
                "real priority",
                null,
                0,
                0,
                0,
                explained.parts().standing().accumulatedUsage(),
                explained.parts().standing().weightedAccumulatedUsage(),
                explained.parts().sum() + explained.late(),
                parts.later());
    }

    private void printFactor() {
        String lead = "Factor";
        for (Factor next = factor; next != null; next = next.then()) {
            String since = next.since() == null ? "" : ", since " + next.since();
            String until = next.until() == null ? "" : ", until " + next.until();
            out.printf("%s %s: %s%s%s%n", lead, number(next.value()), next.rule(), since, until);
            lead = "  then";
        }
        printBound("Ceiling", Decision.Kind.CEILING, -1);
        printBound("Floor of slot weight", Decision.Kind.FLOOR, 0);
        out.println();
    }

    private void printBound(String name, Decision.Kind kind, double none) {
        Decision decided = explained.parts().standing().inForce(kind);
        if (decided != null && decided.value() != none) {
            String until = decided.isForGood() ? "" : ", until " + Instant.ofEpochMilli(decided.until());
            out.printf("%s %s: since %s%s%n", name, number(decided.value()), Instant.ofEpochMilli(decided.at()), until);
        }
    }

    private void printEdits() {
        if (explained.edits().isEmpty()) {
            return;
        }
        out.println("Edits");
        new Table<Entry>()
                .text("AT", "", edit -> Instant.ofEpochMilli(edit.at()))
                .text("BY", "", Entry::by)
                .text("EDIT", "", EditText::of)
                .print(explained.edits(), false, out);
        out.println();
    }

    private void printOutlook(@Nullable Double reaches) {
        Outlook outlook = Outlook.of(explained);
        List<Coming> lines = new ArrayList<>();
        JsonReport.AHEAD.forEach(time -> lines.add(new Coming(
                "in " + span(time).replace(" 0 h", "").replace(" 0 min", ""),
                both(outlook.ifStays(time)),
                both(outlook.ifStops(time)))));
        double half = outlook.priority() / 2;
        lines.add(half >= RealPriority.FLOOR ? reaching("halved, " + fine(half), half, outlook) : atFloor(outlook));
        if (reaches != null) {
            lines.add(reaching("at " + number(reaches), reaches, outlook));
        }
        new Table<Coming>()
                .text("REAL (EFFECTIVE)", "", Coming::when)
                .text("IF " + number(outlook.weight()) + " STAY IN USE", "", Coming::ifStays)
                .text("IF USE STOPS", "", Coming::ifStops)
                .print(lines, false, out);
    }

    private static Coming atFloor(Outlook outlook) {
        return reaching("at the best, 0.5", RealPriority.FLOOR, outlook);
    }

    private static Coming reaching(String what, double value, Outlook outlook) {
        return new Coming(what, time(outlook.reachesIfStays(value)), time(outlook.reachesIfStops(value)));
    }

    private String both(double real) {
        return factor.value() == 1
                ? fine(real)
                : String.format(Locale.ROOT, "%s (%s)", fine(real), fine(real * factor.value()));
    }

    private static String time(@Nullable Instant at) {
        return at == null ? NEVER : at.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
