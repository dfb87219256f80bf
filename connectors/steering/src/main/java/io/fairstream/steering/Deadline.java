package io.fairstream.steering;

import java.time.Duration;
import java.util.function.LongSupplier;

/** End of a period, by a clock that only goes forward. */
public final class Deadline {
    private static final Duration LONG = Duration.ofDays(365);

    private final LongSupplier nanos;
    private final long end;

    private Deadline(LongSupplier nanos, long end) {
        this.nanos = nanos;
        this.end = end;
    }

    /** So long from now. */
    public static Deadline in(Duration time) {
        return in(time, System::nanoTime);
    }

    /**
     * So long from now, by another clock.
     *
     * @param nanos the clock, in nanoseconds from whenever
     */
    public static Deadline in(Duration time, LongSupplier nanos) {
        return new Deadline(nanos, nanos.getAsLong() + time.toNanos());
    }

    /** For who has time. */
    public static Deadline never() {
        return in(LONG);
    }

    public boolean isOver() {
        return end - nanos.getAsLong() <= 0;
    }

    /** Time left, not below 0. */
    public Duration left() {
        return Duration.ofNanos(Math.max(0, end - nanos.getAsLong()));
    }

    /** This one, or so long from now where that is later. */
    public Deadline orAtLeast(Duration time) {
        long other = nanos.getAsLong() + time.toNanos();
        return new Deadline(nanos, other - end > 0 ? other : end);
    }
}
