package io.fairstream.reports.volunteers;

import io.fairstream.reports.tables.WorkQuantity;
import io.fairstream.schemas.Daily;
import io.fairstream.schemas.DailyScope;
import io.fairstream.schemas.Work;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The daily history of one scope and id: its rows, and from the first of them on the days on which nothing happened, which have
 * none. It ends on the last day of which anything is known of anybody.
 */
final class DailyHistory {
    private final TreeMap<LocalDate, Daily> rows = new TreeMap<>();
    private final LocalDate last;

    /**
     * One day.
     *
     * @param delta what was done on it
     * @param total what was done before it
     * @param hosts that count as active; null but for the scope total, as the next two
     */
    record Day(
            DailyScope scope,
            String id,
            LocalDate day,
            Work delta,
            Work total,
            @Nullable Long hosts,
            @Nullable Long gpuHosts,
            @Nullable Long users) {
        static Day of(Daily row) {
            return new Day(
                    row.getScope(),
                    row.getId(),
                    LocalDate.parse(row.getDay()),
                    row.getDelta(),
                    row.getTotal(),
                    row.getActiveHosts(),
                    row.getActiveGpuHosts(),
                    row.getActiveUsers());
        }

        /** A day without a row in the history of another: nothing happened, and nobody was active. */
        static Day idle(Daily other, LocalDate day, Work total) {
            Long nobody = other.getScope() == DailyScope.TOTAL ? Long.valueOf(0) : null;
            return new Day(other.getScope(), other.getId(), day, WorkQuantity.NOTHING, total, nobody, nobody, nobody);
        }
    }

    /**
     * Creates the history of rows of one scope and id, at least one.
     *
     * @param last the last day of which anything is known of anybody
     */
    DailyHistory(Collection<Daily> rows, LocalDate last) {
        rows.forEach(row -> this.rows.put(LocalDate.parse(row.getDay()), row));
        this.last = last;
    }

    LocalDate first() {
        return rows.firstKey();
    }

    LocalDate last() {
        return last;
    }

    /**
     * The days from one to another, both included, as far as the history reaches.
     *
     * @param from null for the first
     * @param to null for the last
     */
    List<Day> days(@Nullable LocalDate from, @Nullable LocalDate to) {
        LocalDate begin = from == null || from.isBefore(first()) ? first() : from;
        LocalDate end = to == null || to.isAfter(last()) ? last() : to;
        List<Day> days = new ArrayList<>();
        for (LocalDate day = begin; !day.isAfter(end); day = day.plusDays(1)) {
            Daily row = rows.get(day);
            days.add(row == null ? without(day) : Day.of(row));
        }
        return days;
    }

    private Day without(LocalDate day) {
        Map.Entry<LocalDate, Daily> next = rows.higherEntry(day);
        return next == null
                ? Day.idle(
                        rows.lastEntry().getValue(),
                        day,
                        closing(rows.lastEntry().getValue()))
                : Day.idle(next.getValue(), day, next.getValue().getTotal());
    }

    /** All that was done until the end of a row's day. */
    private static Work closing(Daily row) {
        return WorkQuantity.sum(row.getTotal(), row.getDelta());
    }
}
