package io.fairstream.it.hosts;

import io.fairstream.schemas.HostReport;
import io.fairstream.schemas.ProjectTotals;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Work of one host in a month, and its reports: its counters start again at times, its clock steps back, it claims too much, or it
 * vanishes. Synthetic.
 */
final class HostHistory {
    static final Instant START = Instant.parse("2026-03-02T00:00:00Z");
    static final List<String> PROJECTS = List.of("einstein", "rosetta", "seti");

    private static final int REPORTS = 60;
    private static final int USERS = 7;
    private static final int HALF_A_DAY_MILLIS = 43_200_000;
    private static final int CPUS = 4;
    private static final double CPU_FLOPS = 5e9;
    private static final double GPU_FLOPS = 100e9;

    private final Random random;
    private final int number;
    private final List<HostReport> reports = new ArrayList<>();
    private final Map<String, double[]> counters = new TreeMap<>();
    private int epoch;
    private long sequence;
    private Instant now;

    private HostHistory(Random random, int number) {
        this.random = random;
        this.number = number;
        this.now = START.plusMillis(random.nextInt(HALF_A_DAY_MILLIS));
    }

    /**
     * The reports of so many hosts as they arrive: of each host some twice and out of their order, and those of different hosts in any
     * order.
     */
    static List<HostReport> arrivals(long seed, int hosts) {
        Random random = new Random(seed);
        List<List<HostReport>> queues = new ArrayList<>();
        List<Integer> turns = new ArrayList<>();
        for (int number = 0; number < hosts; number++) {
            List<HostReport> queue = disturbed(new HostHistory(random, number).tell(), random);
            queues.add(queue);
            turns.addAll(Collections.nCopies(queue.size(), number));
        }
        Collections.shuffle(turns, random);
        int[] told = new int[hosts];
        List<HostReport> arrivals = new ArrayList<>();
        turns.forEach(host -> arrivals.add(queues.get(host).get(told[host]++)));
        return arrivals;
    }

    /** The same reports with a third of them twice, each at most four places from where it belongs. */
    private static List<HostReport> disturbed(List<HostReport> reports, Random random) {
        TreeMap<Double, HostReport> arrivals = new TreeMap<>();
        for (int i = 0; i < reports.size(); i++) {
            arrivals.put(i + random.nextDouble() * 4, reports.get(i));
            if (random.nextInt(3) == 0) {
                arrivals.put(i + random.nextDouble() * 4, reports.get(i));
            }
        }
        return List.copyOf(arrivals.values());
    }

    private List<HostReport> tell() {
        boolean vanishes = random.nextInt(5) == 0;
        int count = vanishes ? 1 + random.nextInt(REPORTS) : REPORTS;
        for (int i = 0; i < count; i++) {
            next();
        }
        return reports;
    }

    private void next() {
        boolean isAway = random.nextInt(10) == 0;
        Duration since =
                Duration.ofMillis(60_000L + random.nextInt(isAway ? 6 * HALF_A_DAY_MILLIS : HALF_A_DAY_MILLIS));
        now = now.plus(since);
        if (random.nextInt(12) == 0) {
            counters.clear();
            if (random.nextBoolean()) {
                epoch++;
                sequence = 0;
            }
        }
        boolean lies = random.nextInt(6) == 0;
        work(since, lies ? 20 : 0.3);
        boolean isBack = random.nextInt(6) == 0;
        reports.add(report(isBack ? now.minusMillis(random.nextInt(HALF_A_DAY_MILLIS)) : now));
        sequence += 1 + random.nextInt(2);
    }

    /** Works at most such a part of what it can. */
    private void work(Duration time, double load) {
        int projects = 1 + random.nextInt(PROJECTS.size());
        double seconds = time.toMillis() / 1e3;
        for (String project : PROJECTS.subList(0, projects)) {
            double part = random.nextDouble() * load / projects;
            double[] done = counters.computeIfAbsent(project, name -> new double[6]);
            done[0] += Math.floor(part * CPUS * seconds);
            done[1] += Math.floor(part * seconds);
            done[2] += Math.floor(part * CPUS * CPU_FLOPS / 1e6 * seconds) * 1e6;
            done[3] += Math.floor(part * GPU_FLOPS / 1e6 * seconds) * 1e6;
            done[4] += random.nextInt(3);
            done[5] += random.nextInt(2);
        }
    }

    private HostReport report(Instant at) {
        List<ProjectTotals> totals = new ArrayList<>();
        counters.forEach((project, done) -> totals.add(ProjectTotals.newBuilder()
                .setProject(project)
                .setCpuSeconds(done[0])
                .setGpuSeconds(done[1])
                .setCpuFlops(done[2])
                .setGpuFlops(done[3])
                .setJobsSucceeded((long) done[4])
                .setJobsFailed((long) done[5])
                .build()));
        return HostReport.newBuilder()
                .setHost("h" + number)
                .setUser("user" + number % USERS)
                .setEpoch("e" + epoch)
                .setSequence(sequence)
                .setAt(at)
                .setPlatforms(List.of("linux"))
                .setProcessors(CPUS)
                .setGpus(1)
                .setCpuFlopsEach(CPU_FLOPS)
                .setGpuFlopsEach(GPU_FLOPS)
                .setUsableGpu(number % 2 == 0)
                .setProjects(totals)
                .build();
    }
}
