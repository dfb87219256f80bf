package io.fairstream.query.audit;

import io.fairstream.query.records.TopicRecords;
import io.fairstream.query.tables.ChargeFields;
import io.fairstream.query.tables.WorkQuantity;
import io.fairstream.rules.HostUsage;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.UtcDays.Active;
import io.fairstream.schemas.ActiveChange;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.Daily;
import io.fairstream.schemas.DailyScope;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.WorkDone;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Check of the daily history against the journal, for each scope and id: work of a day, total before it, and who was
 * active. On each day and in each quantity, the sum over projects equals the sum over users' hosts, and the total.
 */
final class DailyReconciliation implements Reconciliation {
    private static final String CHARGES = "daily = charges, total = all days before";
    private static final String ACTIVE = "daily: active = charges";
    private static final String SUMS = "each day, projects = users = total";
    private static final String TOTAL = "total|";

    private final Map<String, NavigableMap<Long, Daily>> rows = new TreeMap<>();
    private final Map<String, NavigableMap<Long, HostUsage.Sum>> charged = new TreeMap<>();
    private final Map<Long, Active> active = new HashMap<>();
    private final List<String> impossible = new ArrayList<>();

    DailyReconciliation(TopicRecords reader) {
        this(reader.latest(Topics.DAILY));
    }

    DailyReconciliation(Collection<Daily> rows) {
        rows.forEach(this::add);
    }

    private void add(Daily row) {
        try {
            rows.computeIfAbsent(account(row), account -> new TreeMap<>())
                    .put(LocalDate.parse(row.getDay()).toEpochDay(), row);
        } catch (DateTimeParseException e) {
            impossible.add("\"" + account(row) + "\" day: " + row.getDay() + " (expected: a day)");
        }
    }

    private static String account(Daily row) {
        return row.getScope().name().toLowerCase(Locale.ROOT) + "|" + row.getId();
    }

    @Override
    public void charge(Charge charge) {
        if (charge.getKind() != ChargeKind.DAY) {
            return;
        }
        if (charge.getEntry() instanceof WorkDone done) {
            NavigableMap<Long, HostUsage.Sum> days =
                    charged.computeIfAbsent(charge.getAccount(), account -> new TreeMap<>());
            long day = UtcDays.day(done.getFrom().toEpochMilli());
            done.getParts()
                    .forEach(part -> days.merge(day, HostUsage.Sum.of(ChargeFields.work(part)), HostUsage.Sum::plus));
        } else if (charge.getEntry() instanceof ActiveChange change) {
            change.getDays()
                    .forEach(day -> active.merge(
                            LocalDate.parse(day.getDay()).toEpochDay(),
                            new Active(day.getHosts(), day.getGpuHosts(), day.getUsers()),
                            Active::plus));
        }
    }

    @Override
    public List<Check> checks(boolean isWhole) {
        return Stream.of(daily(), active(), sums())
                .map(check -> check.ifWhole(isWhole))
                .toList();
    }

    private Check daily() {
        List<String> differences = new ArrayList<>(impossible);
        TreeSet<String> accounts = new TreeSet<>(rows.keySet());
        accounts.addAll(charged.keySet());
        for (String account : accounts) {
            compare(
                    account,
                    rows.getOrDefault(account, new TreeMap<>()),
                    charged.getOrDefault(account, new TreeMap<>()),
                    differences);
        }
        long days = rows.values().stream().mapToLong(Map::size).sum();
        return Check.of(
                CHARGES, String.format(Locale.ROOT, "%,d rows of %,d histories", days, rows.size()), differences);
    }

    private static void compare(
            String account,
            NavigableMap<Long, Daily> is,
            NavigableMap<Long, HostUsage.Sum> should,
            List<String> differences) {
        TreeSet<Long> days = new TreeSet<>(is.keySet());
        days.addAll(should.keySet());
        HostUsage.Sum before = HostUsage.Sum.EMPTY;
        for (long day : days) {
            String name = "\"" + account + "|" + LocalDate.ofEpochDay(day) + "\"";
            Daily row = is.get(day);
            HostUsage.Sum delta = should.getOrDefault(day, HostUsage.Sum.EMPTY);
            if (row != null) {
                WorkQuantity.difference(name + " delta", row.getDelta(), delta).ifPresent(differences::add);
                WorkQuantity.difference(name + " total", row.getTotal(), before).ifPresent(differences::add);
            } else if (!delta.isEmpty()) {
                differences.add(name + ": no row (expected: one)");
            }
            before = before.plus(delta);
        }
    }

    /** Checks activity up to the last row: who is active today counts as active tomorrow, but no row of tomorrow is published yet. */
    private Check active() {
        NavigableMap<Long, Daily> totals = rows.getOrDefault(TOTAL, new TreeMap<>());
        List<String> differences = new ArrayList<>();
        TreeSet<Long> days = new TreeSet<>(active.keySet());
        days.addAll(totals.keySet());
        for (long day : totals.isEmpty() ? List.<Long>of() : days.headSet(totals.lastKey(), true)) {
            Active is = active(totals.get(day));
            Active should = active.getOrDefault(day, Active.EMPTY);
            if (!is.equals(should)) {
                differences.add(LocalDate.ofEpochDay(day) + ": " + is + " (expected: " + should + ")");
            }
        }
        return Check.of(ACTIVE, String.format(Locale.ROOT, "%,d days", totals.size()), differences);
    }

    private static Active active(@Nullable Daily row) {
        return row == null
                ? Active.EMPTY
                : new Active(
                        Objects.requireNonNullElse(row.getActiveHosts(), 0L),
                        Objects.requireNonNullElse(row.getActiveGpuHosts(), 0L),
                        Objects.requireNonNullElse(row.getActiveUsers(), 0L));
    }

    private Check sums() {
        NavigableMap<Long, HostUsage.Sum> projects = sum(DailyScope.PROJECT);
        NavigableMap<Long, HostUsage.Sum> users = sum(DailyScope.USER);
        NavigableMap<Long, HostUsage.Sum> total = sum(DailyScope.TOTAL);
        List<String> differences = new ArrayList<>();
        TreeSet<Long> days = new TreeSet<>(total.keySet());
        days.addAll(projects.keySet());
        days.addAll(users.keySet());
        for (long day : days) {
            for (WorkQuantity quantity : WorkQuantity.values()) {
                BigInteger ofProjects = quantity.of(projects.getOrDefault(day, HostUsage.Sum.EMPTY));
                BigInteger ofUsers = quantity.of(users.getOrDefault(day, HostUsage.Sum.EMPTY));
                BigInteger ofAll = quantity.of(total.getOrDefault(day, HostUsage.Sum.EMPTY));
                if (!ofProjects.equals(ofAll) || !ofUsers.equals(ofAll)) {
                    differences.add(LocalDate.ofEpochDay(day) + " " + quantity.field() + ": projects " + ofProjects
                            + ", users " + ofUsers + " (expected: " + ofAll + ", of the total)");
                }
            }
        }
        HostUsage.Sum all = total.values().stream().reduce(HostUsage.Sum.EMPTY, HostUsage.Sum::plus);
        String fine = String.format(
                Locale.ROOT,
                "%,d days, %,d us, %,d MFLOP",
                days.size(),
                all.cpuMicros().add(all.gpuMicros()),
                all.cpuMflop().add(all.gpuMflop()));
        return Check.of(SUMS, fine, differences);
    }

    private NavigableMap<Long, HostUsage.Sum> sum(DailyScope scope) {
        String prefix = scope.name().toLowerCase(Locale.ROOT) + "|";
        NavigableMap<Long, HostUsage.Sum> sum = new TreeMap<>();
        charged.forEach((account, days) -> {
            if (account.startsWith(prefix)) {
                days.forEach((day, work) -> sum.merge(day, work, HostUsage.Sum::plus));
            }
        });
        return sum;
    }
}
