package io.fairstream.rules.journal;

import io.fairstream.rules.Active;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.Work;
import java.util.List;
import java.util.SortedMap;

/** Entry charged to a project's balances or a daily history. Days are numbered from 1970-01-01. */
public sealed interface WorkEntry extends Entry {
    /** The UTC day it is of; the newest of several. */
    long day();

    /** The first day it is about. */
    default long first() {
        return day();
    }

    /**
     * Work of an interval within one day; negative amounts take back.
     *
     * @param from milliseconds since 1970; of a sum the earliest
     * @param to milliseconds since 1970, after {@code from}; of a sum the latest
     */
    record Done(long from, long to, List<WorkPart> parts) implements WorkEntry {
        @Override
        public long day() {
            return UtcDays.day(from);
        }

        @Override
        public boolean isCapped() {
            return parts.stream().anyMatch(part -> !part.cut().isNothing());
        }

        /** All parts together. */
        public Work sum() {
            return parts.stream().map(WorkPart::work).reduce(Work.NOTHING, Work::plus);
        }
    }

    /** Activity of a user: one of the user's hosts reported on the day. */
    record Seen(long day) implements WorkEntry {}

    /**
     * So many more count as active.
     *
     * @param day the newest on which one of them was seen
     * @param gained by day, those who count as active on it because of that
     */
    record ActiveChange(long day, SortedMap<Long, Active> gained) implements WorkEntry {
        @Override
        public long first() {
            return gained.isEmpty() ? day : Math.min(day, gained.firstKey());
        }
    }
}
