package io.fairstream.cli.demo;

import io.fairstream.cli.terminal.OutputFormat;
import io.fairstream.cli.terminal.Printer;
import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Format;
import io.fairstream.query.columns.Report;
import io.fairstream.schemas.Priority;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Draws the demo's table. Keeps earlier tables to show the trend of each user. */
final class DemoFrame {
    /** Period over which a trend is compared. */
    static final Duration TREND = Duration.ofHours(6);

    private static final DateTimeFormatter CLOCK =
            DateTimeFormatter.ofPattern("EEEE HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final double STEADY = 0.01;

    private static final double LARGE_FACTOR = 1e6;

    private static final List<String> LEGEND = List.of(
            "Lower EFFECTIVE is better: it is REAL, which follows recent use, x FACTOR.",
            "SLOTS are held now, USAGE is all so far, TREND is REAL against 6 h before.");

    private final Deque<Seen> seen = new ArrayDeque<>();

    private record Seen(Instant at, Map<String, Double> priorities) {}

    /**
     * Lines of one frame.
     *
     * @param width number of columns; longer lines are cut
     */
    List<String> draw(Instant at, List<Priority> rows, long events, long slots, int width) {
        remember(at, rows);
        List<String> lines = new ArrayList<>();
        long busy = rows.stream().mapToLong(Priority::getResourcesInUse).sum();
        lines.add(String.format(
                Locale.ROOT,
                "Demo pool, day %d, %s   %d of %d slots matched   %,d events",
                Duration.between(DemoPool.BEGIN, at).toDays() + 1,
                CLOCK.format(at),
                busy,
                slots,
                events));
        lines.addAll(LEGEND);
        lines.add("");
        lines.addAll(table(rows, width));
        return lines;
    }

    private List<String> table(List<Priority> rows, int width) {
        Report<Priority> report = new Columns<Priority>()
                .text("user", Priority::getCustomer)
                .add("effective", Format.LARGE, Priority::getEffectivePriority)
                .add("real", Format.DECIMAL, Priority::getRealPriority)
                .text("factor", DemoFrame::factor)
                .add("slots", Format.WHOLE, Priority::getResourcesInUse)
                .hours("usageSeconds", Priority::getWeightedAccumulatedUsage)
                .text("trend", this::trend)
                .report(rows);
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        new Printer(new OutputFormat(OutputFormat.Form.TEXT, List.of(), width, false, ZoneOffset.UTC), out, out)
                .print(Document.of(report));
        return text.toString().lines().toList();
    }

    private void remember(Instant at, List<Priority> rows) {
        Map<String, Double> priorities = new HashMap<>();
        rows.forEach(row -> priorities.put(row.getCustomer(), row.getRealPriority()));
        seen.add(new Seen(at, priorities));
        while (seen.size() > 2 && isLongAgo(second(), at)) {
            seen.remove();
        }
    }

    private Seen second() {
        return seen.stream().skip(1).findFirst().orElseThrow();
    }

    private static boolean isLongAgo(Seen frame, Instant now) {
        return !frame.at().plus(TREND).isAfter(now);
    }

    private static String factor(Priority row) {
        double factor = row.getPriorityFactor();
        return String.format(Locale.ROOT, factor < LARGE_FACTOR ? "%,6.0f" : "%6.0e", factor);
    }

    private String trend(Priority row) {
        Double before = seen.element().priorities().get(row.getCustomer());
        if (before == null || seen.size() == 1) {
            return "new";
        }
        double change = row.getRealPriority() / before - 1;
        if (Math.abs(change) < STEADY) {
            return "steady";
        }
        return String.format(Locale.ROOT, change > 0 ? "▲ %+.0f%%" : "▼ %+.0f%%", 100 * change);
    }
}
