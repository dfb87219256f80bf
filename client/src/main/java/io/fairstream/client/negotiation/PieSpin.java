package io.fairstream.client.negotiation;

import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Division of a pie in proportion to weights. */
final class PieSpin {
    /** Part of a pie below which a slice is a rounding error. */
    static final double ROUNDING = 1e-9;

    private final double[] weights;
    private final double[] held;
    private final double[] most;

    private PieSpin(double[] weights, double[] held, double[] most) {
        this.weights = weights;
        this.held = held;
        this.most = most;
    }

    /**
     * Returns the totals after the pie is divided: {@code t_i = min(most_i, max(held_i, λ·w_i))}, with λ such that the pie is used up.
     *
     * <p>This is the result of repeated pie spins: divide the pie in proportion to the weights, let each submitter take the part it can
     * use, and divide the rest among those who want more, until the pie or the demand is used up. A submitter that already holds more
     * than {@code λ·w} gets nothing and loses nothing. The result does not depend on the order of the arguments, nor on a common factor
     * of the weights. Time O(n log n).
     *
     * @param free amount to add; negative counts as 0
     * @param weights weight of each submitter, above 0
     * @param held amount that each submitter holds before, 0 or more
     * @param most maximum total of each submitter, not less than held
     */
    static double[] cut(double free, double[] weights, double[] held, double[] most) {
        PieSpin pie = new PieSpin(weights, held, most);
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

    /** Returns the amount added to the holdings at a level λ. */
    private double eaten(double level) {
        double sum = 0;
        for (int i = 0; i < held.length; i++) {
            sum += total(i, level) - held[i];
        }
        return sum;
    }

    /** Returns λ. The amount increases with λ, linearly between the levels at which a submitter starts to get or has its maximum. */
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
