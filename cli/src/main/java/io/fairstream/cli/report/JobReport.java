package io.fairstream.cli.report;

import io.fairstream.query.columns.Document;
import io.fairstream.query.jobs.JobQuery;
import io.fairstream.query.records.TopicReader;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A report of jobs, from the tables. Values cover the whole job, up to the present. */
abstract class JobReport extends ClustersCommand {
    /** Text for option descriptions. */
    static final String PERIOD =
            "--start and --end select the jobs that existed in between; default: all. Numbers are totals "
                    + "of the job until now.";

    @Mixin
    private final PeriodOptions options = new PeriodOptions();

    @Option(
            names = {"-u", "--user"},
            paramLabel = "NAME",
            split = ",",
            description = "Only jobs of these users.")
    private Set<String> users = Set.of();

    @Option(
            names = {"-A", "--account", "--bank"},
            paramLabel = "NAME",
            split = ",",
            description =
                    "Only jobs of these accounts (banks), or of accounts below them: by name as physics, or by path as"
                            + " root/physics.")
    private Set<String> banks = Set.of();

    @Option(
            names = {"-r", "--partition"},
            paramLabel = "NAME",
            split = ",",
            description = "Only jobs of these partitions.")
    private Set<String> partitions = Set.of();

    @Override
    final Document show(TopicReader reader, ZonedDateTime present) {
        Instant begin = options.begin(present);
        Instant end = options.end(present);
        if (begin != null) {
            options.period(begin, present);
        }
        return show(reader, new JobQuery(begin, end, clusters(), users, banks, partitions, present.toInstant()));
    }

    /** Reads the jobs, and creates the report. */
    abstract Document show(TopicReader reader, JobQuery query);
}
