package io.fairstream.cli.priority;

import io.fairstream.cli.terminal.JsonRow;
import io.fairstream.cli.terminal.Numbers;
import io.fairstream.cli.terminal.Table;
import io.fairstream.rules.share.MultifactorPriority.Term;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Jobs with the terms of their priorities.
 *
 * @param style whose priorities they are
 */
record PriorityListing(List<Line> lines, String style) {
    /** Prints each term, or with {@code isNormalised} each factor before it is weighted. */
    void print(boolean isNormalised, PrintWriter out) {
        Table<Line> table = new Table<Line>()
                .text("JOB", "", Line::name)
                .text("USER", "", line -> line.job().getUser())
                .text("BANK", "", line -> line.job().getBank())
                .text("PARTITION", "", line -> line.job().getPartition())
                .number("PRIORITY", "", line -> line.priority().priority());
        for (int i = 0; i < terms(); i++) {
            int index = i;
            table.number(name(index), "", line -> {
                Term term = line.priority().terms().get(index);
                return isNormalised ? Numbers.factor(term.factor()) : Numbers.number(term.value());
            });
        }
        table.print(lines, false, out);
    }

    private int terms() {
        return lines.isEmpty() ? 0 : lines.get(0).priority().terms().size();
    }

    private String name(int term) {
        return lines.get(0).priority().terms().get(term).name().toUpperCase(Locale.ROOT);
    }

    /** Prints what the terms weigh. */
    static void printWeights(Style style, boolean json, PrintWriter out) {
        new Table<Term>()
                .text("TERM", "name", Term::name)
                .number("WEIGHT", "weight", term -> json ? (Object) term.weight() : Numbers.number(term.weight()))
                .print(style.weights(), json, out);
    }

    void printJson(PrintWriter out) {
        for (Line line : lines) {
            new JsonRow()
                    .with("job", line.name())
                    .with("user", line.job().getUser())
                    .with("bank", line.job().getBank())
                    .with("partition", line.job().getPartition())
                    .with("submitted", line.job().getSubmitted())
                    .with("style", style)
                    .with("priority", line.priority().priority())
                    .with("sum", line.priority().sum())
                    .with(
                            "terms",
                            line.priority().terms().stream()
                                    .map(PriorityListing::json)
                                    .toList())
                    .with("untold", line.judged().untold().stream().sorted().toList())
                    .with(
                            "fairShareAsOf",
                            line.place() == null ? null : line.place().getAsOf())
                    .print(out);
        }
    }

    private static JsonRow json(Term term) {
        return new JsonRow()
                .with("name", term.name())
                .with("weight", term.weight())
                .with("factor", term.factor())
                .with("value", term.value());
    }

    /** What is not known of the jobs and was assumed, a sentence each. */
    List<String> notes(Map<String, String> assumptions) {
        Map<String, Integer> untold = new TreeMap<>();
        lines.forEach(line -> line.judged().untold().forEach(name -> untold.merge(name, 1, Integer::sum)));
        List<String> notes = new ArrayList<>();
        untold.forEach((name, count) -> notes.add(String.format(
                Locale.ROOT, "%s of %,d %s: %s", name, count, count == 1 ? "job" : "jobs", assumptions.get(name))));
        return notes;
    }
}
