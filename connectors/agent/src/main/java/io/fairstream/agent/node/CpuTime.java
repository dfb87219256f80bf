package io.fairstream.agent.node;

/**
 * CPU time in user and system mode, microseconds; a difference may be negative.
 *
 * @param userMicros in user mode
 * @param systemMicros in system mode
 */
public record CpuTime(long userMicros, long systemMicros) {
    /** Microseconds of a clock tick in /proc: USER_HZ is 100 on every machine that Java runs on. */
    public static final long TICK_MICROS = 10_000;

    public static final CpuTime NONE = new CpuTime(0, 0);

    public static CpuTime ofTicks(long user, long system) {
        return new CpuTime(Math.multiplyExact(user, TICK_MICROS), Math.multiplyExact(system, TICK_MICROS));
    }

    public CpuTime plus(CpuTime other) {
        return new CpuTime(
                Math.addExact(userMicros, other.userMicros), Math.addExact(systemMicros, other.systemMicros));
    }

    public CpuTime minus(CpuTime other) {
        return new CpuTime(
                Math.subtractExact(userMicros, other.userMicros), Math.subtractExact(systemMicros, other.systemMicros));
    }

    /** Returns the sum of both modes. */
    public long micros() {
        return Math.addExact(userMicros, systemMicros);
    }

    /** Returns a time with the same sum in which no mode is negative; zero if the sum is negative. */
    CpuTime atLeastNone() {
        long micros = micros();
        if (micros <= 0) {
            return NONE;
        }
        if (userMicros < 0) {
            return new CpuTime(0, micros);
        }
        return systemMicros < 0 ? new CpuTime(micros, 0) : this;
    }

    /** Returns the time with its sum limited to this number of microseconds, in the same proportion. */
    CpuTime atMost(long limitMicros) {
        long micros = micros();
        if (micros <= limitMicros) {
            return this;
        }
        long user = (long) ((double) limitMicros * userMicros / micros);
        return new CpuTime(user, limitMicros - user);
    }
}
