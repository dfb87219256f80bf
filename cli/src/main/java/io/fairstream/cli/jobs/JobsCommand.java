package io.fairstream.cli.jobs;

import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.ClusterCommand;
import io.fairstream.cli.records.TopicReader;
import io.fairstream.cli.tables.Present;
import io.fairstream.schemas.Job;
import io.fairstream.schemas.JobState;
import io.fairstream.schemas.Topics;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code jobs}: the JOB TABLE, squeue's listing. */
@Command(
        name = "jobs",
        description = {
            "List the jobs of each partition, the highest priority first: those that wait, are held, or have resources.",
            "START of a waiting job is when the scheduler expects it to start. Where it does not say, ~ marks an estimate: first"
                    + " in, first out, by the nodes that jobs want and the ends and time limits of those before them. A"
                    + " partition is taken to have as many nodes as are held now (--size says better).",
            "END of a job with resources is its expected end."
        },
        footer = {
            "",
            "With --json, a row of the table jobs each; startTime is the scheduler's word, estimatedStart the estimate."
        })
public final class JobsCommand extends ClusterCommand {
    @Option(
            names = {"-a", "--all"},
            description = "Also jobs that are complete, as long as the table has them.")
    private boolean all;

    @Option(
            names = {"-M", "--cluster", "--clusters"},
            paramLabel = "NAME",
            split = ",",
            description = "Only these clusters.")
    private Set<String> clusters = Set.of();

    @Option(
            names = {"-u", "--user"},
            paramLabel = "NAME",
            split = ",",
            description = "Only jobs of these users.")
    private Set<String> users = Set.of();

    @Option(
            names = {"-p", "--partition"},
            paramLabel = "NAME",
            split = ",",
            description = "Only these partitions.")
    private Set<String> partitions = Set.of();

    @Option(
            names = {"-t", "--state"},
            paramLabel = "STATE",
            split = ",",
            description = "Only jobs in these states: ${COMPLETION-CANDIDATES}.")
    private Set<JobState> states = Set.of();

    @Option(
            names = {"-l", "--details"},
            description = "With what each job needs to start (JOB DETAILS); JSON always has it.")
    private boolean details;

    @Option(
            names = "--size",
            paramLabel = "PARTITION=NODES",
            split = ",",
            description = "How many nodes a partition has, for the estimate; processors where jobs say only those.")
    private Map<String, Long> sizes = Map.of();

    @Override
    public Integer call() {
        requireLasting();
        sizes.forEach((partition, size) -> {
            if (size < 1) {
                throw usage("--size: " + partition + "=" + size + " (expected: at least 1)");
            }
        });
        try (Cluster cluster = open();
                TopicReader reader = new TopicReader(cluster.settingsWithRegistry())) {
            Instant now = Present.of(reader, Clock.systemUTC());
            List<Job> jobs = reader.latest(Topics.JOBS);
            Map<StartEstimate.Id, Instant> starts = new StartEstimate(sizes, now).starts(jobs);
            JobListing listing = new JobListing(shown(jobs), starts, details);
            if (json()) {
                listing.printJson(out());
            } else {
                listing.print(out());
            }
        }
        out().flush();
        return 0;
    }

    private List<Job> shown(List<Job> jobs) {
        return jobs.stream()
                .filter(job -> clusters.isEmpty() || clusters.contains(job.getCluster()))
                .filter(job -> users.isEmpty() || users.contains(job.getUser()))
                .filter(job -> partitions.isEmpty() || partitions.contains(job.getPartition()))
                .filter(job ->
                        states.isEmpty() ? all || job.getState() != JobState.COMPLETE : states.contains(job.getState()))
                .sorted(Comparator.comparing(Job::getPartition).thenComparing(StartEstimate.TURN))
                .toList();
    }
}
