package io.fairstream.agent.node;

import java.util.Collections;
import java.util.Map;
import java.util.Set;

/**
 * State of a node at one instant.
 *
 * @param atMillis wall clock, milliseconds since 1970 UTC
 * @param uptimeTicks time since the node started, ticks
 * @param processors number of processors online
 * @param busy busy time since the node started: user mode includes nice, system mode includes interrupts
 * @param stealMicros time stolen by the hypervisor since the node started, microseconds
 * @param processes processes by pid, read one after the other, parents first
 * @param missed pids of processes that ended before they were read, see {@link ProcessScan}
 * @param sessions sessions by id, without the kernel's
 * @param jobs control groups of jobs, by job id
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
