package io.fairstream.cli.priority;

import io.fairstream.cli.options.Cluster;
import io.fairstream.cli.options.ClusterCommand;
import io.fairstream.cli.options.InstantConverter;
import io.fairstream.cli.records.TopicReader;
import io.fairstream.cli.tables.Present;
import io.fairstream.cli.terminal.Failure;
import io.fairstream.schemas.Job;
import io.fairstream.schemas.JobState;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.config.Settings;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code priority}: sprio's listing of what jobs' priorities are made of. */
@Command(
        name = "priority",
        description = {
            "List the priorities of the jobs that wait, each with the terms it is the sum of, the highest first: flux's multi-factor"
                    + " priority or, with --style or job.priority.style, Slurm's.",
            "The fair share is what stands in the table fair-share. What no event says (such as when a Slurm job"
                    + " became eligible, its QOS and nice value) is not guessed: a line on stderr says what counts instead. A"
                    + " scheduler's own word for a job's priority is in the listing of jobs."
        },
        footer = {
            "",
            "With --json a line each: job, user, bank, partition, submitted, style, priority, sum (before it is rounded and bounded),"
                    + " terms (name, weight, factor, value), untold (terms of which nothing is known), fairShareAsOf."
        })
public final class PriorityCommand extends ClusterCommand {
    @Parameters(arity = "0..*", paramLabel = "JOB", description = "Only these: cluster/jobId, or jobId in any cluster.")
    private List<String> names = new ArrayList<>();

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
            description = "Only jobs in these partitions.")
    private Set<String> partitions = Set.of();

    @Option(names = "--style", paramLabel = "STYLE", description = "flux or slurm, instead of job.priority.style.")
    private @Nullable String style;

    @Option(
            names = {"-n", "--norm"},
            description = "Show factors before they are weighted.")
    private boolean isNormalised;

    @Option(
            names = {"-w", "--weights"},
            description = "Show only what each term weighs.")
    private boolean isWeights;

    @Option(
            names = "--at",
            paramLabel = "TIME",
            converter = InstantConverter.class,
            description = "Until when jobs have waited. " + Present.TOLD)
    private @Nullable Instant at;

    @Override
    public Integer call() {
        requireLasting();
        if (style != null) {
            settings().override("job.priority.style", style);
        }
        try (Cluster cluster = openUnderTerms();
                TopicReader reader = new TopicReader(cluster.settingsWithRegistry())) {
            Style judge = style(reader);
            if (isWeights) {
                PriorityListing.printWeights(judge, json(), out());
            } else {
                print(reader, judge);
            }
        }
        out().flush();
        return 0;
    }

    private Style style(TopicReader reader) {
        Settings.JobPriorities priorities = reader.settings().jobPriorities();
        if (priorities.style().equals("flux")) {
            return new FluxStyle(priorities);
        }
        Instant until = at == null ? Present.of(reader, Clock.systemUTC()) : at;
        return new SlurmStyle(priorities, reader.latest(Topics.NODES), until);
    }

    private void print(TopicReader reader, Style judge) {
        List<Line> lines = Line.of(wanted(reader.latest(Topics.JOBS)), reader.latest(Topics.FAIR_SHARE), judge);
        PriorityListing listing =
                new PriorityListing(lines, reader.settings().jobPriorities().style());
        if (json()) {
            listing.printJson(out());
        } else {
            listing.print(isNormalised, out());
        }
        listing.notes(judge.assumptions()).forEach(note -> err().println("note: " + note));
    }

    private List<Job> wanted(List<Job> jobs) {
        Set<Job> wanted = new LinkedHashSet<>();
        for (String name : names) {
            List<Job> named = jobs.stream().filter(job -> isNamed(job, name)).toList();
            if (named.isEmpty()) {
                throw new Failure(name + ": no such job (expected: cluster/jobId or jobId of one in jobs)");
            }
            named.stream()
                    .filter(job -> job.getState() != JobState.PENDING)
                    .findFirst()
                    .ifPresent(job -> {
                        throw new Failure(name + ": " + job.getState() + " (expected: a job that waits, PENDING)");
                    });
            wanted.addAll(named);
        }
        return (names.isEmpty() ? jobs : wanted)
                .stream()
                        .filter(job -> job.getState() == JobState.PENDING)
                        .filter(job -> users.isEmpty() || users.contains(job.getUser()))
                        .filter(job -> partitions.isEmpty() || partitions.contains(job.getPartition()))
                        .toList();
    }

    private static boolean isNamed(Job job, String name) {
        return name.equals(job.getCluster() + "/" + job.getJobId()) || name.equals(Long.toString(job.getJobId()));
    }
}
