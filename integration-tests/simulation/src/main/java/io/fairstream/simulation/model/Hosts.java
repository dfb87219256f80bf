package io.fairstream.simulation.model;

import io.fairstream.schemas.Host;
import io.fairstream.schemas.HostReport;
import io.fairstream.schemas.ProjectTotals;
import io.fairstream.schemas.Topics;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Work of hosts between their reports, in the order of the times of these: the increase of each counter of an epoch, or all of it where
 * one of a project's counters decreased, and together no more than the host can have done since the report before. A report that was made
 * before another one of its epoch, though its clock shows no later time than that one's, says nothing. Of epochs that take turns the last
 * three are known.
 */
final class Hosts {
    private static final Comparator<HostReport> ORDER =
            Comparator.comparing(HostReport::getAt).thenComparing(HostReport::getEpoch);

    private static final int EPOCHS = 3;

    private final Map<String, Map<String, HostReport>> reports = new TreeMap<>();
    private final List<Done> done = new ArrayList<>();
    private final Map<String, Work> worked = new TreeMap<>();
    private final Map<String, Work> cut = new TreeMap<>();

    /** Work for a project between two reports. */
    record Done(String user, String project, String app, long from, long to, Work work) {}

    Hosts(Taken taken) {
        for (Taken.One<HostReport> one : taken.of(Topics.HOST_REPORTS)) {
            HostReport report = one.value();
            if (report != null) {
                reports.computeIfAbsent(report.getHost(), any -> new HashMap<>())
                        .putIfAbsent(report.getEpoch() + " " + report.getSequence(), report);
            }
        }
        reports.forEach((host, all) -> follow(
                host,
                all.values().stream()
                        .filter(report -> all.values().stream().noneMatch(other -> isOvertaken(report, other)))
                        .sorted(ORDER)
                        .toList()));
    }

    private static boolean isOvertaken(HostReport report, HostReport by) {
        return report.getEpoch().equals(by.getEpoch())
                && by.getSequence() < report.getSequence()
                && !by.getAt().isBefore(report.getAt());
    }

    private void follow(String host, List<HostReport> sorted) {
        LinkedHashMap<String, Map<String, Work>> epochs = new LinkedHashMap<>();
        HostReport last = null;
        for (HostReport report : sorted) {
            if (last != null && !report.getAt().isAfter(last.getAt())) {
                continue;
            }
            Map<String, Work> known = epochs.remove(report.getEpoch());
            known = known == null ? new HashMap<>() : known;
            epochs.put(report.getEpoch(), known);
            epochs.keySet()
                    .removeAll(epochs.keySet().stream()
                            .limit(Math.max(0, epochs.size() - EPOCHS))
                            .toList());
            Map<String, Work> claims = new TreeMap<>();
            List<String> order = new ArrayList<>();
            for (ProjectTotals totals : report.getProjects()) {
                String counter = totals.getProject() + "/" + totals.getApp();
                Work now = Work.of(totals);
                Work before = known.put(counter, now);
                claims.put(counter, before == null || !now.isAtLeast(before) ? now : now.minus(before));
                order.add(counter);
            }
            if (last != null) {
                charge(host, last, report, order, claims);
            }
            last = report;
        }
    }

    /** Cuts the claims in proportion. Each gets the amount due to all up to it, rounded down, minus the amounts of those before it. */
    private void charge(String host, HostReport last, HostReport report, List<String> order, Map<String, Work> claims) {
        long from = last.getAt().toEpochMilli();
        long to = report.getAt().toEpochMilli();
        Work allowed = allowance(last, to - from).atLeast(allowance(report, to - from));
        Work sum = claims.values().stream().reduce(Work.NOTHING, Work::plus);
        Work claimed = Work.NOTHING;
        Work given = Work.NOTHING;
        for (String counter : order) {
            Work claim = claims.getOrDefault(counter, Work.NOTHING);
            claimed = claimed.plus(claim);
            Work until = claimed.limited(allowed, sum);
            Work work = until.minus(given);
            given = until;
            String[] names = counter.split("/", 2);
            done.add(new Done(report.getUser(), names[0], names[1], from, to, work));
            worked.merge(host, work, Work::plus);
            cut.merge(host, claim.minus(work), Work::plus);
        }
    }

    /** Time of all processors, that many operations as they do in it, and a job each second on each. */
    private static Work allowance(HostReport of, long millis) {
        int cpus = Math.min(256, of.getProcessors());
        int gpus = Math.min(8, of.getGpus());
        double seconds = millis / 1e3;
        long jobs = (long) Math.ceil((cpus + gpus) * seconds);
        return new Work(
                cpus * millis * 1000,
                gpus * millis * 1000,
                (long) Math.ceil(cpus * seconds * Math.min(100e9, of.getCpuFlopsEach()) / 1e6),
                (long) Math.ceil(gpus * seconds * Math.min(100e12, of.getGpuFlopsEach()) / 1e6),
                jobs,
                jobs);
    }

    List<Done> done() {
        return done;
    }

    /** Those that came, also those that say nothing. */
    List<HostReport> reports() {
        return reports.values().stream().flatMap(all -> all.values().stream()).toList();
    }

    void compare(Map<String, Host> rows, Differences differences) {
        for (Host row : rows.values()) {
            String where = "hosts " + row.getHost();
            Work found = Work.of(
                    row.getCpuSeconds(),
                    row.getGpuSeconds(),
                    row.getCpuFlops(),
                    row.getGpuFlops(),
                    row.getJobsSucceeded(),
                    row.getJobsFailed());
            differences.compare(where, worked.getOrDefault(row.getHost(), Work.NOTHING), found);
            Work over = row.getCapped() == null ? Work.NOTHING : Work.of(row.getCapped());
            differences.compare(where + ".capped", cut.getOrDefault(row.getHost(), Work.NOTHING), over);
        }
    }

    /** The six quantities: microseconds, millions of operations, and jobs. */
    record Work(long cpu, long gpu, long cpuMflop, long gpuMflop, long succeeded, long failed) {
        static final Work NOTHING = new Work(0, 0, 0, 0, 0, 0);

        private interface Combination {
            long of(long one, long other);
        }

        /** From seconds, operations and jobs. */
        static Work of(double cpu, double gpu, double cpuFlops, double gpuFlops, long succeeded, long failed) {
            return new Work(
                    Math.round(cpu * 1e6),
                    Math.round(gpu * 1e6),
                    Math.round(cpuFlops / 1e6),
                    Math.round(gpuFlops / 1e6),
                    succeeded,
                    failed);
        }

        static Work of(ProjectTotals totals) {
            return of(
                    totals.getCpuSeconds(),
                    totals.getGpuSeconds(),
                    totals.getCpuFlops(),
                    totals.getGpuFlops(),
                    totals.getJobsSucceeded(),
                    totals.getJobsFailed());
        }

        static Work of(io.fairstream.schemas.Work row) {
            return of(
                    row.getCpuSeconds(),
                    row.getGpuSeconds(),
                    row.getCpuFlops(),
                    row.getGpuFlops(),
                    row.getJobsSucceeded(),
                    row.getJobsFailed());
        }

        private Work with(Work other, Combination each) {
            return new Work(
                    each.of(cpu, other.cpu),
                    each.of(gpu, other.gpu),
                    each.of(cpuMflop, other.cpuMflop),
                    each.of(gpuMflop, other.gpuMflop),
                    each.of(succeeded, other.succeeded),
                    each.of(failed, other.failed));
        }

        Work plus(Work other) {
            return with(other, Long::sum);
        }

        Work minus(Work other) {
            return with(other, (one, two) -> one - two);
        }

        Work atLeast(Work other) {
            return with(other, Math::max);
        }

        boolean isAtLeast(Work other) {
            return atLeast(other).equals(this);
        }

        /** That part of each quantity, rounded down. */
        Work part(long numerator, long denominator) {
            return with(this, (one, same) -> part(one, numerator, denominator));
        }

        /** The allowed part of these claims, the first of a whole. */
        Work limited(Work allowed, Work whole) {
            Work least = allowed.with(whole, Math::min);
            return new Work(
                    part(least.cpu, cpu, whole.cpu),
                    part(least.gpu, gpu, whole.gpu),
                    part(least.cpuMflop, cpuMflop, whole.cpuMflop),
                    part(least.gpuMflop, gpuMflop, whole.gpuMflop),
                    part(least.succeeded, succeeded, whole.succeeded),
                    part(least.failed, failed, whole.failed));
        }

        private static long part(long of, long numerator, long denominator) {
            return denominator == 0
                    ? 0
                    : BigInteger.valueOf(of)
                            .multiply(BigInteger.valueOf(numerator))
                            .divide(BigInteger.valueOf(denominator))
                            .longValueExact();
        }
    }
}
