package io.fairstream.rules.share;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A job's priority and the terms that it is the sum of, so that everybody can see why.
 *
 * @param terms in the order in which the scheduler's own listing has them
 * @param priority the sum as the scheduler rounds and bounds it, 0 to {@link #HIGHEST}; 0 is held
 */
public record MultifactorPriority(List<Term> terms, long priority) {
    /** 2^32 - 1, the highest of flux and of Slurm. */
    public static final long HIGHEST = 4_294_967_295L;

    public MultifactorPriority {
        terms = List.copyOf(terms);
    }

    /** One factor with its weight. */
    public record Term(String name, double weight, double factor) {
        public Term {
            if (!Double.isFinite(weight) || !Double.isFinite(factor)) {
                throw new IllegalArgumentException(
                        name + ": " + weight + " x " + factor + " (expected: a finite weight and factor)");
            }
        }

        /** Amount that the term adds to the priority. */
        public double value() {
            return weight * factor;
        }
    }

    /** The sum of the terms, before it is rounded and bounded. */
    public double sum() {
        return sum(terms);
    }

    static double sum(List<Term> terms) {
        return terms.stream().mapToDouble(Term::value).sum();
    }

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
                    .forEach((name, weight) -> terms.add(
                            new Term("tres/" + name, weight, job.tres().getOrDefault(name, 0.0))));
            terms.add(new Term("nice", -1, job.nice()));
            double sum = MultifactorPriority.sum(terms);
            return new MultifactorPriority(terms, (long) Math.max(1, Math.min(sum, MultifactorPriority.HIGHEST)));
        }

        private double ageFactor(Duration waited) {
            return Math.max(0, Math.min(1, (double) waited.toMillis() / maxAge.toMillis()));
        }
    }

    /**
     * flux's multi-factor priority: {@code P = fairshare·F + queue·Q + bank·B + urgency·(u - 16)}, rounded to the nearest
     * whole number, halves up, and at least 0. The components are the weights.
     */
    public record FluxPriority(double fairShare, double queue, double bank, double urgency) {
        /** The weights that flux comes with. */
        public static final FluxPriority DEFAULT = new FluxPriority(100_000, 10_000, 0, 1_000);

        /** Holds the job. */
        public static final int HOLD = 0;

        /** Urgency of a job unless somebody sets another. */
        public static final int USUAL = 16;

        /** Expedites the job: the highest priority there is, whatever the terms say. */
        public static final int EXPEDITE = 31;

        /**
         * The priority of a job.
         *
         * @param fairShareFactor F of the association, 0 to 1
         * @param queuePriority Q, 0 without a queue
         * @param bankPriority B; below 0 for a penalty
         * @param jobUrgency u, {@link #HOLD} to {@link #EXPEDITE}
         */
        public MultifactorPriority of(
                double fairShareFactor, double queuePriority, double bankPriority, int jobUrgency) {
            if (jobUrgency < HOLD || jobUrgency > EXPEDITE) {
                throw new IllegalArgumentException("urgency: " + jobUrgency + " (expected: 0 to 31)");
            }
            List<Term> terms = List.of(
                    new Term("fairshare", fairShare, fairShareFactor),
                    new Term("queue", queue, queuePriority),
                    new Term("bank", bank, bankPriority),
                    new Term("urgency", urgency, jobUrgency - USUAL));
            return new MultifactorPriority(terms, priority(MultifactorPriority.sum(terms), jobUrgency));
        }

        private static long priority(double sum, int jobUrgency) {
            if (jobUrgency == HOLD) {
                return 0;
            }
            if (jobUrgency == EXPEDITE || sum >= MultifactorPriority.HIGHEST) {
                return MultifactorPriority.HIGHEST;
            }
            return Math.max(0, Math.round(sum));
        }
    }
}
