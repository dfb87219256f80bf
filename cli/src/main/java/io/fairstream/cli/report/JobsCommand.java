package io.fairstream.cli.report;

import io.fairstream.cli.options.ShowCommand;
import io.fairstream.query.columns.Document;
import io.fairstream.query.jobs.JobListing;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.ReportTime;
import io.fairstream.schemas.JobState;
import io.fairstream.schemas.Topics;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code jobs}: the JOB TABLE, squeue's listing. */
@Command(
        name = "jobs",
        sortOptions = false,
        customSynopsis = "fairstream jobs [OPTIONS]",
        description = {
            "List the jobs of each partition, the highest priority first: those that wait, are held, or have resources.",
            "START with a ~ is an estimate if the scheduler has none: first in, first out, by nodes and "
                    + "time limits."
        },
        footer = "fairstream jobs -p batch --size batch=128 --bootstrap-server HOST:PORT")
public final class JobsCommand extends ShowCommand {
    @Option(
            names = {"-a", "--all"},
            description = "Also jobs that are complete.")
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
            description = "PENDING, HELD, RUNNING, ... COMPLETE.")
    private Set<JobState> states = Set.of();

    @Option(
            names = {"-l", "--details"},
            description = "Also the resources that each job needs; JSON always has them.")
    private boolean details;

    @Option(
            names = "--size",
            paramLabel = "PARTITION=NODES",
            split = ",",
            description = "Number of nodes (or processors) of a partition.")
    private Map<String, Long> sizes = Map.of();

    @Override
    protected void check() {
        sizes.forEach((partition, size) -> {
            if (size < 1) {
                throw usage("--size: " + partition + "=" + size + " (expected: at least 1)");
            }
        });
    }

    @Override
    protected Document show(TopicReader reader) {
        JobListing.Selection selection = new JobListing.Selection(clusters, users, partitions, states, all);
        JobListing listing = new JobListing(
                reader.latest(Topics.JOBS), reader.everybody(Topics.JOBS), selection, sizes, present(reader));
        return Document.of(listing.report(details));
    }

    @Override
    public ReportTime system(TopicReader reader) {
        return ReportTime.CLUSTERS;
    }
}
