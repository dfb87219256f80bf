package io.fairstream.agent.node;

/**
 * Usage of a session in an interval.
 *
 * @param session its session
 * @param cpu never negative
 * @param realKiBSeconds real memory over wall time, KiB x s
 * @param virtualKiBSeconds virtual memory over wall time, KiB x s
 * @param realHighwaterKiB maximum observed real memory, KiB
 * @param virtualHighwaterKiB maximum observed virtual memory, KiB
 */
record SessionUse(
        Session session,
        CpuTime cpu,
        long realKiBSeconds,
        long virtualKiBSeconds,
        long realHighwaterKiB,
        long virtualHighwaterKiB) {}
