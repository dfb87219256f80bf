package io.fairstream.cli.report;

import io.fairstream.rules.Quantity;
import io.fairstream.schemas.Totals;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How much of what it was given a job, or all jobs of a user, used.
 *
 * <pre>
 *   cpu    = CPU time used / processor time allocated
 *   memory = high-water of the largest session / memory requested for a node
 * </pre>
 *
 * Of a user, sums are divided by sums: of memory over the jobs that requested some.
 *
 * @param row the job; null for the sum of a user
 * @param jobs how many
 * @param allocated microseconds
 * @param used microseconds
 * @param highwaterKiB of jobs that requested memory
 * @param requestedKiB for one node, 0 when nothing was requested
 */
record Efficiency(
        @Nullable JobRow row,
        String cluster,
        String user,
        long jobs,
        long allocated,
        long used,
        long highwaterKiB,
        double requestedKiB) {

    /** Who wastes most of what it was given comes first, of equals who was given most. */
    static final Comparator<Efficiency> WORST_FIRST = Comparator.comparingDouble(Efficiency::cpu)
            .thenComparing(Comparator.comparingLong(Efficiency::allocated).reversed())
            .thenComparing(Efficiency::cluster)
            .thenComparing(Efficiency::user)
            .thenComparing(each -> each.row == null ? 0 : each.row.jobId());

    static Efficiency of(JobRow row) {
        Double requested = row.requestedKiBPerNode();
        return new Efficiency(
                row,
                row.cluster(),
                row.user(),
                1,
                row.allocated(),
                row.used().get(Quantity.CPU_USED),
                requested == null ? 0 : row.used().get(Quantity.REAL_HIGHWATER),
                requested == null ? 0 : requested);
    }

    private record Login(String cluster, String user) {}

    /** A line for each user of each cluster. */
    static List<Efficiency> byUser(List<Efficiency> jobs) {
        Map<Login, Efficiency> users = new HashMap<>();
        jobs.forEach(job -> users.merge(new Login(job.cluster, job.user), job.withoutJob(), Efficiency::plus));
        return List.copyOf(users.values());
    }

    private Efficiency withoutJob() {
        return new Efficiency(null, cluster, user, jobs, allocated, used, highwaterKiB, requestedKiB);
    }

    private Efficiency plus(Efficiency other) {
        return new Efficiency(
                null,
                cluster,
                user,
                jobs + other.jobs,
                Totals.sum(allocated, other.allocated),
                Totals.sum(used, other.used),
                Totals.sum(highwaterKiB, other.highwaterKiB),
                requestedKiB + other.requestedKiB);
    }

    /** 1 when all of it was used, more when processes used more than was allocated. */
    double cpu() {
        return allocated == 0 ? 0 : (double) used / allocated;
    }

    /** Null when no memory was requested. */
    @Nullable
    Double memory() {
        return requestedKiB == 0 ? null : highwaterKiB / requestedKiB;
    }

    /** Allocated and not used, microseconds; negative when more was used. */
    long wasted() {
        return allocated - used;
    }
}
