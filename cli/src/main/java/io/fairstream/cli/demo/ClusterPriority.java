package io.fairstream.cli.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Priorities that the demo's scheduler computes, from age and fair share as in Slurm: fair share is the rank in a Fair Tree of banks
 * and users with decaying usage. They drive the demo and appear in its events; Fairstream computes its own priorities independently.
 * Mutable.
 */
final class ClusterPriority {
    /** Priority gained by waiting for a week. */
    static final int AGE = 1000;

    /** Priority of the first user in the ranking. */
    static final int FAIR_SHARE = 10_000;

    /** Priority that users give up with a nice value; no event contains it. */
    private static final int NICE = 3000;

    private static final Duration OLDEST = Duration.ofDays(7);
    private static final Duration HALF_LIFE = Duration.ofDays(7);

    private final Map<String, Double> use = new HashMap<>();
    private final Map<ClusterUser, Double> fairShare = new HashMap<>();

    /** Charges a user for processors held over time. */
    void charge(ClusterUser user, double processorSeconds) {
        use.merge(user.path(), processorSeconds, Double::sum);
        use.merge(user.bank(), processorSeconds, Double::sum);
    }

    void decay(Duration elapsed) {
        double beta = StrictMath.pow(2, -(double) elapsed.toSeconds() / HALF_LIFE.toSeconds());
        use.replaceAll((path, before) -> before * beta);
        rank();
    }

    private void rank() {
        List<ClusterUser> order = new ArrayList<>(ClusterUser.ALL);
        order.sort(Comparator.comparingDouble(
                        (ClusterUser user) -> level(user.bank(), ClusterUser.BANKS.getOrDefault(user.bank(), 1.0)))
                .thenComparing(ClusterUser::bank)
                .thenComparingDouble(user -> level(user.path(), user.shares()))
                .thenComparing(ClusterUser::user));
        for (int i = 0; i < order.size(); i++) {
            fairShare.put(order.get(i), (double) (order.size() - i) / order.size());
        }
    }

    /** Usage divided by shares; lower is better. */
    private double level(String path, double shares) {
        return use.getOrDefault(path, 0.0) / shares;
    }

    double of(ClusterJob job, Instant now) {
        double age = Math.min(1, Duration.between(job.submitted, now).toSeconds() / (double) OLDEST.toSeconds());
        double sum = AGE * age + FAIR_SHARE * fairShare.getOrDefault(job.user, 1.0) - (job.user.isNice() ? NICE : 0);
        return Math.max(1, Math.floor(sum));
    }
}
