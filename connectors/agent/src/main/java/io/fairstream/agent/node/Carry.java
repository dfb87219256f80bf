package io.fairstream.agent.node;

import java.util.Map;

/**
 * What measurement put into the wrong interval and the next one must make up for, so that nothing is cut off for good.
 *
 * @param idleMicros 0 or below: how much more than its capacity the node seemed to do
 * @param jobs by job, in total below 0: how much more its sessions seemed to use than its control group counted
 */
public record Carry(long idleMicros, Map<Long, CpuTime> jobs) {
    public static final Carry NONE = new Carry(0, Map.of());

    public Carry {
        jobs = Map.copyOf(jobs);
    }
}
