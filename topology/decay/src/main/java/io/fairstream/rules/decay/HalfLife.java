package io.fairstream.rules.decay;

import java.time.Duration;

/**
 * The time after which a past use counts half.
 *
 * @param seconds above 0 and finite; 0.0001 is legal and makes a priority follow the use at once
 */
public record HalfLife(double seconds) {
    static final double LN2 = Math.log(2);
    private static final double MILLIS = 1000;

    public HalfLife {
        if (!(seconds > 0) || Double.isInfinite(seconds)) {
            throw new IllegalArgumentException("half-life: " + seconds + " s (expected: above 0)");
        }
    }

    public static HalfLife of(Duration duration) {
        return new HalfLife(duration.getSeconds() + duration.getNano() / 1e9);
    }

    /**
     * Computes the part of an amount that is left after a time: {@code β(Δ) = 2^(-Δ/h)}.
     *
     * @param millis Δ, milliseconds, 0 or more
     * @return 0 to 1
     */
    public double beta(long millis) {
        return Math.pow(2, -millis / (MILLIS * seconds));
    }

    /** {@code 1 - β(Δ)}, exact for small Δ too. */
    public double oneMinusBeta(long millis) {
        return -Math.expm1(-LN2 * millis / (MILLIS * seconds));
    }
}
