package io.fairstream.agent.node;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who was waited for by whom between two sightings. A process that vanished was waited for by its nearest surviving ancestor, directly
 * or through parents that vanished with it; that much of the ancestor's waited-for time was charged already when it was seen alive:
 *
 * <pre>
 * credit(k) = SUM over v in A not in B whose nearest surviving ancestor is k of (self_A(v) + waited_A(v))
 * </pre>
 *
 * Crediting the direct parent alone would count whole build trees twice. Where the direct parent vanished too, the process may have
 * outlived it and been waited for by init instead: it is credited there as well, so that in doubt nothing is counted twice.
 */
final class Inheritance {
    private static final int INIT = 1;
    private static final Estate NOTHING = new Estate();

    private final NodeState before;
    private final NodeState after;
    private final Map<Integer, Estate> estates = new HashMap<>();

    /** What the processes left that vanished under one survivor. */
    private static final class Estate {
        private CpuTime credit = CpuTime.NONE;
        private final Set<Integer> sessions = new HashSet<>();
        private final Set<Long> jobs = new HashSet<>();
    }

    Inheritance(NodeState before, NodeState after) {
        this.before = before;
        this.after = after;
        for (NodeProcess process : before.processes().values()) {
            if (!after.has(process)) {
                bequeath(process);
            }
        }
    }

    private void bequeath(NodeProcess vanished) {
        NodeProcess heir = nearestSurvivor(vanished);
        if (heir != null) {
            Estate estate = estates.computeIfAbsent(heir.pid(), pid -> new Estate());
            estate.credit = estate.credit.plus(vanished.whole());
            estate.sessions.add(vanished.session());
            Session session = before.sessions().get(vanished.session());
            estate.jobs.add(session == null ? 0 : session.jobId());
            if (heir.pid() != vanished.parent()) {
                Estate ofOrphans = estates.computeIfAbsent(INIT, pid -> new Estate());
                ofOrphans.credit = ofOrphans.credit.plus(heir.pid() == INIT ? CpuTime.NONE : vanished.whole());
            }
        }
    }

    private @Nullable NodeProcess nearestSurvivor(NodeProcess vanished) {
        NodeProcess ancestor = vanished;
        for (int steps = before.processes().size(); steps > 0; steps--) {
            ancestor = before.processes().get(ancestor.parent());
            if (ancestor == null || after.has(ancestor)) {
                return ancestor;
            }
        }
        return null;
    }

    /** How much of the survivor's waited-for time was charged already. */
    CpuTime credit(NodeProcess survivor) {
        return estates.getOrDefault(survivor.pid(), NOTHING).credit;
    }

    /**
     * The session to which a survivor's further waited-for time belongs: that of what vanished under it, if this was one session, or
     * sessions of one job; its own if nothing did, unless it is the node's init, which waits for everybody's orphans. Null if nobody
     * can tell.
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
