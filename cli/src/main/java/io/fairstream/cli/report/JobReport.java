package io.fairstream.cli.report;

import io.fairstream.cli.records.TopicReader;
import io.fairstream.schemas.JobAccounting;
import io.fairstream.schemas.JobAccountingAt;
import io.fairstream.schemas.Topics;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A report of jobs, from the tables: their numbers are those of the whole job, up to the present. */
abstract class JobReport extends Reporting {
    /** For descriptions. */
    static final String PERIOD =
            "--start and --end choose the jobs that were there in between; without them, all. Numbers are"
                    + " of the whole job, up to now.";

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
    final void report(TopicReader reader, ZonedDateTime present) {
        Instant begin = options.begin(present);
        Instant end = options.end(present);
        if (begin != null) {
            options.period(begin, present);
        }
        List<JobAccounting> accounting = reader.latest(Topics.JOB_ACCOUNTING).stream()
                .filter(row -> isOfCluster(row.getCluster()))
                .map(row -> evaluated(row, present.toInstant()))
                .toList();
        List<JobRow> rows = JobRow.join(
                        reader.latest(Topics.JOBS).stream()
                                .filter(row -> isOfCluster(row.getCluster()))
                                .toList(),
                        accounting)
                .stream()
                .filter(row -> isWanted(row, begin, end))
                .toList();
        report(rows, present.toInstant());
    }

    private boolean isWanted(JobRow row, @Nullable Instant begin, @Nullable Instant end) {
        return (users.isEmpty() || users.contains(row.user()))
                && (partitions.isEmpty() || partitions.contains(row.partition()))
                && (banks.isEmpty() || banks.stream().anyMatch(bank -> isIn(row.bank(), bank)))
                && row.isWithin(begin, end);
    }

    /** Whether a bank is that one or below it; a name is any bank's of that name, as in Slurm, where it can be one only. */
    static boolean isIn(String path, String bank) {
        return bank.indexOf('/') < 0
                ? List.of(path.split("/", -1)).contains(bank)
                : (path + "/").startsWith(bank + "/");
    }

    /** A row that is ahead of the clock stays as it is. */
    static JobAccounting evaluated(JobAccounting row, Instant present) {
        return present.isAfter(row.getAsOf()) ? JobAccountingAt.evaluate(row, present) : row;
    }

    /** Prints the jobs. */
    abstract void report(List<JobRow> rows, Instant present);
}
