package io.fairstream.simulation.model;

import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import io.fairstream.schemas.Allocation;
import io.fairstream.schemas.Assignment;
import io.fairstream.schemas.Balance;
import io.fairstream.schemas.Host;
import io.fairstream.schemas.Preferences;
import io.fairstream.schemas.Project;
import io.fairstream.schemas.Topics;
import io.fairstream.simulation.check.SimulatedRecords;
import io.fairstream.simulation.history.Histories;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Hosts as their newest reports have them, what accrues to allocations, and who may be given what. */
final class Volunteers {
    private static final long HOUR = 3_600_000;

    private final Settings settings;
    private final Hosts hosts;
    private final Map<String, Instant> newest = new TreeMap<>();
    private final Map<String, Allocation> allocations;
    private final Map<String, Project> projects;
    private final Map<String, Preferences> preferences;

    Volunteers(Settings settings, Hosts hosts, Taken taken) {
        this.settings = settings;
        this.hosts = hosts;
        this.allocations = taken.latest(Topics.ALLOCATIONS);
        this.projects = taken.latest(Topics.PROJECTS);
        this.preferences = taken.latest(Topics.PREFERENCES);
        hosts.reports()
                .forEach(report -> newest.merge(
                        report.getHost(), report.getAt(), (left, right) -> left.isAfter(right) ? left : right));
    }

    void compare(Map<String, Host> rows, Map<String, Balance> balances, Differences differences) {
        Map<String, Instant> reported = new TreeMap<>();
        rows.values().forEach(host -> reported.put(host.getHost(), host.getLastReport()));
        differences.compare("hosts, last reports", newest, reported);
        Set<String> allocated = new TreeSet<>(allocations.keySet());
        for (Balance row : balances.values()) {
            allocated.remove(row.getTarget());
            if (!row.getTarget().startsWith("/")) {
                compare("balances " + row.getTarget(), row, differences);
            }
        }
        differences.compare("allocations without balances", Set.of(), allocated);
    }

    /** Each interval that ended by then adds the accrual, or withholds it. */
    private void compare(String where, Balance row, Differences differences) {
        Allocation given = allocations.get(row.getTarget());
        differences.compare(where + " has an allocation", given != null, row.getBalance() != null);
        if (given == null || row.getBalance() == null) {
            return;
        }
        differences.compare(where + ".initialBalance", given.getInitialBalance(), row.getInitialBalance());
        differences.compare(where + ".accrual", given.getAccrual(), row.getAccrual());
        differences.compare(where + ".interval", given.getInterval(), row.getInterval());
        differences.compare(where + ".start", given.getStart(), row.getStart());
        differences.compare(where + ".end", given.getEnd(), row.getEnd());
        differences.compare(where + ".cap", given.getCap(), row.getCap());
        differences.compare(
                where + ".balance", row.getInitialBalance() + row.getAccrued() - row.getCharged(), row.getBalance());
        NavigableMap<Long, Double> charged = charged(row);
        differences.compare(
                where + ".charged",
                charged.values().stream().mapToDouble(each -> each).sum(),
                row.getCharged());
        differences.compare(where + ".accrued", accrued(given, charged), row.getAccrued());
        long until = row.getAsOf().toEpochMilli();
        until = given.getEnd() == null ? until : Math.min(until, given.getEnd().toEpochMilli());
        double seconds = (until - given.getStart().toEpochMilli()) / 1e3;
        double accrued = given.getAccrual() * Math.max(0, Math.floor(seconds / given.getInterval()));
        differences.compare(where + ".accrued and withheld", accrued, row.getAccrued() + row.getWithheld());
    }

    /** Work of hosts for the project in each hour that had not ended at the start, in the unit of the row. */
    private NavigableMap<Long, Double> charged(Balance row) {
        TreeMap<Long, Hosts.Work> hours = new TreeMap<>();
        for (Hosts.Done done : hosts.done()) {
            if (done.project().equals(row.getProject())
                    && (row.getApp().isEmpty() || done.app().equals(row.getApp()))) {
                Days.addSince(row.getStart().toEpochMilli(), done, hours);
            }
        }
        TreeMap<Long, Double> charged = new TreeMap<>();
        hours.forEach((hour, done) -> charged.put(
                hour,
                row.getUnit().equals("s")
                        ? (done.cpu() + done.gpu()) / 1e6
                        : (done.cpuMflop() + done.gpuMflop()) * 1e6));
        charged.values().removeIf(amount -> amount == 0);
        return charged;
    }

    /** Up to the last hour with a charge: at the begin of each, what the intervals since the one before add below the cap. */
    private static double accrued(Allocation given, SortedMap<Long, Double> charges) {
        double accrued = 0;
        double charged = 0;
        double intervals = 0;
        for (Map.Entry<Long, Double> charge : charges.entrySet()) {
            long end = given.getEnd() == null ? Long.MAX_VALUE : given.getEnd().toEpochMilli();
            long until = Math.min(end, charge.getKey() * HOUR);
            double ended = Math.floor((until - given.getStart().toEpochMilli()) / 1e3 / given.getInterval());
            double more = given.getAccrual() * Math.max(0, ended - intervals);
            intervals = Math.max(intervals, ended);
            Double cap = given.getCap();
            double balance = given.getInitialBalance() + accrued - charged;
            accrued += cap == null || balance + more <= cap ? more : Math.max(0, cap - balance);
            charged += charge.getValue();
        }
        return accrued;
    }

    /** By balances, only a project whose allocation has begun is given. */
    private void compareAllocated(String where, Assignment row, Differences differences) {
        Set<String> begun = new TreeSet<>();
        allocations.forEach((target, allocation) -> {
            if (!allocation.getStart().isAfter(row.getAt())) {
                begun.add(allocation.getProject());
            }
        });
        row.getChoices()
                .forEach(choice -> differences.compare(
                        where + " gives " + choice.getProject() + ", which has an allocation",
                        true,
                        begun.contains(choice.getProject())));
        row.getPassed().stream()
                .filter(passed -> passed.getReason().equals("no allocation"))
                .forEach(passed -> differences.compare(
                        where + " passes " + passed.getProject() + ", which has an allocation",
                        false,
                        begun.contains(passed.getProject())));
    }

    /** An older report than the one before gets a host nothing. */
    static void compareOrder(SimulatedRecords records, Differences differences) {
        Map<String, Instant> last = new TreeMap<>();
        records.read(Topics.ASSIGNMENTS, row -> {
            Assignment given = row.value();
            if (given != null) {
                Instant before = last.put(given.getHost(), given.getAt());
                boolean isInOrder = before == null || !given.getAt().isBefore(before);
                differences.compare("assignments " + given.getHost() + " in order", true, isInOrder);
            }
        });
    }

    /** Each host's newest report got it something, the last ones of all by what is decided now. */
    void compareAssignments(Map<String, Assignment> rows, Differences differences) {
        Map<String, Instant> assigned = new HashMap<>();
        for (Assignment row : rows.values()) {
            assigned.put(row.getHost(), row.getAt());
            if (row.getAt().toEpochMilli() == Histories.CLOSING) {
                compare("assignments " + row.getHost(), row, differences);
            }
        }
        differences.compare("assignments, reports", newest, assigned);
    }

    private void compare(String where, Assignment row, Differences differences) {
        differences.compare(where + ".policy", settings.get(Keys.ASSIGN_POLICY), row.getPolicy());
        Set<String> named = new TreeSet<>();
        row.getChoices().forEach(choice -> named.add(choice.getProject()));
        row.getPassed().forEach(passed -> named.add(passed.getProject()));
        differences.compare(where + " looks at all projects", projects.keySet(), named);
        if (row.getPolicy().equals("balance")) {
            compareAllocated(where, row, differences);
        }
        Preferences wished = preferences.get(row.getUser());
        Set<String> given = new TreeSet<>();
        row.getChoices().forEach(choice -> given.add(choice.getProject()));
        given.retainAll(wished == null ? Set.of() : wished.getOptedOut());
        differences.compare(where + " gives what the user opted out of", Set.of(), given);
    }
}
