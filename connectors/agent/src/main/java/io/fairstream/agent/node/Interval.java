package io.fairstream.agent.node;

import java.util.ArrayList;
import java.util.List;

/**
 * Division of the time of a node's processors between two sightings; the parts add up to {@code processors x elapsed} to the microsecond.
 *
 * <pre>
 * IDLE   = max(0, capacity - busy - steal + carry), the carry being what was below 0
 * SYSTEM = capacity - IDLE - sessions
 * </pre>
 *
 * Idle is what neither ran nor was stolen: the kernel's own idle counter does not add up with the others. SYSTEM is what no session
 * explains, kernel and stolen time included; it is below 0 by as much as measurement put into the wrong interval.
 *
 * @param before its begin
 * @param after its end
 * @param parts sessions, what control groups add, SYSTEM and IDLE
 * @param carry for the next interval
 * @param clipped how often more seemed to be used than any reading explains, and was cut
 */
public record Interval(NodeState before, NodeState after, List<Segment> parts, Carry carry, int clipped) {
    public Interval {
        parts = List.copyOf(parts);
    }

    public static Interval between(NodeState before, NodeState after, Carry carry) {
        Deltas deltas = Deltas.between(before, after, carry.credits());
        GroupRemainder groups = new GroupRemainder(before, after, deltas, carry.jobs());
        List<Segment> measured = new ArrayList<>();
        deltas.uses().forEach(use -> measured.add(Segment.of(use)));
        measured.addAll(groups.parts());
        long capacity = Math.multiplyExact(after.processors() * 1000L, after.atMillis() - before.atMillis());
        Allotment allotment = Allotment.of(measured, carry.held(), capacity);
        List<Segment> parts = new ArrayList<>(allotment.parts());
        CpuTime explained = parts.stream().map(Segment::cpu).reduce(CpuTime.NONE, CpuTime::plus);

        CpuTime busy = after.busy().minus(before.busy());
        long steal = after.stealMicros() - before.stealMicros();
        long carried = after.processors() == before.processors() ? carry.idleMicros() : 0;
        long owed = capacity - busy.micros() - steal + carried;
        long idle = Math.min(capacity, Math.max(0, owed));
        long systemUser = busy.userMicros() - explained.userMicros();
        parts.add(Segment.system(new CpuTime(systemUser, capacity - idle - explained.micros() - systemUser)));
        parts.add(Segment.idle(idle));
        Carry next =
                new Carry(Math.max(-capacity, Math.min(0, owed)), groups.carry(), deltas.credits(), allotment.held());
        return new Interval(before, after, parts, next, deltas.clipped() + (allotment.isCut() ? 1 : 0));
    }
}
