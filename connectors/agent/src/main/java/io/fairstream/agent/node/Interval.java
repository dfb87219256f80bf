package io.fairstream.agent.node;

import java.util.ArrayList;
import java.util.List;

/**
 * Division of the time of a node's processors between two sightings. The sum of the parts is exactly
 * {@code processors x elapsed}, in microseconds.
 *
 * <pre>
 * IDLE   = max(0, capacity - busy - steal + carry), where carry is the part cut off at 0 in the previous interval
 * SYSTEM = capacity - IDLE - sessions
 * </pre>
 *
 * IDLE is computed from busy and stolen time, because the sum of the kernel's idle counter and the other counters is not the
 * elapsed time. SYSTEM is the time that belongs to no session, including kernel and stolen time; it is negative if time of another
 * interval was measured in this one.
 *
 * @param before begin of the interval
 * @param after end of the interval
 * @param parts sessions, additional usage of control groups, SYSTEM and IDLE
 * @param carry for the next interval
 * @param clipped number of times that usage was cut because it exceeded every plausible amount
 */
public record Interval(NodeState before, NodeState after, List<Segment> parts, CpuRemainder carry, int clipped) {
    public Interval {
        parts = List.copyOf(parts);
    }

    public static Interval between(NodeState before, NodeState after, CpuRemainder carry) {
        Deltas deltas = Deltas.between(before, after, carry.credits());
        GroupRemainder groups = new GroupRemainder(before, after, deltas, carry.jobs());
        List<Segment> measured = new ArrayList<>();
        deltas.uses().forEach(use -> measured.add(Segment.of(use)));
        measured.addAll(groups.parts());
        long capacity = Math.multiplyExact(after.processors() * 1000L, after.atMillis() - before.atMillis());
        CpuCap cap = CpuCap.of(measured, carry.held(), capacity);
        List<Segment> parts = new ArrayList<>(cap.parts());
        CpuTime explained = parts.stream().map(Segment::cpu).reduce(CpuTime.NONE, CpuTime::plus);

        CpuTime busy = after.busy().minus(before.busy());
        long steal = after.stealMicros() - before.stealMicros();
        long carried = after.processors() == before.processors() ? carry.idleMicros() : 0;
        long owed = capacity - busy.micros() - steal + carried;
        long idle = Math.min(capacity, Math.max(0, owed));
        long systemUser = busy.userMicros() - explained.userMicros();
        parts.add(Segment.system(new CpuTime(systemUser, capacity - idle - explained.micros() - systemUser)));
        parts.add(Segment.idle(idle));
        CpuRemainder next =
                new CpuRemainder(Math.max(-capacity, Math.min(0, owed)), groups.carry(), deltas.credits(), cap.held());
        return new Interval(before, after, parts, next, deltas.clipped() + (cap.isCut() ? 1 : 0));
    }
}
