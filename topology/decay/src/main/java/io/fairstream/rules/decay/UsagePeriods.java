package io.fairstream.rules.decay;

import java.time.Duration;

/**
 * flux's periods of usage, each one half-life long, counted from an epoch. They stand still: which period an instant is in
 * does not depend on when anybody looks.
 *
 * @param epoch begin of period 0, milliseconds since 1970; what was before counts in period 0, too
 * @param halfLife length of a period, above 0: flux's {@code PriorityDecayHalfLife}
 * @param count how many periods count, the running one included, 1 or more
 * @param decayFactor D, what is left of a period's usage in the next one, 0 to 1
 */
public record UsagePeriods(long epoch, Duration halfLife, int count, double decayFactor) {
    /** flux's defaults: four weeks, and half of it left a week later. */
    public static final UsagePeriods DEFAULT = of(0, Duration.ofDays(7), Duration.ofDays(28), 0.5);

    public UsagePeriods {
        if (halfLife.toMillis() <= 0) {
            throw new IllegalArgumentException("halfLife: " + halfLife + " (expected: 1 ms or more)");
        }
        if (count < 1) {
            throw new IllegalArgumentException("count: " + count + " (expected: 1 or more)");
        }
        if (!(decayFactor >= 0 && decayFactor <= 1)) {
            throw new IllegalArgumentException("decayFactor: " + decayFactor + " (expected: 0 to 1)");
        }
    }

    /**
     * As many periods as there are begun ones in a reset period, so that nothing younger than it is forgotten.
     *
     * @param reset after which usage does not count any more, flux's {@code PriorityUsageResetPeriod}
     */
    public static UsagePeriods of(long epoch, Duration halfLife, Duration reset, double decayFactor) {
        long length = Math.max(1, halfLife.toMillis());
        long count = Math.floorDiv(reset.toMillis() + length - 1, length);
        return new UsagePeriods(epoch, halfLife, (int) Math.min(count, Integer.MAX_VALUE), decayFactor);
    }

    /** The period of an instant: {@code floor((t - epoch) / halfLife)}, 0 or more. */
    public long period(long at) {
        return Math.max(0, Math.floorDiv(at - epoch, halfLife.toMillis()));
    }

    /** Begin of a period, milliseconds since 1970. */
    public long begin(long period) {
        return Math.addExact(epoch, Math.multiplyExact(period, halfLife.toMillis()));
    }

    /**
     * Computes the part of a period's usage that is left the given number of periods later: {@code D^age}, and 0 once the period
     * no longer counts.
     */
    public double left(long age) {
        return age < count ? Math.pow(decayFactor, (double) age) : 0;
    }

    /** The oldest period that counts at an instant, perhaps below 0. */
    public long oldest(long at) {
        return period(at) - count + 1;
    }
}
