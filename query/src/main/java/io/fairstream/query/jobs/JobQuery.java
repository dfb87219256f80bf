package io.fairstream.query.jobs;

import io.fairstream.query.records.TopicReader;
import io.fairstream.schemas.AccountingAt.JobAccountingAt;
import io.fairstream.schemas.JobAccounting;
import io.fairstream.schemas.Topics;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Selection of jobs; an empty set selects all.
 *
 * @param begin excludes jobs that ended before; null for all
 * @param end excludes jobs that began at it or later; null for all
 * @param banks by name, as physics, or by path, as root/physics; each with its descendants
 * @param present instant for which amounts are computed
 */
public record JobQuery(
        @Nullable Instant begin,
        @Nullable Instant end,
        Set<String> clusters,
        Set<String> users,
        Set<String> banks,
        Set<String> partitions,
        Instant present) {
    /** Selects all jobs of these clusters. */
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

    /** Returns true if a path is that bank or below it. A name matches any bank with that name; in Slurm names of banks are unique. */
    static boolean isIn(String path, String bank) {
        return bank.indexOf('/') < 0
                ? List.of(path.split("/", -1)).contains(bank)
                : (path + "/").startsWith(bank + "/");
    }

    /** Evaluates a row at the present; a row ahead of the clock remains unchanged. */
    private JobAccounting evaluated(JobAccounting row) {
        return present.isAfter(row.getAsOf()) ? JobAccountingAt.evaluate(row, present) : row;
    }
}
