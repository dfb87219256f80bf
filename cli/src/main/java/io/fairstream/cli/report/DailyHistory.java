package io.fairstream.cli.report;

import io.fairstream.schemas.Daily;
import io.fairstream.schemas.DailyScope;
import io.fairstream.schemas.Work;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The daily history of one scope and id: its rows, and between them the days on which nothing happened, which have none. Of days
 * after the last row nothing is known.
 */
final class DailyHistory {
    private static final Work NOTHING = new Work(0.0, 0.0, 0.0, 0.0, 0L, 0L);

    private final TreeMap<LocalDate, Daily> rows = new TreeMap<>();

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

        /** A day on which nothing happened, and nobody was active, before that of a row. */
        static Day before(Daily next, LocalDate day) {
            Long nobody = next.getScope() == DailyScope.TOTAL ? Long.valueOf(0) : null;
            return new Day(next.getScope(), next.getId(), day, NOTHING, next.getTotal(), nobody, nobody, nobody);
        }
    }

    /** Of rows of one scope and id, at least one. */
    DailyHistory(Collection<Daily> rows) {
        rows.forEach(row -> this.rows.put(LocalDate.parse(row.getDay()), row));
    }

    LocalDate first() {
        return rows.firstKey();
    }

    LocalDate last() {
        return rows.lastKey();
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
            days.add(row == null ? Day.before(next(day), day) : Day.of(row));
        }
        return days;
    }

    private Daily next(LocalDate day) {
        return Objects.requireNonNull(rows.higherEntry(day)).getValue();
    }
}
