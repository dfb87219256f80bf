package io.fairstream.simulation.history;

import io.fairstream.schemas.Allocation;
import io.fairstream.schemas.AppVersion;
import io.fairstream.schemas.HostReport;
import io.fairstream.schemas.Preferences;
import io.fairstream.schemas.Project;
import io.fairstream.schemas.ProjectTotals;
import io.fairstream.schemas.Topics;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Volunteers' hosts whose counters begin anew at times and whose clocks step back, allocations of projects, and what users want. */
final class VolunteerHistory {
    private static final List<String> PROJECTS = List.of("einstein", "rosetta", "seti");
    private static final int HALF_A_DAY = 43_200_000;
    private static final long DAY = 2L * HALF_A_DAY;
    private static final double FLOPS = 5e9;

    private final Records records;
    private final Random random;
    private final int number;
    private final Map<String, double[]> counters = new TreeMap<>();
    private int epoch;
    private long sequence;
    private long now;

    private VolunteerHistory(Records records, int number) {
        this.records = records;
        this.random = records.random();
        this.number = number;
        this.now = Records.START + random.nextInt(HALF_A_DAY);
    }

    static void addHosts(Records records, int hosts, int reports) {
        for (int number = 0; number < hosts; number++) {
            VolunteerHistory host = new VolunteerHistory(records, number);
            for (int i = 0; i < reports; i++) {
                host.next();
            }
            HostReport last = host.report(Histories.CLOSING);
            records.decision(Topics.HOST_REPORTS, last.getHost(), last, Histories.CLOSING);
        }
    }

    static void addDecisions(Records records, int decisions) {
        Random random = records.random();
        for (int i = 0; i < decisions; i++) {
            long at = Records.START + random.nextInt(20 * HALF_A_DAY);
            String project = records.one(PROJECTS);
            switch (random.nextInt(3)) {
                case 0 ->
                    records.decision(
                            Topics.ALLOCATIONS,
                            project,
                            random.nextInt(4) == 0 ? null : allocation(random, project),
                            at);
                case 1 ->
                    records.decision(
                            Topics.PROJECTS, project, random.nextInt(5) == 0 ? null : project(random, project), at);
                default -> {
                    String user = "user" + random.nextInt(3);
                    Preferences wish = new Preferences(user, List.of(project), List.of(), List.of(), null);
                    records.decision(Topics.PREFERENCES, user, random.nextInt(4) == 0 ? null : wish, at);
                }
            }
        }
    }

    private static Allocation allocation(Random random, String project) {
        return Allocation.newBuilder()
                .setTarget(project)
                .setProject(project)
                .setInitialBalance(1e15 * random.nextInt(5))
                .setAccrual(1e12 * random.nextInt(5))
                .setInterval(3600.0)
                .setStart(Instant.ofEpochMilli(Records.START + random.nextInt(3) * DAY))
                .setEnd(random.nextInt(3) == 0 ? Instant.ofEpochMilli(Records.START + 8 * DAY) : null)
                .setCap(random.nextInt(3) == 0 ? 5e14 : null)
                .build();
    }

    private static Project project(Random random, String project) {
        return Project.newBuilder()
                .setProject(project)
                .setShare((double) (1 + random.nextInt(5)))
                .setVersions(List.of(AppVersion.newBuilder()
                        .setPlatform("linux")
                        .setGpu(random.nextInt(3) == 0)
                        .build()))
                .build();
    }

    private void next() {
        long since = 60_000L + random.nextInt(HALF_A_DAY);
        now += since;
        if (random.nextInt(12) == 0) {
            counters.clear();
            if (random.nextBoolean()) {
                epoch++;
                sequence = 0;
            }
        }
        work(since / 1e3, random.nextInt(6) == 0 ? 20 : 0.3);
        HostReport report = report(random.nextInt(6) == 0 ? now - random.nextInt(HALF_A_DAY) : now);
        sequence += 1 + random.nextInt(2);
        double most = 2.0 * HALF_A_DAY;
        records.event(Topics.HOST_REPORTS, report.getHost(), report, now, (double) now + random.nextDouble() * most);
        if (random.nextInt(3) == 0) {
            records.event(
                    Topics.HOST_REPORTS, report.getHost(), report, now, (double) now + random.nextDouble() * most);
        }
    }

    /** Works at most such a part of what it can. */
    private void work(double seconds, double load) {
        for (String project : PROJECTS.subList(0, 1 + random.nextInt(PROJECTS.size()))) {
            double part = random.nextDouble() * load / PROJECTS.size();
            double[] done = counters.computeIfAbsent(project, name -> new double[3]);
            done[0] += Math.floor(part * seconds);
            done[1] += Math.floor(part * FLOPS / 1e6 * seconds) * 1e6;
            done[2] += random.nextInt(3);
        }
    }

    private HostReport report(long at) {
        List<ProjectTotals> totals = new ArrayList<>();
        counters.forEach((project, done) -> totals.add(ProjectTotals.newBuilder()
                .setProject(project)
                .setCpuSeconds(done[0])
                .setCpuFlops(done[1])
                .setJobsSucceeded((long) done[2])
                .build()));
        return HostReport.newBuilder()
                .setHost("h" + number)
                .setUser("user" + number % 3)
                .setEpoch("e" + epoch)
                .setSequence(sequence)
                .setAt(Instant.ofEpochMilli(at))
                .setPlatforms(List.of("linux"))
                .setProcessors(1)
                .setCpuFlopsEach(FLOPS)
                .setProjects(totals)
                .build();
    }
}
