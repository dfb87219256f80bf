package io.fairstream.agent.node;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * CPU time reported for sessions and jobs in an interval, limited to the node's capacity. Processes are read after the node's
 * counters, on an overloaded node some seconds later, so that the measured time may exceed the capacity. The excess belongs to the next
 * interval and is held back proportionally.
 *
 * @param parts CPU time reported now
 * @param held CPU time for the next interval
 * @param isCut whether the excess is larger than the capacity of 10 intervals, and was cut to it; such an excess is not a delay of
 * reading
 */
record CpuCap(List<Segment> parts, List<Segment> held, boolean isCut) {
    private static final int MAX_INTERVALS = 10;

    CpuCap {
        parts = List.copyOf(parts);
        held = List.copyOf(held);
    }

    /**
     * Divides the measured CPU time and the CPU time held back before.
     *
     * @param capacity microseconds
     */
    static CpuCap of(List<Segment> measured, List<Segment> heldBefore, long capacity) {
        Map<Long, Segment> all = new LinkedHashMap<>();
        measured.forEach(part -> all.put(part.session(), part));
        heldBefore.forEach(part -> all.merge(part.session(), part, CpuCap::together));
        long total = micros(all.values());
        long most = MAX_INTERVALS * capacity;
        List<Segment> parts = new ArrayList<>();
        List<Segment> held = new ArrayList<>();
        for (Segment part : all.values()) {
            CpuTime now = total <= capacity ? part.cpu() : share(part.cpu(), capacity, total);
            CpuTime later = part.cpu().minus(now);
            parts.add(part.with(now));
            if (later.micros() > 0) {
                held.add(part.withNoMore(share(later, most, Math.max(most, total - capacity))));
            }
        }
        return new CpuCap(parts, held, total - capacity > most);
    }

    private static long micros(Iterable<Segment> parts) {
        long micros = 0;
        for (Segment part : parts) {
            micros = Math.addExact(micros, part.cpu().micros());
        }
        return micros;
    }

    private static CpuTime share(CpuTime cpu, long part, long whole) {
        return part == whole ? cpu : cpu.atMost((long) ((double) cpu.micros() * part / whole));
    }

    /** Adds time held back; if another user's session has the same number now, drops it, so that it belongs to SYSTEM. */
    private static Segment together(Segment now, Segment before) {
        return Objects.equals(now.user(), before.user()) ? now.with(now.cpu().plus(before.cpu())) : now;
    }
}
