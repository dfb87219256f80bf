package io.fairstream.cli.report;

import io.fairstream.cli.records.TopicReader;
import io.fairstream.cli.report.DailyHistory.Day;
import io.fairstream.cli.report.Sheet.Format;
import io.fairstream.cli.terminal.Failure;
import io.fairstream.schemas.Daily;
import io.fairstream.schemas.DailyScope;
import io.fairstream.schemas.Topics;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
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
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code report daily}: Science United's daily history. */
@Command(
        name = "daily",
        description = {
            "What was done on each day of UTC, and all before it: by volunteers' hosts in all (with the hosts and users"
                    + " that were active), for each project or each user; by the jobs of each bank, whose time is what they held;"
                    + " on each cluster.",
            "From the first day of the history to the last, or from --start to --end. Days between on which nothing happened"
                    + " are shown, too. The total of a day is the total of the day before and what was done on that day."
        })
final class DailyCommand extends UtcReporting {
    /** Of volunteers' hosts; what is known of one of them is known of all. */
    private static final Set<DailyScope> VOLUNTEERS = EnumSet.of(DailyScope.TOTAL, DailyScope.PROJECT, DailyScope.USER);

    @Option(
            names = "--scope",
            paramLabel = "SCOPE",
            defaultValue = "TOTAL",
            description = "Whose history: total, project, user, bank or cluster. Default: total.")
    private DailyScope scope = DailyScope.TOTAL;

    @Option(
            names = "--id",
            paramLabel = "ID",
            description = "Only that project, user, bank (its path) or cluster. Default: all.")
    private @Nullable String id;

    @Mixin
    private final PeriodOptions period = new PeriodOptions();

    @Option(
            names = {"-t", "--unit"},
            paramLabel = "UNIT",
            defaultValue = "FLOPS",
            description =
                    "Work in flops, or in ec: cobblestones, 1/200 of a day of 1 GFLOPS. Default: flops. JSON has both.")
    private WorkColumns.Unit unit = WorkColumns.Unit.FLOPS;

    @Override
    void check() {
        if (id != null && scope == DailyScope.TOTAL) {
            throw usage("--id: " + id + " (expected: a --scope of project, user, bank or cluster with it)");
        }
    }

    @Override
    void report(TopicReader reader, ZonedDateTime present) {
        Instant begin = period.begin(present);
        Instant end = period.end(present);
        if (begin != null && end != null && !begin.isBefore(end)) {
            throw usage("--start: " + begin + " (expected: before the end, " + end + ")");
        }
        List<Day> days = new ArrayList<>();
        histories(reader).forEach((name, history) -> {
            List<Day> some = history.days(day(begin), end == null ? null : day(end.minusMillis(1)));
            if (some.isEmpty()) {
                err().println("daily: " + named(name) + " has rows from " + history.first() + " to " + history.last()
                        + ", none of them in the period");
            }
            days.addAll(some);
        });
        sheet().print(format(), days, null, out());
    }

    private Map<String, DailyHistory> histories(TopicReader reader) {
        Collection<Daily> all = reader.latest(Topics.DAILY);
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

    private Sheet<Day> sheet() {
        boolean isJson = format() == Format.JSON;
        Sheet<Day> sheet = new Sheet<>(Unit.HOURS, zone());
        if (isJson) {
            sheet.text("", "scope", day -> word(day.scope()));
        }
        if (isJson || scope != DailyScope.TOTAL) {
            sheet.text(word(scope).toUpperCase(Locale.ROOT), "id", Day::id);
        }
        sheet.text("DAY", "day", day -> day.day().toString());
        WorkColumns columns = new WorkColumns(unit, isJson);
        columns.add(sheet, "", "", Day::delta);
        columns.add(sheet, "TOTAL ", "total", Day::total);
        if (scope == DailyScope.TOTAL) {
            sheet.number("HOSTS", "activeHosts", Day::hosts)
                    .number("GPU HOSTS", "activeGpuHosts", Day::gpuHosts)
                    .number("USERS", "activeUsers", Day::users);
        }
        return sheet;
    }

    private static String word(DailyScope scope) {
        return scope.name().toLowerCase(Locale.ROOT);
    }
}
