package io.fairstream.query.explain;

import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.HalfLife.RealPriority;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Projection of a real priority from an instant, as a closed form.
 *
 * @param at the instant
 * @param priority the real priority at it
 * @param weight slot weight in use at it
 */
record Outlook(Instant at, double priority, double weight, HalfLife halfLife) {
    /** The longest duration, in seconds, that still gives a valid instant. */
    private static final double MAX_SECONDS = 1e11;

    static Outlook of(Explained explained) {
        return new Outlook(explained.at(), explained.realPriority(), explained.weightInUse(), explained.halfLife());
    }

    /** Returns the real priority after a time if use stays constant. */
    double ifStays(Duration time) {
        return RealPriority.advance(priority, weight, time.toMillis(), halfLife);
    }

    /** Returns the real priority after a time if use stops now. */
    double ifStops(Duration time) {
        return RealPriority.advance(priority, 0, time.toMillis(), halfLife);
    }

    /**
     * Returns the real priority after a time if use follows the plan: {@link RealPriority#advance} from change to
     * change, exact since the weight is constant in between.
     */
    double ifPlanned(Plan plan, Duration time) {
        double reached = priority;
        long from = 0;
        for (long change : plan.changes(time.toMillis())) {
            reached = RealPriority.advance(reached, plan.weight(weight, from), change - from, halfLife);
            from = change;
        }
        return reached;
    }

    /** Returns the instant at which the priority reaches a value if use stays constant; null for never. */
    @Nullable
    Instant reachesIfStays(double value) {
        return after(RealPriority.secondsUntil(priority, weight, value, halfLife));
    }

    /** Returns the instant at which the priority reaches a value if use stops now; null for never. */
    @Nullable
    Instant reachesIfStops(double value) {
        return after(RealPriority.secondsUntil(priority, 0, value, halfLife));
    }

    private @Nullable Instant after(OptionalDouble seconds) {
        return seconds.isEmpty() || seconds.getAsDouble() > MAX_SECONDS
                ? null
                : at.plusMillis(Math.round(seconds.getAsDouble() * 1000));
    }
}
