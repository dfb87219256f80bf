package io.fairstream.rules;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** UTC days, numbered from 1970-01-01, and the division of intervals into days. */
public final class UtcDays {
    /** Length of a day, milliseconds. */
    public static final long MILLIS = Duration.ofDays(1).toMillis();

    private static final long HOUR = Duration.ofHours(1).toMillis();

    /**
     * Work of an interval is spread over at most this time before the interval's end, even if the gap between two reports of a host is
     * longer.
     */
    public static final Duration LONGEST = Duration.ofDays(30);

    private UtcDays() {}

    /** Part of some work in an interval within one day. */
    public record Piece(long from, long to, HostUsage work) {
        public long day() {
            return UtcDays.day(from);
        }

        /** Splits this piece in proportion to the time in each hour, as {@link UtcDays#split} splits by days. */
        public List<Piece> hours() {
            return UtcDays.split(from, to, work, HOUR);
        }
    }

    /** Returns the day of an instant, milliseconds since 1970. */
    public static long day(long at) {
        return Math.floorDiv(at, MILLIS);
    }

    /**
     * Returns the UTC hour, numbered from 1970, to which work is assigned if its interval ends at that instant, milliseconds since 1970.
     */
    public static long hour(long to) {
        return Math.floorDiv(to - 1, HOUR);
    }

    /**
     * Splits work in proportion to the time on each day. The pieces add up to the work exactly; the pieces of the negated work are the
     * negated pieces.
     *
     * @param from begin of the interval, milliseconds since 1970
     * @param to its end, after {@code from}
     * @return pieces in order; days without work are left out
     */
    public static List<Piece> split(long from, long to, HostUsage work) {
        return split(Math.max(from, to - LONGEST.toMillis()), to, work, MILLIS);
    }

    private static List<Piece> split(long begin, long to, HostUsage work, long length) {
        if (Math.floorDiv(begin, length) == Math.floorDiv(to - 1, length)) {
            return work.isEmpty() ? List.of() : List.of(new Piece(begin, to, work));
        }
        List<Piece> pieces = new ArrayList<>();
        HostUsage before = HostUsage.EMPTY;
        for (long start = begin; start < to; ) {
            long end = Math.min(to, (Math.floorDiv(start, length) + 1) * length);
            HostUsage until = work.part(end - begin, to - begin);
            HostUsage piece = until.minus(before);
            if (!piece.isEmpty()) {
                pieces.add(new Piece(start, end, piece));
            }
            before = until;
            start = end;
        }
        return pieces;
    }

    /**
     * The days among the last 64 on which a host or user was seen. It counts as active on such a day and on the following days of a window,
     * so that an account which receives each day once can count the active ones without their names.
     *
     * @param newest the last day on which the host or user was seen, or {@link #NEVER}
     * @param bits the days: bit i for {@code newest - i}
     */
    public record ActiveDays(long newest, long bits) {
        /** Newest day of a host or user that was never seen. */
        public static final long NEVER = Long.MIN_VALUE;

        /** Days of a host or user that was never seen. */
        public static final ActiveDays EMPTY = new ActiveDays(NEVER, 0);

        /** Longest window, days, so that events of a month fit into the 64 days. */
        public static final int LONGEST_WINDOW = 31;

        /** Returns true if the host or user was seen on a day. */
        public boolean holds(long day) {
            return day <= newest && day > newest - Long.SIZE && (bits & (1L << (newest - day))) != 0;
        }

        /** Returns the days with one more; a day 64 days or more before the newest is not stored. */
        public ActiveDays with(long day) {
            if (bits == 0) {
                return new ActiveDays(day, 1);
            }
            if (day > newest) {
                return new ActiveDays(day, (day - newest < Long.SIZE ? bits << (day - newest) : 0) | 1);
            }
            return newest - day < Long.SIZE ? new ActiveDays(newest, bits | (1L << (newest - day))) : this;
        }

        /** Returns the days that become active only because the host or user was seen on this one, in order; none if that was known. */
        public List<Long> gained(long day, int window) {
            if (bits != 0 && (holds(day) || day <= newest - Long.SIZE)) {
                return List.of();
            }
            List<Long> gained = new ArrayList<>(window);
            for (long active = day; active < day + window; active++) {
                if (!isActive(active, window)) {
                    gained.add(active);
                }
            }
            return List.copyOf(gained);
        }

        /** Returns true if the host or user was seen on the day or on an earlier day of the window. */
        public boolean isActive(long day, int window) {
            for (long seen = day; seen > day - window; seen--) {
                if (holds(seen)) {
                    return true;
                }
            }
            return false;
        }
    }

    /**
     * Numbers of hosts and users active on a day: seen on the day or on an earlier day of the window.
     *
     * @param gpuHosts number of these with a usable GPU
     */
    public record Active(long hosts, long gpuHosts, long users) {
        public static final Active EMPTY = new Active(0, 0, 0);
        public static final Active HOST = new Active(1, 0, 0);

        /** One host's usable GPUs. */
        public static final Active GPU_HOST = new Active(0, 1, 0);

        public static final Active USER = new Active(0, 0, 1);

        public Active plus(Active other) {
            return new Active(
                    Sums.add(hosts, other.hosts), Sums.add(gpuHosts, other.gpuHosts), Sums.add(users, other.users));
        }
    }
}
