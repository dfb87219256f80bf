package io.fairstream.benchmarks;

import io.fairstream.rules.assign.Project;
import io.fairstream.rules.assign.Project.AppVersion;
import io.fairstream.rules.host.HostReport;
import io.fairstream.rules.host.HostReport.Hardware;
import io.fairstream.rules.host.HostReport.ProjectTotals;
import io.fairstream.rules.usage.Allocation;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.assign.AssignmentProcessor;
import io.fairstream.streams.avro.FastAvroWriter;
import io.fairstream.streams.host.HostStage;
import io.fairstream.streams.usage.ProjectStage;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;

/**
 * Reports of volunteers' hosts in the order of time: each host reports once a day, at an instant of its own, what it has done for two
 * of ten projects, so that each interval has two days. Two hosts are of one user, and one in four has a GPU.
 */
final class HostWorkload implements Workload<HostReport> {
    static final String HOST = "h-";
    static final Duration INTERVAL = Duration.ofDays(1);

    private static final int PROJECTS = 10;
    private static final int PROJECTS_OF_HOST = 2;
    private static final int CPUS = 8;
    private static final double CPU_FLOPS = 4.5e9;
    private static final double GPU_FLOPS = 5e12;
    private static final String PLATFORM = "x86_64-pc-linux-gnu";
    private static final double OWED_A_DAY = 1e21;

    private final int hosts;
    private final long start;
    private long reports;

    /**
     * @param start of the first day, milliseconds since 1970
     */
    HostWorkload(int hosts, long start) {
        this.hosts = hosts;
        this.start = start;
    }

    /** Decides what hosts work for: ten projects that take part, each with an allocation since 30 days. */
    static void decide(Cluster cluster, String prefix) throws InterruptedException, ExecutionException {
        long since = System.currentTimeMillis() - Duration.ofDays(30).toMillis();
        List<AppVersion> versions =
                List.of(new AppVersion(PLATFORM, false, false), new AppVersion(PLATFORM, true, false));
        for (int number = 0; number < PROJECTS; number++) {
            String name = project(number);
            cluster.send(
                    prefix,
                    Topics.PROJECTS,
                    AssignmentProcessor.PROJECT,
                    name,
                    new Project(name, "https://" + name + ".example/", 1, versions, List.of()));
            cluster.send(
                    prefix,
                    Topics.ALLOCATIONS,
                    ProjectStage.ALLOCATION,
                    name,
                    new Allocation(name, name, "", 0, OWED_A_DAY, INTERVAL, since, null, null));
        }
    }

    private static String project(int number) {
        return "project" + number % PROJECTS;
    }

    @Override
    public FastAvroWriter<HostReport> format() {
        return HostStage.HOST_REPORT;
    }

    @Override
    public String key(HostReport report) {
        return report.host();
    }

    @Override
    public HostReport next() {
        int host = (int) (reports % hosts);
        long sequence = reports / hosts;
        reports++;
        boolean hasGpu = host % 4 == 0;
        return new HostReport(
                String.format("%s%024x", HOST, host * 0x9E3779B97F4A7C15L),
                "user" + host / 2,
                Long.toString(1_700_000_000L + host),
                sequence,
                start + sequence * INTERVAL.toMillis() + INTERVAL.toMillis() * host / hosts,
                List.of(PLATFORM, "i686-pc-linux-gnu"),
                new Hardware(CPUS, hasGpu ? 1 : 0, CPU_FLOPS, hasGpu ? GPU_FLOPS : 0, hasGpu, false),
                List.of(totals(host, 0, sequence, hasGpu), totals(host, 1, sequence, hasGpu)));
    }

    /** Up to nine tenths of what the host can do, all its projects together. */
    private static ProjectTotals totals(int host, int which, long sequence, boolean hasGpu) {
        SplittableRandom random = new SplittableRandom((long) host * PROJECTS_OF_HOST + which);
        double load = random.nextDouble(0.1, 0.9) / PROJECTS_OF_HOST;
        double cpuSeconds = Math.floor(load * CPUS * sequence * INTERVAL.toSeconds());
        double gpuSeconds = hasGpu ? Math.floor(load * sequence * INTERVAL.toSeconds()) : 0;
        return new ProjectTotals(
                project(host + which),
                "",
                cpuSeconds,
                gpuSeconds,
                cpuSeconds * CPU_FLOPS * 0.9,
                gpuSeconds * GPU_FLOPS * 0.2,
                sequence * random.nextInt(1, 20),
                sequence / 3,
                false,
                false,
                0);
    }
}
