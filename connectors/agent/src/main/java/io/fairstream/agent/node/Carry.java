package io.fairstream.agent.node;

import java.util.List;
import java.util.Map;

/**
 * Time measured in the wrong interval, for which the next one must make up, so that nothing is cut off for good.
 *
 * @param idleMicros 0 or below: how much more than its capacity the node seemed to do
 * @param jobs by job, in total below 0: how much more its sessions seemed to use than its control group counted
 * @param credits by pid, of processes of the later sighting: CPU time of children that is charged already and that the process had not
 *     waited for when it was read
 * @param held CPU time that was measured already, see {@link Allotment}
 */
public record Carry(long idleMicros, Map<Long, CpuTime> jobs, Map<Integer, CpuTime> credits, List<Segment> held) {
    public static final Carry NONE = new Carry(0, Map.of(), Map.of(), List.of());

    public Carry {
        jobs = Map.copyOf(jobs);
        credits = Map.copyOf(credits);
        held = List.copyOf(held);
    }
}
