package io.fairstream.agent.node;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Usage of each session between two sightings A and B. With {@code k} a process, pid and start:
 *
 * <pre>
 * delta(s) = SUM_{k in B of s} (self_B(k) - self_A(k), or self_B(k) if k is new)
 *          + SUM_{k in B, heir(k) = s} max(0, waited_B(k) - waited_A(k) - credit(k))
 * </pre>
 *
 * with {@link ReapedChildren credit and heir}. No usage is negative. A process that is older than A but was not seen in A, for example
 * because it was hidden, is a baseline: its usage is not charged, because it may be older than the interval. Time without an heir
 * belongs to no session, and therefore to SYSTEM.
 *
 * @param uses usage of each session, ordered by session number
 * @param clipped number of sessions whose usage exceeded the node's capacity and was cut
 * @param credits remaining credits for the next interval, by pid of the survivor
 */
record Deltas(List<SessionUse> uses, int clipped, Map<Integer, CpuTime> credits) {
    public Deltas {
        uses = List.copyOf(uses);
        credits = Map.copyOf(credits);
    }

    /** Computes the usage with the remaining credits of the previous interval. */
    public static Deltas between(NodeState before, NodeState after, Map<Integer, CpuTime> credits) {
        return new Measurement(before, after, credits).deltas();
    }

    /** Usage of one session. */
    private static final class Meter {
        private final Session session;
        private final MemoryMeter memory = new MemoryMeter();
        private CpuTime cpu = CpuTime.NONE;
        private int processes;

        private Meter(Session session) {
            this.session = session;
        }
    }

    private static final class Measurement {
        private final NodeState before;
        private final NodeState after;
        private final long millis;
        private final ReapedChildren reaped;
        private final Map<Integer, Meter> meters = new TreeMap<>();
        private final Map<Integer, CpuTime> credits = new HashMap<>();

        private Measurement(NodeState before, NodeState after, Map<Integer, CpuTime> carried) {
            this.before = before;
            this.after = after;
            this.millis = after.atMillis() - before.atMillis();
            this.reaped = new ReapedChildren(before, after, carried);
        }

        private Deltas deltas() {
            after.processes().values().forEach(this::seen);
            before.processes().values().forEach(this::gone);
            List<SessionUse> uses = new ArrayList<>();
            int clipped = 0;
            for (Meter meter : meters.values()) {
                CpuTime cpu = meter.cpu.atMost(limit(meter));
                clipped += cpu.equals(meter.cpu) ? 0 : 1;
                uses.add(meter.memory.use(meter.session, cpu));
            }
            return new Deltas(uses, clipped, credits);
        }

        /**
         * Returns the maximum CPU time of a session: all processors for twice the interval, because reading the processes may
         * take up to another interval; plus a tick for each process, for rounding at the earlier sighting.
         */
        private long limit(Meter meter) {
            return 2000L * after.processors() * millis + (meter.processes + 1L) * CpuTime.TICK_MICROS;
        }

        private void seen(NodeProcess process) {
            NodeProcess earlier = before.processes().get(process.pid());
            Meter meter = meter(process.session());
            if (earlier != null && process.is(earlier)) {
                used(meter, process.self().minus(earlier.self()));
                inherited(process, process.waited().minus(earlier.waited()));
                if (meter != null) {
                    meter.memory.stayed(earlier.memory(), process.memory(), millis);
                }
                return;
            }
            boolean isNew = before.isBefore(process);
            if (isNew) {
                used(meter, process.self());
                inherited(process, process.waited());
            }
            if (meter != null) {
                long age = Math.max(0, Math.min(millis, after.ageMillis(process)));
                meter.memory.came(process.memory(), isNew, age);
            }
        }

        private void inherited(NodeProcess survivor, CpuTime waited) {
            CpuTime owed = waited.minus(reaped.credit(survivor));
            if (owed.micros() < 0) {
                later(survivor, reaped.uncertain(survivor).atMost(-owed.micros()));
            }
            CpuTime further = owed.atLeastNone();
            Integer heir = reaped.heir(survivor);
            if (heir != null && further.micros() > 0) {
                used(heir == survivor.session() ? meter(heir) : meterOfBefore(heir), further);
            }
        }

        private void later(NodeProcess survivor, CpuTime credit) {
            if (credit.micros() > 0) {
                credits.put(survivor.pid(), credit);
            }
        }

        private void gone(NodeProcess process) {
            Meter meter = after.has(process) ? null : meterOfBefore(process.session());
            if (meter != null) {
                meter.processes++;
                meter.memory.went(process.memory(), millis);
            }
        }

        private void used(@Nullable Meter meter, CpuTime cpu) {
            if (meter != null) {
                meter.processes++;
                meter.cpu = meter.cpu.plus(cpu.atLeastNone());
            }
        }

        /** Returns the meter of an earlier session; null if its number has been reused. */
        private @Nullable Meter meterOfBefore(int id) {
            boolean isAnother = after.sessions().containsKey(id) && !before.hasSession(id, after);
            return isAnother ? null : meter(id);
        }

        /** Returns the meter of a session; null for the kernel's session. */
        private @Nullable Meter meter(int id) {
            Session session = after.sessions().get(id);
            if (session == null) {
                session = before.sessions().get(id);
            }
            if (session == null) {
                return null;
            }
            Session found = session;
            return meters.computeIfAbsent(id, number -> new Meter(found));
        }
    }
}
