package io.fairstream.rules.ledger.session;

/**
 * What was used in an interval.
 *
 * @param cpuMicros CPU time, microseconds; below 0 when it takes back what was charged, or for SYSTEM
 * @param realKiBSeconds real memory integral, KiB x s
 * @param virtualKiBSeconds virtual memory integral, KiB x s
 * @param realHighwaterKiB most real memory of a session seen at once, KiB
 * @param virtualHighwaterKiB most virtual memory of a session seen at once, KiB
 */
public record Used(
        long cpuMicros, long realKiBSeconds, long virtualKiBSeconds, long realHighwaterKiB, long virtualHighwaterKiB) {
    static final Used NOTHING = cpu(0);

    static Used cpu(long micros) {
        return new Used(micros, 0, 0, 0, 0);
    }

    /** Both together: times and integrals add, high-waters take the larger one. */
    public Used plus(Used other) {
        return new Used(
                Math.addExact(cpuMicros, other.cpuMicros),
                Math.addExact(realKiBSeconds, other.realKiBSeconds),
                Math.addExact(virtualKiBSeconds, other.virtualKiBSeconds),
                Math.max(realHighwaterKiB, other.realHighwaterKiB),
                Math.max(virtualHighwaterKiB, other.virtualHighwaterKiB));
    }
}
