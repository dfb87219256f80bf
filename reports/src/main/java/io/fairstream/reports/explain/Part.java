package io.fairstream.reports.explain;

import io.fairstream.rules.priority.Explanation.Interval;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A part of a real priority.
 *
 * @param name what it is, for people
 * @param match of a single match, null for other parts
 * @param from when the use began, milliseconds since 1970
 * @param until when it ended, {@link Interval#OPEN} while some goes on
 * @param weight slot weight in use now by what goes on, or of a single match
 * @param resourceSeconds since the last reset
 * @param weightedSeconds slot weight x seconds since the last reset or set value
 * @param priority what it adds to the real priority
 * @param later what is left of it after one half-life
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
        /** The floor of 0.5 on which the account began and by which it was lifted. */
        FLOOR,
        /** Deviation caused by late entries. */
        LATE,
        /** Use after the instant, if all open matches go on. */
        FUTURE,
        /** Uses that are not shown one by one. */
        REST,
        /** All parts. */
        SUM
    }

    /** Less than that is shown as 0. */
    private static final double LEAST = 0.00005;

    private static final Set<Kind> USES = EnumSet.range(Kind.MATCH, Kind.POOL);

    /** A part that is no use. */
    static Part other(Kind kind, String name, double priority, double later) {
        return sums(kind, name, 0, 0, priority, later);
    }

    static Part sums(
            Kind kind, String name, double resourceSeconds, double weightedSeconds, double priority, double later) {
        return new Part(kind, name, null, 0, 0, 0, resourceSeconds, weightedSeconds, priority, later);
    }

    /** These together. */
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

    /** Null for what is no use. */
    @Nullable
    Instant begin() {
        return isUse() ? Instant.ofEpochMilli(from) : null;
    }

    /** Null while some goes on, and for what is no use. */
    @Nullable
    Instant end() {
        return isUse() && !isOpen() ? Instant.ofEpochMilli(until) : null;
    }

    /** Returns true if the part's weight has a meaning: the part goes on, or is a single match. */
    boolean isShownWithWeight() {
        return !isPeriod() && (isOpen() || kind == Kind.MATCH);
    }

    /** Returns true if the part is for exact sums only. */
    boolean isFaded() {
        return priority + later + weightedSeconds < LEAST;
    }
}
