package io.fairstream.query.priority;

import static io.fairstream.query.columns.Format.DECIMAL;
import static io.fairstream.query.columns.Format.ELAPSED;
import static io.fairstream.query.columns.Format.HOURS;
import static io.fairstream.query.columns.Format.NUMBER;
import static io.fairstream.query.columns.Format.TIME;
import static io.fairstream.query.columns.Format.WHOLE;
import static io.fairstream.query.priority.ListedRow.ofRow;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Format;
import io.fairstream.schemas.Priority;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Column of the listing with the header and in the order of {@code condor_userprio}. */
public enum Column {
    GROUP_ID("groupId", "GROUP\nID", WHOLE, ListedRow::groupId),
    GROUP_ORDER("groupOrder", "GROUP\nORDER", DECIMAL, ListedRow::order),
    EFFECTIVE_PRIORITY("effectivePriority", "EFFECTIVE\nPRIORITY", DECIMAL, ofRow(Priority::getEffectivePriority)),
    REAL_PRIORITY("realPriority", "REAL\nPRIORITY", DECIMAL, ofRow(Priority::getRealPriority)),
    FACTOR("priorityFactor", "PRIORITY\nFACTOR", DECIMAL, ofRow(Priority::getPriorityFactor)),
    IN_USE("weightInUse", "WEIGHTED\nIN USE", NUMBER, ListedRow::weightInUse),
    TOTAL_USAGE("weightedAccumulatedUsage", "TOTAL USAGE\n(WGHTED-HRS)", HOURS, ListedRow::usage),
    USAGE_START("beginUsage", "USAGE\nSTART TIME", TIME, ofRow(Priority::getBeginUsage)),
    LAST_USAGE("lastUsage", "LAST\nUSAGE TIME", TIME, ofRow(Priority::getLastUsage)),
    SINCE_USAGE("sinceLastUsageSeconds", "TIME SINCE\nLAST USAGE", ELAPSED, ofRow(Column::sinceUsage)),
    FLOOR("floor", "SUBMITTER\nFLOOR", NUMBER, ofRow(Priority::getFloor)),
    CEILING("ceiling", "SUBMITTER\nCEILING", NUMBER, ofRow(Priority::getCeiling));

    private static final double MILLIS = 1e3;

    /** Columns of {@code -priority}. */
    public static final Set<Column> PRIORITY = Set.of(EFFECTIVE_PRIORITY, REAL_PRIORITY, FACTOR);

    /** Columns of {@code -usage}. */
    public static final Set<Column> USAGE = Set.of(IN_USE, TOTAL_USAGE, USAGE_START, LAST_USAGE);

    /** Columns of {@code -most}, which is the default. */
    public static final Set<Column> MOST =
            Set.of(EFFECTIVE_PRIORITY, FACTOR, IN_USE, TOTAL_USAGE, SINCE_USAGE, FLOOR, CEILING);

    /** Columns of {@code -all}. */
    public static final Set<Column> ALL = EnumSet.complementOf(EnumSet.of(GROUP_ID, GROUP_ORDER));

    private final String name;
    private final String header;
    private final Format format;

    @SuppressWarnings("ImmutableEnumChecker") // a function without state
    private final Function<ListedRow, @Nullable Object> value;

    Column(String name, String header, Format format, Function<ListedRow, @Nullable Object> value) {
        this.name = name;
        this.header = header;
        this.format = format;
        this.value = value;
    }

    /** Returns the name and all columns, some of them visible to people; columns of bounds are hidden if no row has a bound. */
    static Columns<ListedRow> columns(Set<Column> shown, List<ListedRow> rows) {
        Columns<ListedRow> columns = new Columns<ListedRow>()
                .text("customer", ListedRow::name, ofRow(Priority::getCustomer))
                .headed("USER");
        for (Column column : values()) {
            columns.add(column.name, column.format, column::exact)
                    .shownAs(column::shown)
                    .headed(column.header);
            boolean isBound = column == FLOOR || column == CEILING;
            if (!shown.contains(column) || (isBound && rows.stream().allMatch(row -> column.exact(row) == null))) {
                columns.unshown();
            }
        }
        return columns;
    }

    /** Returns the exact value; the root has none, because it is sorted after all others. */
    private @Nullable Object exact(ListedRow row) {
        Object exact = value.apply(row);
        return exact instanceof Double number && number.isInfinite() ? null : exact;
    }

    private @Nullable Object shown(ListedRow row) {
        Object exact = value.apply(row);
        if (this == SINCE_USAGE && exact instanceof Double seconds) {
            return since(Duration.ofMillis(Math.round(seconds * MILLIS)));
        }
        return exact instanceof Double number && number.isInfinite() ? "<last>" : exact;
    }

    private static @Nullable Object sinceUsage(Priority row) {
        Instant last = row.getLastUsage();
        return last == null ? null : seconds(last, row.getAsOf());
    }

    static double seconds(Instant from, Instant to) {
        return Duration.between(from, to).toMillis() / MILLIS;
    }

    /** Formats days, hours and minutes like HTCondor: {@code 1+04:30}; less than a second is {@code <now>}. */
    static String since(Duration time) {
        if (time.toSeconds() <= 0) {
            return "<now>";
        }
        String hours = twoDigits(time.toHoursPart());
        return time.toDays() + "+" + hours + ":" + twoDigits(time.toMinutesPart());
    }

    private static String twoDigits(int value) {
        return value < 10 ? "0" + value : Integer.toString(value);
    }
}
