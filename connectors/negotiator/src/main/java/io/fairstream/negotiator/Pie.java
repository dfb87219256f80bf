package io.fairstream.negotiator;

import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Division of a pie in proportion to weights. */
final class Pie {
    /** Part of a pie below which a slice is a rounding error. */
    static final double ROUNDING = 1e-9;

    private final double[] weights;
    private final double[] held;
    private final double[] most;

    private Pie(double[] weights, double[] held, double[] most) {
        this.weights = weights;
        this.held = held;
        this.most = most;
    }

    /**
     * Totals after a pie is cut: {@code t_i = min(most_i, max(held_i, λ·w_i))}, with the one λ at which it is eaten.
     *
     * <p>This is what spinning the pie ends at: cut it in proportion to the weights, let everybody take what they can use,
     * cut what is left among those who want more, until the pie or the demand is gone. Who already holds more than {@code λ·w} gets
     * nothing and loses nothing. The order of the arguments does not matter, and weights scaled by any factor give the same.
     * n log n.
     *
     * @param free what there is to add; below 0 counts as 0
     * @param weights above 0
     * @param held what each has before, 0 or more
     * @param most what each can have at most, not less than held
     */
    static double[] cut(double free, double[] weights, double[] held, double[] most) {
        Pie pie = new Pie(weights, held, most);
        if (free >= pie.eaten(Double.POSITIVE_INFINITY)) {
            return most.clone();
        }
        if (free <= 0) {
            return held.clone();
        }
        double level = pie.level(free);
        double[] totals = new double[held.length];
        for (int i = 0; i < totals.length; i++) {
            totals[i] = pie.total(i, level);
        }
        return totals;
    }

    private double total(int i, double level) {
        return Math.min(most[i], Math.max(held[i], level * weights[i]));
    }

    /** Returns the amount that is added at a level. */
    private double eaten(double level) {
        double sum = 0;
        for (int i = 0; i < held.length; i++) {
            sum += total(i, level) - held[i];
        }
        return sum;
    }

    /** Returns λ: the amount grows with it, linearly between the levels at which a submitter begins or has its maximum. */
    private double level(double free) {
        double[] bends =
                DoubleStream.concat(levels(held), levels(most)).sorted().toArray();
        int low = 0;
        int high = bends.length - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (eaten(bends[middle]) <= free) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        double taking = 0;
        for (int i = 0; i < held.length; i++) {
            if (held[i] / weights[i] <= bends[low] && bends[low] < most[i] / weights[i]) {
                taking += weights[i];
            }
        }
        double left = free - eaten(bends[low]);
        return taking == 0 ? bends[low] : bends[low] + left / taking;
    }

    private DoubleStream levels(double[] bounds) {
        return IntStream.range(0, bounds.length).mapToDouble(i -> bounds[i] / weights[i]);
    }
}
