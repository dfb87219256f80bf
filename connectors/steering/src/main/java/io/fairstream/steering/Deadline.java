package io.fairstream.steering;

import java.time.Duration;
import java.util.function.LongSupplier;

/** End of a period, by a monotonic clock. */
public final class Deadline {
    private static final Duration LONG = Duration.ofDays(365);

    private final LongSupplier nanos;
    private final long end;

    private Deadline(LongSupplier nanos, long end) {
        this.nanos = nanos;
        this.end = end;
    }

    /** Returns a deadline after this duration. */
    public static Deadline in(Duration time) {
        return in(time, System::nanoTime);
    }

    /**
     * Returns a deadline after this duration, by another clock.
     *
     * @param nanos the clock, in nanoseconds from any origin
     */
    public static Deadline in(Duration time, LongSupplier nanos) {
        return new Deadline(nanos, nanos.getAsLong() + time.toNanos());
    }

    /** Returns a deadline that never comes. */
    public static Deadline never() {
        return in(LONG);
    }

    public boolean isOver() {
        return end - nanos.getAsLong() <= 0;
    }

    /** Returns the remaining time, at least 0. */
    public Duration left() {
        return Duration.ofNanos(Math.max(0, end - nanos.getAsLong()));
    }

    /** Returns this deadline, or one after the duration if that is later. */
    public Deadline orAtLeast(Duration time) {
        long other = nanos.getAsLong() + time.toNanos();
        return new Deadline(nanos, other - end > 0 ? other : end);
    }
}
