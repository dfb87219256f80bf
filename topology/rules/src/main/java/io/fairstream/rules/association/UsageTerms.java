package io.fairstream.rules.association;

import io.fairstream.rules.AllocatedResources;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.UsagePeriods;
import io.fairstream.rules.share.Billing.Tariff;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

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
        this.name = String.format(
                Locale.ROOT,
                "half-life %s s; %d periods since %d, factor %s; %s",
                halfLife.seconds(),
                periods.count(),
                periods.epoch(),
                periods.decayFactor(),
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

    /** Identifies everything that sums depend on: sums under terms with different names must not be added up. */
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
