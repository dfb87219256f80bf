package io.fairstream.agent.node;

import java.util.List;
import java.util.Map;

/**
 * Corrections for the next interval: time that was measured in the wrong interval, so that none is lost.
 *
 * @param idleMicros busy time beyond the node's capacity, as a number of 0 or less
 * @param jobs by job, usage of its sessions beyond that counted by its control group, with a negative sum
 * @param credits by pid of a process in the later sighting, CPU time of children that is already charged but that the process had not
 *     waited for when it was read
 * @param held measured CPU time that is reported later, see {@link CpuCap}
 */
public record CpuRemainder(
        long idleMicros, Map<Long, CpuTime> jobs, Map<Integer, CpuTime> credits, List<Segment> held) {
    public static final CpuRemainder NONE = new CpuRemainder(0, Map.of(), Map.of(), List.of());

    public CpuRemainder {
        jobs = Map.copyOf(jobs);
        credits = Map.copyOf(credits);
        held = List.copyOf(held);
    }
}
