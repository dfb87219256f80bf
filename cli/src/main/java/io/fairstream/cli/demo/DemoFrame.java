package io.fairstream.cli.demo;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import io.fairstream.schemas.Priority;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** Draws the demo's table, and remembers enough of the tables before to tell where each user is heading. */
final class DemoFrame {
    /** What a trend compares with. */
    static final Duration TREND = Duration.ofHours(6);

    private static final DateTimeFormatter CLOCK =
            DateTimeFormatter.ofPattern("EEEE HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final double STEADY = 0.01;
    private static final String WEIGHT = "Weight";
    private static final String USAGE = "Usage (weight x h)";
    private static final String HEADED = "Trend";
    private static final List<String> LEAVE_FIRST = List.of(WEIGHT, USAGE, HEADED);

    private final Deque<Seen> seen = new ArrayDeque<>();

    private record Seen(Instant at, Map<String, Double> priorities) {}

    /**
     * The lines of one frame.
     *
     * @param width how many columns there are; what tells least is left out if it does not fit
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
        lines.add("");
        lines.addAll(table(rows, width));
        return lines;
    }

    private List<String> table(List<Priority> rows, int width) {
        Map<String, ColumnData<Priority>> columns = columns();
        List<String> lines = table(rows, columns);
        for (String name : LEAVE_FIRST) {
            if (lines.stream().mapToInt(String::length).max().orElse(0) <= width) {
                break;
            }
            columns.remove(name);
            lines = table(rows, columns);
        }
        return lines;
    }

    private static List<String> table(List<Priority> rows, Map<String, ColumnData<Priority>> columns) {
        return AsciiTable.getTable(
                        AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS_NO_OUTSIDE_BORDER,
                        rows,
                        List.copyOf(columns.values()))
                .lines()
                .toList();
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

    private Map<String, ColumnData<Priority>> columns() {
        Map<String, ColumnData<Priority>> columns = new LinkedHashMap<>();
        add(columns, "User", HorizontalAlign.LEFT, Priority::getCustomer);
        add(columns, "Effective priority", HorizontalAlign.RIGHT, row -> number(row.getEffectivePriority()));
        add(columns, "Real priority", HorizontalAlign.RIGHT, row -> number(row.getRealPriority()));
        add(columns, "Factor", HorizontalAlign.RIGHT, row -> number(row.getPriorityFactor()));
        add(columns, "Slots", HorizontalAlign.RIGHT, row -> Long.toString(row.getResourcesInUse()));
        add(columns, WEIGHT, HorizontalAlign.RIGHT, row -> number(row.getWeightInUse()));
        add(columns, USAGE, HorizontalAlign.RIGHT, row -> hours(row.getWeightedAccumulatedUsage()));
        add(columns, HEADED, HorizontalAlign.LEFT, this::trend);
        return columns;
    }

    private static void add(
            Map<String, ColumnData<Priority>> columns,
            String header,
            HorizontalAlign align,
            Function<Priority, String> text) {
        columns.put(header, new Column().header(header).dataAlign(align).with(text));
    }

    private static String number(double value) {
        if (value >= 1e6) {
            return String.format(Locale.ROOT, "%.2e", value);
        }
        return value == Math.rint(value)
                ? String.format(Locale.ROOT, "%,.0f", value)
                : String.format(Locale.ROOT, "%,.2f", value);
    }

    private static String hours(double seconds) {
        return String.format(Locale.ROOT, "%,.1f", seconds / 3600);
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
        return String.format(Locale.ROOT, change > 0 ? "▲ worse %+.0f %%" : "▼ better %+.0f %%", 100 * change);
    }
}
