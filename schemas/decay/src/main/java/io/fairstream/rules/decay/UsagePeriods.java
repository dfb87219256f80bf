package io.fairstream.rules.decay;

import java.time.Duration;

/**
 * flux's periods of usage, each one half-life long, counted from a fixed epoch. The period of an instant does not depend on the time of
 * evaluation.
 *
 * @param epoch begin of period 0, milliseconds since 1970; earlier usage counts in period 0, too
 * @param halfLife length of a period, above 0: flux's {@code PriorityDecayHalfLife}
 * @param count number of periods that count, including the current one, 1 or more
 * @param decayFactor D, the part of a period's usage that is left one period later, 0 to 1
 */
public record UsagePeriods(long epoch, Duration halfLife, int count, double decayFactor) {
    /** flux's defaults: usage counts for four weeks and is halved each week. */
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
     * Creates periods for {@code reset}, the age after which usage no longer counts, flux's {@code PriorityUsageResetPeriod}: as many as
     * {@code reset} divided by the half-life, rounded up, so that no younger usage is dropped.
     */
    public static UsagePeriods of(long epoch, Duration halfLife, Duration reset, double decayFactor) {
        long length = Math.max(1, halfLife.toMillis());
        long count = Math.floorDiv(reset.toMillis() + length - 1, length);
        return new UsagePeriods(epoch, halfLife, (int) Math.min(count, Integer.MAX_VALUE), decayFactor);
    }

    /** Returns the period of an instant: {@code floor((t - epoch) / halfLife)}, 0 or more. */
    public long period(long at) {
        return Math.max(0, Math.floorDiv(at - epoch, halfLife.toMillis()));
    }

    /** Begin of a period, milliseconds since 1970. */
    public long begin(long period) {
        return Math.addExact(epoch, Math.multiplyExact(period, halfLife.toMillis()));
    }

    /** Computes the part of a period's usage left {@code age} periods later: {@code D^age}, and 0 once the period no longer counts. */
    public double left(long age) {
        return age < count ? Math.pow(decayFactor, (double) age) : 0;
    }

    /** Returns the oldest period that counts at an instant; may be below 0. */
    public long oldest(long at) {
        return period(at) - count + 1;
    }
}
