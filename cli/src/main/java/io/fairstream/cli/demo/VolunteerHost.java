package io.fairstream.cli.demo;

import io.fairstream.schemas.HostReport;
import io.fairstream.schemas.ProjectTotals;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** A volunteer's host, with the counters of its client. Mutable. */
final class VolunteerHost {
    private static final double GPU_EFFICIENCY = 0.4;
    private static final double JOB_SECONDS = 7200;
    private static final double FAILURES = 0.03;
    private static final String PLATFORM = "x86_64-pc-linux-gnu";

    /**
     * Properties of a host.
     *
     * @param load fraction of the time in which the host computes, 0 to 1; above 1 for a client with false claims
     * @param every typical interval between two reports
     * @param goneAfter time from the start after which the host stops reporting
     * @param parts fraction of the work by project; GPU work goes to projects with a GPU program
     */
    record Kind(
            String host,
            String user,
            int processors,
            double cpuFlops,
            int gpus,
            double gpuFlops,
            double load,
            Duration every,
            Duration goneAfter,
            Map<String, Double> parts) {}

    private final Kind kind;
    private final Random random;
    private final Map<String, double[]> counters = new TreeMap<>();
    private Instant before = DemoPool.BEGIN;
    private Instant next;
    private long sequence;

    VolunteerHost(Kind kind, Random random) {
        this.kind = kind;
        this.random = random;
        next = DemoPool.BEGIN.plusSeconds(
                (long) Draws.between(600, (double) kind.every().toSeconds(), random));
    }

    String name() {
        return kind.host();
    }

    /** Time of the host's next report. */
    Instant next() {
        return next;
    }

    boolean isThere() {
        return next.isBefore(DemoPool.BEGIN.plus(kind.goneAfter()));
    }

    /** Creates the report that is due next. */
    HostReport report() {
        Instant at = next;
        if (sequence > 0) {
            work(Duration.between(before, at).toSeconds());
        }
        before = at;
        next = at.plusSeconds((long) (kind.every().toSeconds() * Draws.between(0.85, 1.15, random)));
        List<ProjectTotals> totals = new ArrayList<>();
        counters.forEach((project, done) -> totals.add(totals(project, done)));
        return HostReport.newBuilder()
                .setHost(kind.host())
                .setUser(kind.user())
                .setEpoch(kind.host() + "/1")
                .setSequence(sequence++)
                .setAt(at)
                .setPlatforms(List.of(PLATFORM))
                .setProcessors(kind.processors())
                .setGpus(kind.gpus())
                .setCpuFlopsEach(kind.cpuFlops())
                .setGpuFlopsEach(kind.gpuFlops())
                .setUsableGpu(kind.gpus() > 0)
                .setProjects(totals)
                .build();
    }

    private void work(long seconds) {
        double load = kind.load() * Draws.between(0.7, 1, random);
        double onGpus = kind.parts().entrySet().stream()
                .filter(part -> DemoVolunteers.GPU_PROJECTS.contains(part.getKey()))
                .mapToDouble(Map.Entry::getValue)
                .sum();
        kind.parts().forEach((project, part) -> {
            double[] done = counters.computeIfAbsent(project, name -> new double[6]);
            double cpu = Math.floor(seconds * load * part * kind.processors());
            double gpu = DemoVolunteers.GPU_PROJECTS.contains(project)
                    ? Math.floor(seconds * load * part / onGpus * kind.gpus())
                    : 0;
            done[0] += cpu;
            done[1] += gpu;
            done[2] += Math.floor(cpu * kind.cpuFlops() / 1e6) * 1e6;
            done[3] += Math.floor(gpu * kind.gpuFlops() * GPU_EFFICIENCY / 1e6) * 1e6;
            int jobs = (int) Math.round((cpu + gpu) / JOB_SECONDS * Draws.between(0.8, 1.2, random));
            int failed = Draws.count(jobs * FAILURES, random);
            done[4] += Math.max(0, jobs - failed);
            done[5] += Math.min(jobs, failed);
        });
    }

    private static ProjectTotals totals(String project, double[] done) {
        return ProjectTotals.newBuilder()
                .setProject(project)
                .setCpuSeconds(done[0])
                .setGpuSeconds(done[1])
                .setCpuFlops(done[2])
                .setGpuFlops(done[3])
                .setJobsSucceeded((long) done[4])
                .setJobsFailed((long) done[5])
                .build();
    }
}
