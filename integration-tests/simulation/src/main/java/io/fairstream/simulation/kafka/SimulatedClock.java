package io.fairstream.simulation.kafka;

import java.util.function.Supplier;
import org.apache.kafka.common.utils.Time;

/** A clock that goes on only when it is told to. */
public final class SimulatedClock implements Time {
    private static final long NANOS = 1_000_000;

    private long millis;

    /** @param millis since 1970 at which it begins */
    public SimulatedClock(long millis) {
        this.millis = millis;
    }

    /** The same clock as somebody sees it whose own is ahead, or behind when negative. */
    public Time skewed(long ahead) {
        return new Skewed(ahead);
    }

    @Override
    public long milliseconds() {
        return millis;
    }

    @Override
    public long nanoseconds() {
        return millis * NANOS;
    }

    @Override
    public void sleep(long ms) {
        millis += ms;
    }

    @Override
    public void waitObject(Object object, Supplier<Boolean> condition, long deadlineMs) {
        throw new IllegalStateException("nothing waits in a simulation");
    }

    private final class Skewed implements Time {
        private final long ahead;

        Skewed(long ahead) {
            this.ahead = ahead;
        }

        @Override
        public long milliseconds() {
            return millis + ahead;
        }

        @Override
        public long nanoseconds() {
            return milliseconds() * NANOS;
        }

        @Override
        public void sleep(long ms) {
            SimulatedClock.this.sleep(ms);
        }

        @Override
        public void waitObject(Object object, Supplier<Boolean> condition, long deadlineMs) {
            SimulatedClock.this.waitObject(object, condition, deadlineMs);
        }
    }
}
