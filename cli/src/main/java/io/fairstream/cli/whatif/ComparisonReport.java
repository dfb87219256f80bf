package io.fairstream.cli.whatif;

import static io.fairstream.cli.terminal.Amounts.fine;
import static io.fairstream.cli.terminal.Amounts.percent;

import io.fairstream.cli.terminal.JsonRow;
import io.fairstream.cli.terminal.Table;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;

/** Two runs of the same history, side by side. */
record ComparisonReport(List<Comparison> lines, Instant at) {
    private static final double LEAST_GAIN = 0.0005;

    void print(boolean json, PrintWriter out) {
        if (json) {
            lines.forEach(line -> json(line).print(out));
            return;
        }
        long negotiating = lines.stream().filter(Comparison::isNegotiating).count();
        long gain = lines.stream().filter(line -> line.gain() > LEAST_GAIN).count();
        long lose = lines.stream().filter(line -> line.gain() < -LEAST_GAIN).count();
        out.printf(
                "At %s, if all %d who were active lately want the whole pool: %d gain, %d lose at least 0.1 %% of it.%n%n",
                at, negotiating, gain, lose);
        new Table<Comparison>()
                .text("USER", "", Comparison::customer)
                .number("REAL PRIORITY NOW", "", line -> fine(line.now().realPriority()))
                .number("THEN", "", line -> fine(line.then().realPriority()))
                .number("EFFECTIVE NOW", "", line -> fine(line.now().effectivePriority()))
                .number("THEN", "", line -> fine(line.then().effectivePriority()))
                .number("RANK NOW", "", line -> rank(line.now()))
                .number("THEN", "", line -> rank(line.then()))
                .number(
                        "SHARE NOW",
                        "",
                        line -> line.isNegotiating() ? percent(line.now().share()) : "")
                .number(
                        "THEN",
                        "",
                        line -> line.isNegotiating() ? percent(line.then().share()) : "")
                .number("GAIN", "", line -> line.isNegotiating() ? signed(line.gain()) : "")
                .print(lines, false, out);
    }

    private static Object rank(Comparison.Side side) {
        return side.rank() == 0 ? "" : side.rank();
    }

    private static String signed(double gain) {
        return (gain > 0 ? "+" : "") + percent(gain);
    }

    private static JsonRow json(Comparison line) {
        return new JsonRow()
                .with("customer", line.customer())
                .with("group", line.isGroup())
                .with("negotiating", line.isNegotiating())
                .with("now", json(line.now()))
                .with("then", json(line.then()))
                .with("gain", line.gain());
    }

    private static JsonRow json(Comparison.Side side) {
        return new JsonRow()
                .with("realPriority", side.realPriority())
                .with("effectivePriority", side.effectivePriority())
                .with("factor", side.factor())
                .with("rank", side.rank() == 0 ? null : (Integer) side.rank())
                .with("share", side.share());
    }
}
