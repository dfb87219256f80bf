package io.fairstream.rules;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Days of UTC, numbered from 1970-01-01, and what of an interval falls on each. */
public final class UtcDays {
    /** Length of a day, milliseconds. */
    public static final long MILLIS = Duration.ofDays(1).toMillis();

    private static final long HOUR = Duration.ofHours(1).toMillis();

    /**
     * Longest time back from its end over which the work of an interval is spread; work of a host that was silent for longer
     * counts within it.
     */
    public static final Duration LONGEST = Duration.ofDays(30);

    private UtcDays() {}

    /** Piece of some work that falls on one day, in an interval that lies within that day. */
    public record Piece(long from, long to, Work work) {
        /** The day. */
        public long day() {
            return UtcDays.day(from);
        }

        /** This piece split in proportion to the time in each hour, as {@link UtcDays#split} splits by days. */
        public List<Piece> hours() {
            return UtcDays.split(from, to, work, HOUR);
        }
    }

    /** The day of an instant, milliseconds since 1970. */
    public static long day(long at) {
        return Math.floorDiv(at, MILLIS);
    }

    /** The UTC hour, numbered from 1970, for which work counts whose interval ends at that instant, milliseconds since 1970. */
    public static long hour(long to) {
        return Math.floorDiv(to - 1, HOUR);
    }

    /**
     * Splits work in proportion to the time on each day. The pieces add up to the work exactly; those of the negated work are
     * the negated pieces.
     *
     * @param from begin of the interval, milliseconds since 1970
     * @param to its end, after {@code from}
     * @return in order; days on which nothing falls are left out
     */
    public static List<Piece> split(long from, long to, Work work) {
        return split(Math.max(from, to - LONGEST.toMillis()), to, work, MILLIS);
    }

    private static List<Piece> split(long begin, long to, Work work, long length) {
        if (Math.floorDiv(begin, length) == Math.floorDiv(to - 1, length)) {
            return work.isNothing() ? List.of() : List.of(new Piece(begin, to, work));
        }
        List<Piece> pieces = new ArrayList<>();
        Work before = Work.NOTHING;
        for (long start = begin; start < to; ) {
            long end = Math.min(to, (Math.floorDiv(start, length) + 1) * length);
            Work until = work.part(end - begin, to - begin);
            Work piece = until.minus(before);
            if (!piece.isNothing()) {
                pieces.add(new Piece(start, end, piece));
            }
            before = until;
            start = end;
        }
        return pieces;
    }
}
