package io.fairstream.agent.node;

import java.util.Collections;
import java.util.Map;
import java.util.Set;

/**
 * A node as it was seen at one instant.
 *
 * @param atMillis wall clock, milliseconds since 1970 UTC
 * @param uptimeTicks time since the node started, ticks
 * @param processors how many are online
 * @param busy since the node started: user and nice; system and interrupts
 * @param stealMicros since the node started, what the hypervisor took, microseconds
 * @param processes by pid, read one after the other, parents first
 * @param missed pids of those that ended before it was their turn, see {@link ProcessScan}
 * @param sessions by id; without the kernel's
 * @param jobs by job id, those that have a control group of their own
 */
public record NodeState(
        long atMillis,
        long uptimeTicks,
        int processors,
        CpuTime busy,
        long stealMicros,
        Map<Integer, NodeProcess> processes,
        Set<Integer> missed,
        Map<Integer, Session> sessions,
        Map<Long, JobGroup> jobs) {

    private static final int MILLIS_OF_TICK = 10;

    public NodeState {
        processes = Collections.unmodifiableMap(processes);
        missed = Collections.unmodifiableSet(missed);
        sessions = Collections.unmodifiableMap(sessions);
        jobs = Collections.unmodifiableMap(jobs);
    }

    /** Returns the time since the node started, milliseconds. */
    public long uptimeMillis() {
        return uptimeTicks * MILLIS_OF_TICK;
    }

    /** Returns the age of a process, milliseconds. */
    long ageMillis(NodeProcess process) {
        return (uptimeTicks - process.startTicks()) * MILLIS_OF_TICK;
    }

    /** Returns true if the process began after this state. */
    boolean isBefore(NodeProcess process) {
        return process.startTicks() >= uptimeTicks;
    }

    boolean has(NodeProcess process) {
        return process.is(processes.get(process.pid()));
    }

    /**
     * Returns true if a session of a later sighting already existed in this state. A session's number is the pid of the
     * process that began it, and may be reused when all its processes are gone.
     */
    public boolean hasSession(int session, NodeState later) {
        NodeProcess leader = later.processes.get(session);
        return sessions.containsKey(session) && (leader == null || !isBefore(leader));
    }
}
