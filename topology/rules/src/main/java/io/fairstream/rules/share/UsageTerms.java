package io.fairstream.rules.share;

import io.fairstream.rules.AllocatedResources;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.UsagePeriods;
import io.fairstream.rules.share.Billing.Tariff;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** Terms of usage: its weights and its decay. */
public final class UsageTerms {
    /** Number of units in a node-second: sums are whole hundred-thousandths, as flux rounds. */
    public static final double UNITS = 1e5;

    private static final int DECIMALS = 5;
    private static final double MILLIS = 1e3;
    private static final double MAX = 9.2e18;

    /** Below this limit doubles can represent halves. */
    private static final double EXACT_HALVES = 1L << 51;

    private final HalfLife halfLife;
    private final UsagePeriods periods;
    private final Tariff weights;
    private final String name;

    /**
     * @param periods periods, each as long as the half-life
     * @param weights weights of resources held, node-seconds per second
     */
    public UsageTerms(HalfLife halfLife, UsagePeriods periods, Tariff weights) {
        this.halfLife = halfLife;
        this.periods = periods;
        this.weights = weights;
        this.name = String.join(
                "; ",
                "halfLifeSeconds=" + Double.toString(halfLife.seconds()),
                "periodMillis=" + Long.toString(periods.halfLife().toMillis()),
                "periods=" + Integer.toString(periods.count()),
                "epoch=" + Long.toString(periods.epoch()),
                "decayFactor=" + Double.toString(periods.decayFactor()),
                weights.text());
    }

    public HalfLife halfLife() {
        return halfLife;
    }

    public UsagePeriods periods() {
        return periods;
    }

    public Tariff weights() {
        return weights;
    }

    /**
     * Identifies all values that sums depend on: sums under terms with different names must not be added up. The form is {@code
     * halfLifeSeconds=604800.0; periodMillis=604800000; periods=4; epoch=0; decayFactor=0.5} and the pairs of {@link Tariff#text}.
     */
    public String name() {
        return name;
    }

    /** Returns the usage per second, node-seconds per second. */
    public double weight(AllocatedResources held) {
        return weights.perSecond(held);
    }

    /** Computes the usage over a duration in {@link #UNITS} per node-second, halves rounded to even; the result stays below 2^63. */
    public long units(AllocatedResources held, long millis) {
        double nodeSeconds = weight(held) * (millis / MILLIS);
        return Math.abs(nodeSeconds) >= MAX / UNITS ? (long) Math.copySign(MAX, nodeSeconds) : units(nodeSeconds);
    }

    static double nodeSeconds(long units) {
        return units / UNITS;
    }

    /** Inverse of {@link #nodeSeconds(long)}. */
    static long nearestUnits(double nodeSeconds) {
        return Math.round(nodeSeconds * UNITS);
    }

    /** Rounds the exact product instead of its nearest double, whose rounding error would decide the halves. */
    static long units(double nodeSeconds) {
        double product = nodeSeconds * UNITS;
        if (Math.abs(product) >= EXACT_HALVES) {
            return new BigDecimal(nodeSeconds)
                    .setScale(DECIMALS, RoundingMode.HALF_EVEN)
                    .unscaledValue()
                    .longValueExact();
        }
        double rest = Math.fma(nodeSeconds, UNITS, -product);
        double rounded = Math.rint(product);
        if (Math.abs(product - rounded) == 0.5 && rest != 0) {
            return (long) (rest > 0 ? Math.ceil(product) : Math.floor(product));
        }
        return (long) rounded;
    }
}
