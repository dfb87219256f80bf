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

/**
 * Volunteers' hosts whose counters begin anew at times and whose clocks step back, some with several clients and with GPUs that come and
 * go; allocations of projects, and what users want.
 */
final class VolunteerHistory {
    private static final List<String> PROJECTS = List.of("einstein", "rosetta", "seti");
    private static final int HALF_A_DAY = 43_200_000;
    private static final long DAY = 2L * HALF_A_DAY;
    private static final double FLOPS = 5e9;
    private static final double GPU_FLOPS = 1e12;

    /** Number of the host that several clients report. */
    private static final int SHARED = 30;

    private static final int EPOCHS_OF_A_CLIENT = 1000;

    /** Number of the host whose clock knows only half days, and which works for apps. */
    private static final int COARSE = 40;

    /** An app that may have a balance of its own. */
    private static final String APP = "seti/wave";

    private final Records records;
    private final Random random;
    private final int number;
    private final Map<String, double[]> counters = new TreeMap<>();
    private int epoch;
    private long sequence;
    private long now;
    private int gpus;
    private boolean isGpuUsable;

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
            host.close();
        }
    }

    /** Adds a host with several clients, each with its own counters; at times one is installed again. */
    static void addShared(Records records, int reports) {
        Random random = records.random();
        List<VolunteerHistory> clients = new ArrayList<>();
        for (int client = random.nextInt(3); client >= 0; client--) {
            clients.add(new VolunteerHistory(records, SHARED));
            clients.get(clients.size() - 1).epoch = client * EPOCHS_OF_A_CLIENT;
        }
        VolunteerHistory last = clients.get(0);
        for (int i = 0; i < reports; i++) {
            VolunteerHistory client = records.one(clients);
            client.now = last.now;
            client.gpus = random.nextInt(3);
            client.isGpuUsable = random.nextBoolean();
            if (random.nextInt(5) == 0) {
                client.installAgain();
            }
            client.next();
            last = client;
        }
        last.close();
    }

    /** Adds a project with an allocation that begins about when the last reports come, is above its cap, or is below 0. */
    static void addAllocation(Records records) {
        Random random = records.random();
        String name = records.one(PROJECTS);
        long at = Records.START + random.nextInt(40 * HALF_A_DAY);
        long start = random.nextBoolean() ? Histories.CLOSING + (random.nextInt(5) - 2) * DAY : Records.START + DAY;
        Allocation given = Allocation.newBuilder(allocation(random, name))
                .setInitialBalance(1e14 * (random.nextInt(40) - 10))
                .setStart(Instant.ofEpochMilli(start))
                .setEnd(random.nextInt(3) == 0 ? Instant.ofEpochMilli(start + DAY) : null)
                .setCap(random.nextInt(3) == 0 ? null : 1e14 * (random.nextInt(20) - 5))
                .build();
        records.decision(Topics.PROJECTS, name, project(random, name), at);
        records.decision(Topics.ALLOCATIONS, name, given, at);
    }

    /** Adds a host with a coarse clock. Its two clients may report at the same time, and on some days without work. */
    static void addTogether(Records records, int reports) {
        Random random = records.random();
        List<VolunteerHistory> clients =
                List.of(new VolunteerHistory(records, COARSE), new VolunteerHistory(records, COARSE));
        clients.get(1).epoch = EPOCHS_OF_A_CLIENT;
        boolean isIdle = random.nextInt(3) == 0;
        long now = Records.START;
        for (int i = 0; i < reports; i++) {
            now += (long) random.nextInt(4) * HALF_A_DAY;
            VolunteerHistory client = records.one(clients);
            client.now = now;
            if (!isIdle && random.nextInt(3) > 0) {
                client.work(HALF_A_DAY / 1e3, 0.2);
            }
            HostReport report = client.report(now);
            client.sequence++;
            records.event(Topics.HOST_REPORTS, report.getHost(), report, now, (double) now + random.nextDouble() * DAY);
        }
        if (random.nextBoolean()) {
            Allocation given = Allocation.newBuilder(allocation(random, "seti"))
                    .setTarget(APP)
                    .setApp("wave")
                    .build();
            records.decision(Topics.ALLOCATIONS, APP, given, now);
        }
        clients.get(0).now = now;
        clients.get(0).close();
    }

    private void close() {
        HostReport last = report(Histories.CLOSING);
        records.decision(Topics.HOST_REPORTS, last.getHost(), last, Histories.CLOSING);
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
            if (random.nextBoolean()) {
                installAgain();
            }
            counters.clear();
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

    private void installAgain() {
        counters.clear();
        epoch++;
        sequence = 0;
    }

    /** Works at most such a part of what it can. */
    private void work(double seconds, double load) {
        for (String project : PROJECTS.subList(0, 1 + random.nextInt(PROJECTS.size()))) {
            double part = random.nextDouble() * load / PROJECTS.size();
            double[] done = counters.computeIfAbsent(project, name -> new double[5]);
            done[0] += Math.floor(part * seconds);
            done[1] += Math.floor(part * FLOPS / 1e6 * seconds) * 1e6;
            done[2] += random.nextInt(3);
            done[3] += Math.floor(part * gpus * seconds);
            done[4] += Math.floor(part * gpus * GPU_FLOPS / 1e6 * seconds) * 1e6;
        }
    }

    private HostReport report(long at) {
        List<ProjectTotals> totals = new ArrayList<>();
        counters.forEach((project, done) -> totals.add(ProjectTotals.newBuilder()
                .setProject(project)
                .setApp(number == COARSE && APP.startsWith(project + "/") ? "wave" : "")
                .setCpuSeconds(done[0])
                .setCpuFlops(done[1])
                .setJobsSucceeded((long) done[2])
                .setGpuSeconds(done[3])
                .setGpuFlops(done[4])
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
                .setGpus(gpus)
                .setGpuFlopsEach(gpus == 0 ? 0 : GPU_FLOPS)
                .setUsableGpu(isGpuUsable && gpus > 0)
                .setProjects(totals)
                .build();
    }
}
