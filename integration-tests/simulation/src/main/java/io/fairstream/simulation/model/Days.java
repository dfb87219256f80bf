package io.fairstream.simulation.model;

import io.fairstream.schemas.Daily;
import io.fairstream.schemas.DailyScope;
import io.fairstream.schemas.HostReport;
import io.fairstream.simulation.model.Hosts.Work;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The history of each UTC day: of all, projects and users by the work of hosts, of banks by what jobs held, of clusters by what sessions
 * used, and of both by how jobs ended. What took time lies on each day in proportion to the time on it, at most for the last 30.
 */
final class Days {
    private static final long HOUR = 3_600_000;
    private static final long DAY = 24 * HOUR;

    private final Map<String, TreeMap<Long, Work>> work = new TreeMap<>();
    private final TreeMap<Long, Seen> seen = new TreeMap<>();

    /** Numbers of a day: hosts that reported, those with a usable GPU, and users with such a host. */
    private static final class Seen {
        private final Set<String> hosts = new HashSet<>();
        private final Set<String> gpuHosts = new HashSet<>();
        private final Set<String> users = new HashSet<>();

        void add(Seen other) {
            hosts.addAll(other.hosts);
            gpuHosts.addAll(other.gpuHosts);
            users.addAll(other.users);
        }

        @Override
        public String toString() {
            return hosts.size() + " hosts, " + gpuHosts.size() + " with a GPU, " + users.size() + " users";
        }
    }

    Days(Hosts hosts, Jobs jobs, Nodes nodes) {
        for (Hosts.Done done : hosts.done()) {
            add("TOTAL|", done.from(), done.to(), done.work());
            add("USER|" + done.user(), done.from(), done.to(), done.work());
            add("PROJECT|" + done.project(), done.from(), done.to(), done.work());
        }
        for (HostReport report : hosts.reports()) {
            Seen day = seen.computeIfAbsent(day(report.getAt().toEpochMilli()), any -> new Seen());
            day.hosts.add(report.getHost());
            day.users.add(report.getUser());
            if (report.getUsableGpu() && report.getGpus() > 0) {
                day.gpuHosts.add(report.getHost());
            }
        }
        for (Jobs.Part part : jobs.parts()) {
            if (part.until() != null) {
                long micros = part.processors() * (part.until() - part.from()) * 1000;
                addToBanks(part.path(), part.from(), part.until(), new Work(micros, 0, 0, 0, 0, 0));
            }
        }
        jobs.ends().forEach(end -> {
            Work one = new Work(0, 0, 0, 0, end.isSuccess() ? 1 : 0, end.isSuccess() ? 0 : 1);
            addToBanks(end.path(), end.at(), end.at() + 1, one);
            add("CLUSTER|" + end.cluster(), end.at(), end.at() + 1, one);
        });
        nodes.uses().stream()
                .filter(Nodes.Use::isOfUser)
                .collect(Collectors.groupingBy(
                        use -> List.of(use.cluster(), use.node(), use.user(), use.from(), use.to())))
                .values()
                .forEach(this::addSessions);
    }

    /** Adds the use of one user in a snapshot: it is one charge, and is divided as one. */
    private void addSessions(List<Nodes.Use> sessions) {
        long micros = sessions.stream().mapToLong(Nodes.Use::cpuMicros).sum();
        Nodes.Use use = sessions.get(0);
        add("CLUSTER|" + use.cluster(), use.from(), use.to(), new Work(micros, 0, 0, 0, 0, 0));
    }

    private void addToBanks(String path, long from, long to, Work done) {
        for (String bank = Associations.parent(path); bank != null; bank = Associations.parent(bank)) {
            add("BANK|" + bank, from, to, done);
        }
    }

    private static long day(long at) {
        return Math.floorDiv(at, DAY);
    }

    private void add(String account, long from, long to, Work done) {
        split(Math.max(from, to - 30 * DAY), to, done, DAY)
                .forEach((day, part) ->
                        work.computeIfAbsent(account, any -> new TreeMap<>()).merge(day, part, Work::plus));
    }

    /** Adds work for a project from the hour of an instant on, by hour: each day's part is divided over its hours. */
    static void addSince(long start, Hosts.Done done, Map<Long, Work> hours) {
        long begin = Math.max(done.from(), done.to() - 30 * DAY);
        for (Map.Entry<Long, Work> day :
                split(begin, done.to(), done.work(), DAY).entrySet()) {
            long from = Math.max(begin, day.getKey() * DAY);
            long to = Math.min(done.to(), (day.getKey() + 1) * DAY);
            split(from, to, day.getValue(), HOUR)
                    .tailMap(Math.floorDiv(start, HOUR))
                    .forEach((hour, part) -> hours.merge(hour, part, Work::plus));
        }
    }

    /** Parts by number of the day or hour, in proportion to the time in it. Each is the amount due until its end minus the parts before. */
    private static SortedMap<Long, Work> split(long begin, long to, Work done, long length) {
        TreeMap<Long, Work> parts = new TreeMap<>();
        Work before = Work.NOTHING;
        for (long number = Math.floorDiv(begin, length); number * length < to; number++) {
            Work until = done.part(Math.min(to, (number + 1) * length) - begin, to - begin);
            parts.put(number, until.minus(before));
            before = until;
        }
        return parts;
    }

    /**
     * Compares all days of which there is something to say.
     *
     * @param window days for which a host or user counts as active, 0 if these were others before
     * @param areJobsSure whether banks and clusters can be told
     */
    void compare(Collection<Daily> rows, int window, boolean areJobsSure, Differences differences) {
        Map<String, String> expected = new TreeMap<>();
        work.forEach((account, days) -> addRows(account, days, window, expected));
        if (window > 0 && !seen.isEmpty()) {
            addRows("TOTAL|", work.getOrDefault("TOTAL|", new TreeMap<>()), window, expected);
        }
        Map<String, String> found = new TreeMap<>();
        for (Daily row : rows) {
            Work delta = Work.of(row.getDelta());
            String active = row.getScope() != DailyScope.TOTAL
                    ? ""
                    : row.getActiveHosts() + " hosts, " + row.getActiveGpuHosts() + " with a GPU, "
                            + row.getActiveUsers() + " users";
            if (window > 0 || row.getScope() != DailyScope.TOTAL || !delta.equals(Work.NOTHING)) {
                found.put(
                        row.getScope() + "|" + row.getId() + "|" + row.getDay(),
                        delta + " after " + Work.of(row.getTotal()) + (window == 0 ? "" : active));
            }
        }
        if (!areJobsSure) {
            expected.keySet().removeIf(Days::isOfClusters);
            found.keySet().removeIf(Days::isOfClusters);
        }
        differences.compareAll("daily", expected, found);
    }

    private static boolean isOfClusters(String account) {
        return account.startsWith("BANK|") || account.startsWith("CLUSTER|");
    }

    private void addRows(String account, SortedMap<Long, Work> days, int window, Map<String, String> expected) {
        boolean isActivity = window > 0 && account.equals("TOTAL|");
        long first = isActivity ? seen.firstKey() : days.firstKey();
        long last = isActivity ? seen.lastKey() : days.lastKey();
        Work total = Work.NOTHING;
        for (long day = first; day <= last; day++) {
            Work delta = days.getOrDefault(day, Work.NOTHING);
            Seen active = new Seen();
            if (isActivity) {
                seen.subMap(day - window, false, day, true).values().forEach(active::add);
            }
            if (!delta.equals(Work.NOTHING) || !active.hosts.isEmpty()) {
                expected.put(
                        account + "|" + LocalDate.ofEpochDay(day),
                        delta + " after " + total + (isActivity ? active : ""));
            }
            total = total.plus(delta);
        }
    }
}
