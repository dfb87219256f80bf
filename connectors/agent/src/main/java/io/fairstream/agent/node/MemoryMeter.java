package io.fairstream.agent.node;

/**
 * Meter of a session's memory over an interval: the integral over wall time of the memory of its processes, running or stopped,
 * while they exist. Between two sightings of a process, memory is interpolated linearly. Before the first sighting, its value counts
 * since the start of the process; after the last sighting, for half the interval. Mutable.
 */
final class MemoryMeter {
    private static final long DOUBLED_MILLIS = 2_000;

    private long realDoubled;
    private long virtualDoubled;
    private long realBefore;
    private long virtualBefore;
    private long realAfter;
    private long virtualAfter;
    private long realPeak;
    private long virtualPeak;

    /** Adds a process seen at both ends. */
    void stayed(Memory before, Memory after, long millis) {
        area(before.realKiB() + after.realKiB(), before.virtualKiB() + after.virtualKiB(), millis);
        began(before);
        ended(after);
        peak(after.realPeakSince(before), after.virtualPeakSince(before));
    }

    /** Adds a process seen only at the end, which existed for this time. If it is not new, its peak is ignored: it may be older. */
    void came(Memory after, boolean isNew, long millis) {
        area(2 * after.realKiB(), 2 * after.virtualKiB(), millis);
        ended(after);
        if (isNew) {
            peak(after.realPeakSince(Memory.NONE), after.virtualPeakSince(Memory.NONE));
        }
    }

    /** Adds a process seen only at the begin. */
    void went(Memory before, long millis) {
        area(before.realKiB(), before.virtualKiB(), millis);
        began(before);
    }

    private void area(long realDoubledKiB, long virtualDoubledKiB, long millis) {
        realDoubled = Math.addExact(realDoubled, Math.multiplyExact(realDoubledKiB, millis));
        virtualDoubled = Math.addExact(virtualDoubled, Math.multiplyExact(virtualDoubledKiB, millis));
    }

    private void began(Memory memory) {
        realBefore += memory.realKiB();
        virtualBefore += memory.virtualKiB();
    }

    private void ended(Memory memory) {
        realAfter += memory.realKiB();
        virtualAfter += memory.virtualKiB();
    }

    /** Raises the maximum of the session to the peak of one process. */
    private void peak(long real, long virtual) {
        realPeak = Math.max(realPeak, real);
        virtualPeak = Math.max(virtualPeak, virtual);
    }

    SessionUse use(Session session, CpuTime cpu) {
        return new SessionUse(
                session,
                cpu,
                seconds(realDoubled),
                seconds(virtualDoubled),
                Math.max(realPeak, Math.max(realBefore, realAfter)),
                Math.max(virtualPeak, Math.max(virtualBefore, virtualAfter)));
    }

    /** Rounds to the nearest KiB x s. */
    private static long seconds(long doubled) {
        return (doubled + DOUBLED_MILLIS / 2) / DOUBLED_MILLIS;
    }
}
