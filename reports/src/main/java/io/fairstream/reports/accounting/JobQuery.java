package io.fairstream.reports.accounting;

import io.fairstream.reports.records.TopicReader;
import io.fairstream.schemas.AccountingAt.JobAccountingAt;
import io.fairstream.schemas.JobAccounting;
import io.fairstream.schemas.Topics;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which jobs are asked for; of an empty set, any.
 *
 * @param begin only jobs that were there then or later; null for all
 * @param end only jobs that were there before; null for all
 * @param banks by name, as physics, or by path, as root/physics; with those below them
 * @param present up to which numbers of jobs count
 */
public record JobQuery(
        @Nullable Instant begin,
        @Nullable Instant end,
        Set<String> clusters,
        Set<String> users,
        Set<String> banks,
        Set<String> partitions,
        Instant present) {
    /** All jobs of these clusters. */
    public static JobQuery ofClusters(Set<String> clusters, Instant present) {
        return new JobQuery(null, null, clusters, Set.of(), Set.of(), Set.of(), present);
    }

    /** Reads both tables. */
    List<JobRow> read(TopicReader reader) {
        List<JobAccounting> accounting = reader.latest(Topics.JOB_ACCOUNTING).stream()
                .filter(row -> isAmong(clusters, row.getCluster()))
                .map(this::evaluated)
                .toList();
        return JobRow.join(reader.latest(Topics.JOBS), accounting).stream()
                .filter(this::isWanted)
                .toList();
    }

    private boolean isWanted(JobRow row) {
        return isAmong(clusters, row.cluster())
                && isAmong(users, row.user())
                && isAmong(partitions, row.partition())
                && (banks.isEmpty() || banks.stream().anyMatch(bank -> isIn(row.bank(), bank)))
                && row.isWithin(begin, end);
    }

    private static boolean isAmong(Set<String> names, String name) {
        return names.isEmpty() || names.contains(name);
    }

    /**
     * Returns true if a path is that bank or below it; a name matches any bank of that name, as in Slurm, where there can be only
     * one.
     */
    static boolean isIn(String path, String bank) {
        return bank.indexOf('/') < 0
                ? List.of(path.split("/", -1)).contains(bank)
                : (path + "/").startsWith(bank + "/");
    }

    /** A row that is ahead of the clock stays as it is. */
    private JobAccounting evaluated(JobAccounting row) {
        return present.isAfter(row.getAsOf()) ? JobAccountingAt.evaluate(row, present) : row;
    }
}
