package io.fairstream.rules.share;

import io.fairstream.rules.share.MultifactorPriority.Term;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Slurm's multifactor priority, "Job Priority Factors In General" of its manual: the sum of weighted factors and the site's
 * factor, less the nice value, cut off to a whole number from 1 to 2^32 - 1. The components are the weights, Slurm's
 * {@code PriorityWeight...}.
 *
 * @param maxAge the wait that counts fully, Slurm's {@code PriorityMaxAge}, above 0
 * @param tres by name of the resource
 */
public record SlurmPriority(
        double age,
        Duration maxAge,
        double association,
        double fairShare,
        double jobSize,
        double partition,
        double qos,
        Map<String, Double> tres) {
    public SlurmPriority {
        if (maxAge.isNegative() || maxAge.isZero()) {
            throw new IllegalArgumentException("maxAge: " + maxAge + " (expected: above 0)");
        }
        tres = Map.copyOf(tres);
    }

    /**
     * Facts known of a job. Factors are 0 to 1 and come divided by the largest there is.
     *
     * @param waited since it was eligible
     * @param tres by name of the resource, its count by that of the partition; those without a weight do not count
     * @param site what the site's own plugin adds, in units of priority
     * @param nice what the user gives up, in units of priority; below 0 for more
     */
    public record Job(
            Duration waited,
            double association,
            double fairShare,
            double jobSize,
            double partition,
            double qos,
            Map<String, Double> tres,
            long site,
            long nice) {
        public Job {
            tres = Map.copyOf(tres);
        }
    }

    /** The factor of a job's size where large jobs are favoured: the mean of its parts of the nodes and of the processors. */
    public static double largeSize(int nodes, int allNodes, int processors, int allProcessors) {
        return ((double) nodes / allNodes + (double) processors / allProcessors) / 2;
    }

    /** The priority of a job, term by term as {@code sprio} lists them. */
    public MultifactorPriority of(Job job) {
        List<Term> terms = new ArrayList<>();
        terms.add(new Term("site", 1, job.site()));
        terms.add(new Term("age", age, ageFactor(job.waited())));
        terms.add(new Term("association", association, job.association()));
        terms.add(new Term("fairshare", fairShare, job.fairShare()));
        terms.add(new Term("jobsize", jobSize, job.jobSize()));
        terms.add(new Term("partition", partition, job.partition()));
        terms.add(new Term("qos", qos, job.qos()));
        new TreeMap<>(tres)
                .forEach((name, weight) ->
                        terms.add(new Term("tres/" + name, weight, job.tres().getOrDefault(name, 0.0))));
        terms.add(new Term("nice", -1, job.nice()));
        double sum = MultifactorPriority.sum(terms);
        return new MultifactorPriority(terms, (long) Math.max(1, Math.min(sum, MultifactorPriority.HIGHEST)));
    }

    private double ageFactor(Duration waited) {
        return Math.max(0, Math.min(1, (double) waited.toMillis() / maxAge.toMillis()));
    }
}
