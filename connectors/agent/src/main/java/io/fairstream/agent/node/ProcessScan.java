package io.fairstream.agent.node;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One pass over all processes, which continue to run meanwhile. Parents are read before their children. Therefore a parent has not
 * yet waited for a child that is read later, and no CPU time is counted twice, as the child's own and as the parent's waited-for
 * time. If a process ends before it is read, it is unknown whether its parent had already waited for it: it is {@link #missed}.
 */
public final class ProcessScan {
    private final Set<Integer> listed;
    private final Map<Integer, NodeProcess> earlier;
    private final Map<Integer, NodeProcess> processes = new HashMap<>();
    private final Set<Integer> entered = new HashSet<>();
    private final Set<Integer> missed = new HashSet<>();

    /** Reads the current state of a process. */
    @FunctionalInterface
    public interface Reader<E extends Exception> {
        /** Returns null if there is none. */
        @Nullable
        NodeProcess read(int pid) throws E;
    }

    private ProcessScan(Set<Integer> listed, Map<Integer, NodeProcess> earlier) {
        this.listed = listed;
        this.earlier = earlier;
    }

    /**
     * Reads all processes.
     *
     * @param listed pids of the processes, listed just before
     * @param earlier processes at the previous sighting, which contain most parents
     */
    public static <E extends Exception> ProcessScan of(
            Set<Integer> listed, Map<Integer, NodeProcess> earlier, Reader<E> reader) throws E {
        ProcessScan scan = new ProcessScan(listed, earlier);
        for (int pid : listed) {
            if (scan.entered.add(pid)) {
                scan.read(pid, reader);
            }
        }
        return scan;
    }

    private <E extends Exception> void read(int pid, Reader<E> reader) throws E {
        Deque<Integer> line = new ArrayDeque<>();
        enter(pid, line);
        while (!line.isEmpty()) {
            int next = line.peek();
            NodeProcess process = reader.read(next);
            if (process != null && process.parent() > 0 && entered.add(process.parent())) {
                enter(process.parent(), line);
                continue; // reads the parent first, then this process
            }
            line.pop();
            if (process == null) {
                if (listed.contains(next)) {
                    missed.add(next);
                }
            } else {
                processes.put(next, process);
            }
        }
    }

    /** Adds a process after its ancestors of the previous sighting. */
    private void enter(int pid, Deque<Integer> line) {
        line.push(pid);
        NodeProcess known = earlier.get(pid);
        while (known != null && known.parent() > 0 && entered.add(known.parent())) {
            line.push(known.parent());
            known = earlier.get(known.parent());
        }
    }

    /** Returns the processes by pid. */
    public Map<Integer, NodeProcess> processes() {
        return processes;
    }

    /** Returns the pids of processes that ended before they were read. */
    public Set<Integer> missed() {
        return missed;
    }
}
