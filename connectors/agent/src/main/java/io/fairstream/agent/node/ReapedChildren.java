package io.fairstream.agent.node;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Assignment of processes that ended between two sightings to the processes that waited for them. A vanished process was waited for
 * by its nearest surviving ancestor, directly or through parents that vanished, too. The CPU time of the vanished process at its
 * last sighting is already charged; it is the ancestor's credit, to be subtracted from the ancestor's waited-for time:
 *
 * <pre>
 * credit(k) = SUM over v in A not in B whose nearest surviving ancestor is k of (self_A(v) + waited_A(v))
 * </pre>
 *
 * If a process was {@link NodeState#missed}, its ancestor may have been read before it waited for the process. The part of this
 * credit that exceeds the ancestor's new waited-for time is carried over to the next interval; if the ancestor vanishes meanwhile, to
 * its own ancestor. If the credit was subtracted from the time of other children, the next interval compensates for it.
 *
 * <p>A credit of the direct parent alone would count whole build trees twice. If the direct parent vanished, too, the process may
 * have outlived its parent, so that init waited for it. Then init gets the same credit, so that no time is counted twice.
 */
final class ReapedChildren {
    private static final int INIT = 1;
    private static final Estate EMPTY = new Estate();

    private final NodeState before;
    private final NodeState after;
    private final Map<Integer, CpuTime> carried;
    private final Map<Integer, Estate> estates = new HashMap<>();

    /** CPU time, sessions and jobs of the vanished descendants of one survivor. */
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

    ReapedChildren(NodeState before, NodeState after, Map<Integer, CpuTime> carried) {
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

    /** Returns true if the vanished process, or a vanished ancestor below the heir, ended while processes were read. */
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

    /** Returns true if the parent's pid was reused for the process that began the child, while processes were read. */
    private static boolean isBegunBy(@Nullable NodeProcess now, NodeProcess then, NodeProcess child) {
        return now != null && now.startTicks() > then.startTicks() && now.startTicks() <= child.startTicks();
    }

    /** Returns the CPU time of the survivor's descendants that is already charged. */
    CpuTime credit(NodeProcess survivor) {
        return estates.getOrDefault(survivor.pid(), EMPTY).credit;
    }

    /** Returns the part of the credit for which the survivor may not have waited yet when it was read. */
    CpuTime uncertain(NodeProcess survivor) {
        return estates.getOrDefault(survivor.pid(), EMPTY).uncertain;
    }

    /**
     * Returns the session to charge for the survivor's waited-for time beyond its credit: the session of its vanished
     * descendants, if they have one session or sessions of one job; without vanished descendants the survivor's own session. Null
     * if unknown, as for init without vanished descendants, because init waits for all orphans.
     */
    @Nullable
    Integer heir(NodeProcess survivor) {
        Estate estate = estates.getOrDefault(survivor.pid(), EMPTY);
        if (estate.sessions.isEmpty()) {
            return survivor.pid() == INIT ? null : Integer.valueOf(survivor.session());
        }
        boolean isOfOne = estate.sessions.size() == 1 || (estate.jobs.size() == 1 && !estate.jobs.contains(0L));
        return isOfOne ? estate.sessions.stream().min(Integer::compare).orElseThrow() : null;
    }
}
