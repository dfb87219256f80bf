package io.fairstream.rules;

import java.util.ArrayList;
import java.util.List;

/**
 * On which of the last 64 days somebody was seen. Who is seen on a day counts as active on it and on the following ones of a
 * window, so that an account which hears of each day once counts the active ones without knowing them.
 *
 * @param newest the last day on which it was seen, or {@link #NEVER}
 * @param bits the days: bit i for {@code newest - i}
 */
public record ActiveDays(long newest, long bits) {
    /** The newest day of who was never seen. */
    public static final long NEVER = Long.MIN_VALUE;

    /** Days of a host or user that was never seen. */
    public static final ActiveDays NONE = new ActiveDays(NEVER, 0);

    /** Longest window, days, so that events of a month fit into the days remembered. */
    public static final int LONGEST_WINDOW = 31;

    /** Returns true if the host or user was seen on a day. */
    public boolean holds(long day) {
        return day <= newest && day > newest - Long.SIZE && (bits & (1L << (newest - day))) != 0;
    }

    /** With that day; one that is 64 days or more before the newest is not remembered. */
    public ActiveDays with(long day) {
        if (bits == 0) {
            return new ActiveDays(day, 1);
        }
        if (day > newest) {
            return new ActiveDays(day, (day - newest < Long.SIZE ? bits << (day - newest) : 0) | 1);
        }
        return newest - day < Long.SIZE ? new ActiveDays(newest, bits | (1L << (newest - day))) : this;
    }

    /** The days on which it is active only because it was seen on that one, in order; none if that was known. */
    public List<Long> gained(long day, int window) {
        if (bits != 0 && (holds(day) || day <= newest - Long.SIZE)) {
            return List.of();
        }
        List<Long> gained = new ArrayList<>();
        for (long active = day; active < day + window; active++) {
            if (!isActive(active, window)) {
                gained.add(active);
            }
        }
        return gained;
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
