package io.fairstream.agent.node;

/**
 * Usage of a session in an interval.
 *
 * @param session whose
 * @param cpu never negative
 * @param realKiBSeconds real memory over wall time, KiB x s
 * @param virtualKiBSeconds virtual memory over wall time, KiB x s
 * @param realHighwaterKiB most real memory at once as far as was seen, KiB
 * @param virtualHighwaterKiB most virtual memory at once as far as was seen, KiB
 */
public record SessionUse(
        Session session,
        CpuTime cpu,
        long realKiBSeconds,
        long virtualKiBSeconds,
        long realHighwaterKiB,
        long virtualHighwaterKiB) {}
