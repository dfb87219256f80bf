package io.fairstream.query.volunteers;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Format;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.volunteers.DailyHistory.Day;
import io.fairstream.schemas.Daily;
import io.fairstream.schemas.DailyScope;
import io.fairstream.schemas.Topics;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Daily history of Science United: a row for each UTC day of each id of a scope, with the work of the day and before
 * it.
 *
 * @param id only that project, user, bank or cluster; null for all
 * @param begin null for the first day of the history
 * @param end exclusive; null for the end of the history
 * @param unit of work for people
 */
public record DailyReport(
        DailyScope scope,
        @Nullable String id,
        @Nullable Instant begin,
        @Nullable Instant end,
        WorkUnit unit) {
    /** Scopes of volunteers' hosts, which have a common last day. */
    private static final Set<DailyScope> VOLUNTEERS = EnumSet.of(DailyScope.TOTAL, DailyScope.PROJECT, DailyScope.USER);

    /**
     * Reads the history.
     *
     * @throws Failure if the id has no rows
     */
    public Document read(TopicReader reader) {
        return of(reader.latest(Topics.DAILY));
    }

    Document of(Collection<Daily> all) {
        Document document = new Document();
        List<Day> days = new ArrayList<>();
        histories(all).forEach((name, history) -> {
            List<Day> some = history.days(day(begin), end == null ? null : day(end.minusMillis(1)));
            if (some.isEmpty()) {
                document.warn("daily: " + named(name) + " has rows from " + history.first() + " to " + history.last()
                        + ", none of them in the period");
            }
            days.addAll(some);
        });
        return document.with(columns().report(days));
    }

    private Map<String, DailyHistory> histories(Collection<Daily> all) {
        Map<String, List<Daily>> rows = all.stream()
                .filter(row ->
                        row.getScope() == scope && (id == null || row.getId().equals(id)))
                .collect(Collectors.groupingBy(Daily::getId, TreeMap::new, Collectors.toList()));
        if (id != null && rows.isEmpty()) {
            throw new Failure("daily: " + named(id) + " has no row (expected: an id that report daily --scope "
                    + word(scope) + " shows)");
        }
        Set<DailyScope> alike = VOLUNTEERS.contains(scope) ? VOLUNTEERS : EnumSet.of(scope);
        LocalDate last = all.stream()
                .filter(row -> alike.contains(row.getScope()))
                .map(row -> LocalDate.parse(row.getDay()))
                .max(Comparator.naturalOrder())
                .orElse(LocalDate.EPOCH);
        Map<String, DailyHistory> histories = new TreeMap<>();
        rows.forEach((name, some) -> histories.put(name, new DailyHistory(some, last)));
        return histories;
    }

    private String named(String name) {
        return name.isEmpty() ? word(scope) : word(scope) + " " + name;
    }

    private static @Nullable LocalDate day(@Nullable Instant at) {
        return at == null ? null : at.atZone(ZoneOffset.UTC).toLocalDate();
    }

    private Columns<Day> columns() {
        boolean isTotal = scope == DailyScope.TOTAL;
        Columns<Day> columns = new Columns<Day>()
                .text("scope", day -> word(day.scope()))
                .unshown()
                .text("id", Day::id)
                .headed(word(scope).toUpperCase(Locale.ROOT));
        if (isTotal) {
            columns.unshown();
        }
        columns.text("day", day -> day.day().toString());
        WorkColumns work = new WorkColumns(unit);
        work.add(columns, "", true, Day::delta);
        work.add(columns, "total", true, Day::total);
        if (isTotal) {
            columns.add("activeHosts", Format.WHOLE, Day::hosts)
                    .add("activeGpuHosts", Format.WHOLE, Day::gpuHosts)
                    .add("activeUsers", Format.WHOLE, Day::users);
        }
        return columns;
    }

    private static String word(DailyScope scope) {
        return scope.name().toLowerCase(Locale.ROOT);
    }
}
