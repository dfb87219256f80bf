package io.fairstream.rules.session;

import io.fairstream.rules.Sums;

/**
 * The energy of a node, split over its sessions, SYSTEM and IDLE by the time of processors that each had:
 *
 * <pre>
 *   C(i) = Σ max(0, c(j)) over the first i parts          share(i) = ⌊E·C(i)/C(n)⌋ - ⌊E·C(i-1)/C(n)⌋
 * </pre>
 *
 * The shares are whole numbers of 0 or more and add up to {@code E} exactly. A second of an idle processor counts as much as one of a
 * busy processor: what a node draws while nothing runs is IDLE's and nobody's job.
 */
final class EnergySplit {
    private EnergySplit() {}

    /**
     * The share of each part, in the unit of {@code energy}.
     *
     * @param energy 0 or more
     * @param cpuMicros of each part, at least one above 0; SYSTEM's may be below 0 and counts as 0 then
     */
    static long[] of(long energy, long[] cpuMicros) {
        long all = 0;
        for (long micros : cpuMicros) {
            all += Math.max(0, micros);
        }
        long[] shares = new long[cpuMicros.length];
        long counted = 0;
        long given = 0;
        for (int i = 0; i < shares.length; i++) {
            counted += Math.max(0, cpuMicros[i]);
            long until = Sums.part(energy, counted, all);
            shares[i] = until - given;
            given = until;
        }
        return shares;
    }
}
