package io.fairstream.cli.explain;

import org.jspecify.annotations.Nullable;

/**
 * A part of a real priority.
 *
 * @param name what it is, for people
 * @param match of a single match, null for other parts
 * @param from when the use began, milliseconds since 1970
 * @param until when it ended, {@link io.fairstream.rules.account.Interval#OPEN} while some goes on
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
    /** What a part stands for. */
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
        /** What late entries are off. */
        LATE,
        /** Use after the instant, if all open matches go on. */
        FUTURE
    }

    /** A part that is no use. */
    static Part other(Kind kind, String name, double priority, double later) {
        return new Part(kind, name, null, 0, 0, 0, 0, 0, priority, later);
    }
}
