package io.fairstream.agent.node;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Ended processes, and the processes that waited for them, between two sightings. A process that vanished was waited for by its
 * nearest surviving ancestor, directly or through parents that vanished with it; that much of the ancestor's waited-for time was
 * charged already when it was seen alive:
 *
 * <pre>
 * credit(k) = SUM over v in A not in B whose nearest surviving ancestor is k of (self_A(v) + waited_A(v))
 * </pre>
 *
 * Of a process that was {@link NodeState#missed} the ancestor may not have had the time yet when it was read. As much of its credit as
 * then finds nothing to be taken from is carried on to the next interval, by when the ancestor has it; if the ancestor itself vanishes
 * meanwhile, to that one's ancestor. If it takes from what other children left, these are made up for in the next interval.
 *
 * <p>Crediting the direct parent alone would count whole build trees twice. Where the direct parent vanished too, the process may have
 * outlived it and been waited for by init instead: it is credited there as well, so that in doubt nothing is counted twice.
 */
final class Inheritance {
    private static final int INIT = 1;
    private static final Estate NOTHING = new Estate();

    private final NodeState before;
    private final NodeState after;
    private final Map<Integer, CpuTime> carried;
    private final Map<Integer, Estate> estates = new HashMap<>();

    /** CPU time of the processes that vanished under one survivor. */
    private static final class Estate {
        private CpuTime credit = CpuTime.NONE;
        private CpuTime uncertain = CpuTime.NONE;
        private final Set<Integer> sessions = new HashSet<>();
        private final Set<Long> jobs = new HashSet<>();

        private void credit(CpuTime charged, boolean isUncertain) {
            credit = credit.plus(charged);
            uncertain = isUncertain ? uncertain.plus(charged) : uncertain;
        }
    }

    Inheritance(NodeState before, NodeState after, Map<Integer, CpuTime> carried) {
        this.before = before;
        this.after = after;
        this.carried = carried;
        for (NodeProcess process : before.processes().values()) {
            if (!after.has(process)) {
                bequeath(process);
            } else if (carried.containsKey(process.pid())) {
                estate(process.pid()).credit(carried.getOrDefault(process.pid(), CpuTime.NONE), false);
            }
        }
    }

    private void bequeath(NodeProcess vanished) {
        NodeProcess heir = nearestSurvivor(vanished);
        if (heir != null) {
            CpuTime charged = vanished.whole().plus(carried.getOrDefault(vanished.pid(), CpuTime.NONE));
            boolean isUncertain = isUncertain(vanished, heir);
            Estate estate = estate(heir.pid());
            estate.credit(charged, isUncertain);
            estate.sessions.add(vanished.session());
            Session session = before.sessions().get(vanished.session());
            estate.jobs.add(session == null ? 0 : session.jobId());
            if (heir.pid() != vanished.parent() && heir.pid() != INIT) {
                estate(INIT).credit(charged, isUncertain);
            }
        }
    }

    private Estate estate(int pid) {
        return estates.computeIfAbsent(pid, number -> new Estate());
    }

    /** Returns true if the vanished process, or one through which it was waited for, ended while processes were read. */
    private boolean isUncertain(NodeProcess vanished, NodeProcess heir) {
        NodeProcess each = vanished;
        for (int steps = before.processes().size(); each != null && !each.is(heir) && steps > 0; steps--) {
            NodeProcess successor = after.processes().get(each.pid());
            boolean isReplaced = successor != null && !each.is(successor) && after.isBefore(successor);
            if (isReplaced || after.missed().contains(each.pid())) {
                return true;
            }
            each = before.processes().get(each.parent());
        }
        return false;
    }

    private @Nullable NodeProcess nearestSurvivor(NodeProcess vanished) {
        NodeProcess child = vanished;
        for (int steps = before.processes().size(); steps > 0; steps--) {
            NodeProcess now = after.processes().get(child.parent());
            NodeProcess parent = before.processes().get(child.parent());
            if (parent == null || parent.is(now) || isBegunBy(now, parent, child)) {
                return now;
            }
            child = parent;
        }
        return null;
    }

    /** Returns true if the pid of the parent was reused, while processes were read, for the process that began the child. */
    private static boolean isBegunBy(@Nullable NodeProcess now, NodeProcess then, NodeProcess child) {
        return now != null && now.startTicks() > then.startTicks() && now.startTicks() <= child.startTicks();
    }

    /** Returns the part of the survivor's waited-for time that was charged already. */
    CpuTime credit(NodeProcess survivor) {
        return estates.getOrDefault(survivor.pid(), NOTHING).credit;
    }

    /** Returns the part of the survivor's credit that the survivor may not have had yet. */
    CpuTime uncertain(NodeProcess survivor) {
        return estates.getOrDefault(survivor.pid(), NOTHING).uncertain;
    }

    /**
     * Returns the session of a survivor's further waited-for time: that of what vanished under it, if this was one
     * session, or sessions of one job; its own if nothing did, unless it is the node's init, which waits for
     * everybody's orphans. Null if unknown.
     */
    @Nullable
    Integer heir(NodeProcess survivor) {
        Estate estate = estates.getOrDefault(survivor.pid(), NOTHING);
        if (estate.sessions.isEmpty()) {
            return survivor.pid() == INIT ? null : Integer.valueOf(survivor.session());
        }
        boolean isOfOne = estate.sessions.size() == 1 || (estate.jobs.size() == 1 && !estate.jobs.contains(0L));
        return isOfOne ? estate.sessions.stream().min(Integer::compare).orElseThrow() : null;
    }
}
