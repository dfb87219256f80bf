package io.fairstream.cli.userprio;

import io.fairstream.cli.terminal.Numbers;
import io.fairstream.schemas.Priority;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A column of the listing, in the order in which {@code condor_userprio} has them. */
enum Column {
    GROUP_ID("GROUP\nID", Line::groupId),
    GROUP_ORDER("GROUP\nORDER", line -> Double.isInfinite(line.order()) ? "<last>" : Numbers.decimal(line.order())),
    EFFECTIVE_PRIORITY("EFFECTIVE\nPRIORITY", line -> Numbers.decimal(line.row().getEffectivePriority())),
    REAL_PRIORITY("REAL\nPRIORITY", line -> Numbers.decimal(line.row().getRealPriority())),
    FACTOR("PRIORITY\nFACTOR", line -> Numbers.decimal(line.row().getPriorityFactor())),
    IN_USE("WEIGHTED\nIN USE", line -> Numbers.number(line.row().getWeightInUse())),
    TOTAL_USAGE("TOTAL USAGE\n(WEIGHTED HOURS)", line -> hours(line.row().getWeightedAccumulatedUsage())),
    USAGE_START("USAGE\nSTART TIME", line -> time(line.row().getBeginUsage())),
    LAST_USAGE("LAST\nUSAGE TIME", line -> time(line.row().getLastUsage())),
    SINCE_USAGE("TIME SINCE\nLAST USAGE", line -> sinceUsage(line.row())),
    FLOOR("SUBMITTER\nFLOOR", line -> bound(line.row().getFloor())),
    CEILING("SUBMITTER\nCEILING", line -> bound(line.row().getCeiling()));

    private static final int SECONDS_PER_HOUR = 3600;

    /** {@code -priority}. */
    static final Set<Column> PRIORITY = Set.of(EFFECTIVE_PRIORITY, REAL_PRIORITY, FACTOR);

    /** {@code -usage}. */
    static final Set<Column> USAGE = Set.of(IN_USE, TOTAL_USAGE, USAGE_START, LAST_USAGE);

    /** {@code -most}, and without any choice. */
    static final Set<Column> MOST =
            Set.of(EFFECTIVE_PRIORITY, FACTOR, IN_USE, TOTAL_USAGE, SINCE_USAGE, FLOOR, CEILING);

    /** {@code -all}. */
    static final Set<Column> ALL = EnumSet.complementOf(EnumSet.of(GROUP_ID, GROUP_ORDER));

    private final String header;

    @SuppressWarnings("ImmutableEnumChecker") // a function without state
    private final Function<Line, @Nullable Object> cell;

    Column(String header, Function<Line, @Nullable Object> cell) {
        this.header = header;
        this.cell = cell;
    }

    String header() {
        return header;
    }

    @Nullable
    Object cell(Line line) {
        return cell.apply(line);
    }

    /** Slot weight x seconds in hours. */
    static String hours(double seconds) {
        return Numbers.decimal(seconds / SECONDS_PER_HOUR);
    }

    private static @Nullable Object bound(@Nullable Double bound) {
        return bound == null ? null : Numbers.number(bound);
    }

    private static @Nullable Object time(@Nullable Instant time) {
        return time == null ? null : time.truncatedTo(ChronoUnit.SECONDS);
    }

    private static @Nullable Object sinceUsage(Priority row) {
        Instant last = row.getLastUsage();
        return last == null ? null : since(Duration.between(last, row.getAsOf()));
    }

    /** Days, hours and minutes as HTCondor writes them: {@code 1+04:30}; less than a second is {@code <now>}. */
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
