package io.fairstream.agent.node;

import org.jspecify.annotations.Nullable;

/**
 * A sighting of a process. Pids are reused; pid and start together identify a process.
 *
 * @param pid process id
 * @param startTicks its start, ticks since the node started
 * @param parent pid of the parent
 * @param session session id; 0 for the kernel's own
 * @param user number of its real user
 * @param self its own CPU time, all threads
 * @param waited CPU time of waited-for children, including that of their own waited-for children
 * @param memory its memory
 */
public record NodeProcess(
        int pid, long startTicks, int parent, int session, long user, CpuTime self, CpuTime waited, Memory memory) {

    boolean is(@Nullable NodeProcess other) {
        return other != null && pid == other.pid && startTicks == other.startTicks;
    }

    /** Returns its own CPU time and that of waited-for children. */
    CpuTime whole() {
        return self.plus(waited);
    }
}
