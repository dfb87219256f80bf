package io.fairstream.query.volunteers;

import io.fairstream.query.tables.WorkQuantity;
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
 * Daily history of one scope and id. It begins with its first row, includes the days without work, which have no row,
 * and ends on the last day with a row of any id.
 */
final class DailyHistory {
    private final TreeMap<LocalDate, Daily> rows = new TreeMap<>();
    private final LocalDate last;

    /**
     * One day.
     *
     * @param delta work of the day
     * @param total work before the day
     * @param hosts active hosts; null except for the scope total, as the next two
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

        /** Creates a day without a row: no work, and no activity. */
        static Day idle(Daily other, LocalDate day, Work total) {
            Long nobody = other.getScope() == DailyScope.TOTAL ? Long.valueOf(0) : null;
            return new Day(other.getScope(), other.getId(), day, WorkQuantity.ZERO, total, nobody, nobody, nobody);
        }
    }

    /**
     * Creates the history of rows of one scope and id, at least one.
     *
     * @param last the last day with a row of any id
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
     * Returns the days from one to another, both inclusive, limited to the history.
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

    /** Returns all work until the end of a row's day. */
    private static Work closing(Daily row) {
        return WorkQuantity.sum(row.getTotal(), row.getDelta());
    }
}
