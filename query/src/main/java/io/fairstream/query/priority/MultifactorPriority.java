package io.fairstream.query.priority;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A job's priority and its terms, which explain the sum.
 *
 * @param terms in the order of the scheduler's own listing
 * @param priority the sum, rounded and bounded like the scheduler does, 0 to {@link #HIGHEST}; 0 means held
 */
record MultifactorPriority(List<Term> terms, long priority) {
    /** 2^32 - 1, the highest priority of flux and of Slurm. */
    public static final long HIGHEST = 4_294_967_295L;

    public MultifactorPriority {
        terms = List.copyOf(terms);
    }

    public record Term(String name, double weight, double factor) {
        public Term {
            if (!Double.isFinite(weight) || !Double.isFinite(factor)) {
                throw new IllegalArgumentException(
                        name + ": " + weight + " x " + factor + " (expected: a finite weight and factor)");
            }
        }

        /** Contribution of the term to the priority. */
        public double value() {
            return weight * factor;
        }
    }

    /** Sum of the terms before rounding and bounding. */
    public double sum() {
        return sum(terms);
    }

    static double sum(List<Term> terms) {
        return terms.stream().mapToDouble(Term::value).sum();
    }

    /**
     * Slurm's multifactor priority, "Job Priority Factors In General" of its manual: the sum of weighted factors and the site's factor,
     * less the nice value, truncated to a whole number from 1 to 2^32 - 1. The components are the weights, Slurm's
     * {@code PriorityWeight...}.
     *
     * @param maxAge waiting time with the full age factor, Slurm's {@code PriorityMaxAge}, above 0
     * @param tres weights by name of the resource
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
         * Known facts of a job. Factors are 0 to 1, already divided by the largest value in the cluster.
         *
         * @param waited waiting time since the job became eligible
         * @param tres by name of the resource, the job's amount divided by that of the partition; resources without a weight are ignored
         * @param site amount added by the site's own plugin, in units of priority
         * @param nice amount subtracted by the user, in units of priority; negative values raise the priority
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

        /** Computes the size factor of a job if large jobs are favoured: the mean of its fractions of the nodes and of the processors. */
        public static double largeSize(int nodes, int allNodes, int processors, int allProcessors) {
            return ((double) nodes / allNodes + (double) processors / allProcessors) / 2;
        }

        /** Computes the priority of a job, term by term as listed by {@code sprio}. */
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
        /** Default weights of flux. */
        public static final FluxPriority DEFAULT = new FluxPriority(100_000, 10_000, 0, 1_000);

        /** Urgency that holds the job. */
        public static final int HOLD = 0;

        /** Default urgency of a job. */
        public static final int USUAL = 16;

        /** Urgency that expedites the job: it gets the highest priority, whatever the terms are. */
        public static final int EXPEDITE = 31;

        /**
         * Computes the priority of a job.
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
