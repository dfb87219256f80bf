package io.fairstream.simulation.model;

import io.fairstream.schemas.Balance;
import io.fairstream.schemas.Notice;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Balances and notices of banks and of users in them, as they follow from what jobs held. */
final class Budgets {
    private static final long DAY = 86_400_000;
    private static final double MICROS = 1e6;

    private final Jobs jobs;

    Budgets(Jobs jobs) {
        this.jobs = jobs;
    }

    /** Compares the rows of paths that are charged for the time of processors. */
    void compare(Map<String, Balance> balances, Collection<Notice> notices, Differences differences) {
        if (!jobs.isSure()) {
            return;
        }
        for (Balance row : balances.values()) {
            if (row.getTarget().startsWith("/") && row.getUnit().equals("CPU s")) {
                SortedMap<Long, Double> days = days(row);
                double spent = days.values().stream().mapToDouble(day -> day).sum();
                differences.compare("balances " + row.getTarget() + ".charged", spent, row.getCharged());
                if (row.getAccrual() == 0) {
                    compareNotices(row, days, notices, differences);
                }
            }
        }
    }

    private SortedMap<Long, Double> days(Balance row) {
        String path = row.getTarget().substring(1);
        TreeMap<Long, Double> days = new TreeMap<>();
        for (Jobs.Part part : jobs.parts()) {
            if (part.until() != null && (part.path().equals(path) || part.path().startsWith(path + "/"))) {
                for (long from = part.from(); from < part.until(); ) {
                    long day = Math.floorDiv(from, DAY);
                    long to = Math.min(part.until(), (day + 1) * DAY);
                    days.merge(day, part.processors() * (to - from) * 1000 / MICROS, Double::sum);
                    from = to;
                }
            }
        }
        days.headMap(Math.floorDiv(row.getStart().toEpochMilli(), DAY)).clear();
        return days;
    }

    /** Without accrual, each threshold is reached on the first day up to which so much was spent. */
    private static void compareNotices(
            Balance row, SortedMap<Long, Double> days, Collection<Notice> notices, Differences differences) {
        Map<String, String> expected = new TreeMap<>();
        for (int threshold : row.getThresholds()) {
            double spent = 0;
            for (Map.Entry<Long, Double> day : days.entrySet()) {
                spent += day.getValue();
                if (spent > 0 && spent >= row.getInitialBalance() * (threshold / 100.0)) {
                    Instant at = Instant.ofEpochMilli(day.getKey() * DAY);
                    Instant reached = at.isAfter(row.getStart()) ? at : row.getStart();
                    expected.put(row.getTarget() + " " + threshold + "%", reached.toString());
                    break;
                }
            }
        }
        Map<String, String> found = new TreeMap<>();
        for (Notice notice : notices) {
            if (notice.getTarget().equals(row.getTarget())) {
                found.put(
                        notice.getTarget() + " " + notice.getThreshold() + "%",
                        notice.getAt().toString());
            }
        }
        differences.compareAll("notices", expected, found);
    }
}
