package io.fairstream.query.explain;

import io.fairstream.query.explain.Explanation.Interval;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A part of a real priority.
 *
 * @param name for people
 * @param match of a single match, null for other parts
 * @param from when the use began, milliseconds since 1970
 * @param until when it ended, {@link Interval#OPEN} while some use continues
 * @param weight current slot weight of continuing uses, or that of a single match
 * @param resourceSeconds since the last reset
 * @param weightedSeconds slot weight x seconds since the last reset or set value
 * @param priority contribution to the real priority
 * @param later contribution after one more half-life
 */
record Part(
        Kind kind,
        String name,
        @Nullable Match match,
        long from,
        long until,
        double weight,
        double resourceSeconds,
        double weightedSeconds,
        double priority,
        double later) {
    /** Kind of a part. */
    enum Kind {
        MATCH,
        HOUR,
        DAY,
        RESOURCE,
        POOL,
        /** Use before the journal begins. */
        EARLIER,
        /** A priority or usage set by an edit. */
        SET,
        /** The initial floor of 0.5, and later raises to the floor. */
        FLOOR,
        /** Deviation caused by late entries. */
        LATE,
        /** Use after the instant, if all open matches continue. */
        FUTURE,
        /** Uses that are not shown individually. */
        REST,
        /** All parts. */
        SUM
    }

    /** Smaller values are shown as 0. */
    private static final double LEAST = 0.00005;

    private static final Set<Kind> USES = EnumSet.range(Kind.MATCH, Kind.POOL);

    /** Creates a part that is not a use. */
    static Part other(Kind kind, String name, double priority, double later) {
        return sums(kind, name, 0, 0, priority, later);
    }

    static Part sums(
            Kind kind, String name, double resourceSeconds, double weightedSeconds, double priority, double later) {
        return new Part(kind, name, null, 0, 0, 0, resourceSeconds, weightedSeconds, priority, later);
    }

    /** Creates the sum of these parts. */
    static Part rest(List<Part> rest) {
        return sums(
                Kind.REST,
                String.format(Locale.ROOT, "%,d more", rest.size()),
                rest.stream().mapToDouble(Part::resourceSeconds).sum(),
                rest.stream().mapToDouble(Part::weightedSeconds).sum(),
                rest.stream().mapToDouble(Part::priority).sum(),
                rest.stream().mapToDouble(Part::later).sum());
    }

    String word() {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    /** Returns true if the part is a use, or several uses of a group. */
    boolean isUse() {
        return USES.contains(kind);
    }

    /** Returns true if the part's name gives its begin and end. */
    boolean isPeriod() {
        return kind == Kind.HOUR || kind == Kind.DAY;
    }

    boolean isOpen() {
        return isUse() && until == Interval.OPEN;
    }

    /** Returns null for parts that are not uses. */
    @Nullable
    Instant begin() {
        return isUse() ? Instant.ofEpochMilli(from) : null;
    }

    /** Returns null while some use continues, and for parts that are not uses. */
    @Nullable
    Instant end() {
        return isUse() && !isOpen() ? Instant.ofEpochMilli(until) : null;
    }

    /** Returns true if the part's weight has a meaning: the use continues, or it is a single match. */
    boolean isShownWithWeight() {
        return !isPeriod() && (isOpen() || kind == Kind.MATCH);
    }

    /** Returns true if the part only matters in exact sums. */
    boolean isFaded() {
        return priority + later + weightedSeconds < LEAST;
    }
}
