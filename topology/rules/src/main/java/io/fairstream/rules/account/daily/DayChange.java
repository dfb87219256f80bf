package io.fairstream.rules.account.daily;

import io.fairstream.rules.Work;
import java.util.SortedMap;

/** What a daily history is told. Days are numbered from 1970-01-01. */
public sealed interface DayChange {
    /** The day, or the newest of several. */
    long day();

    /** The first day it is about. */
    default long first() {
        return day();
    }

    /** Work of a day; negative amounts take back. */
    record Done(long day, Work work) implements DayChange {}

    /** Of a user: a host of theirs reported on the day. */
    record Seen(long day) implements DayChange {}

    /**
     * So many more count as active.
     *
     * @param day the newest on which one of them was seen
     * @param gained by day, those who count as active on it because of that
     */
    record Gained(long day, SortedMap<Long, Active> gained) implements DayChange {
        @Override
        public long first() {
            return gained.isEmpty() ? day : Math.min(day, gained.firstKey());
        }
    }
}
