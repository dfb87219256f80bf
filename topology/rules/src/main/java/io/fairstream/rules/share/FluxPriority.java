package io.fairstream.rules.share;

import io.fairstream.rules.share.MultifactorPriority.Term;
import java.util.List;

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
    public MultifactorPriority of(double fairShareFactor, double queuePriority, double bankPriority, int jobUrgency) {
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
