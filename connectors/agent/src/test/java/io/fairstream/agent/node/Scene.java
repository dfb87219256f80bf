package io.fairstream.agent.node;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A synthetic node to be put together line by line; CPU times are in ms, memory in KiB. */
final class Scene {
    private final long atMillis;
    private int processors = 2;
    private CpuTime busy = CpuTime.NONE;
    private long stealMicros;
    private final Map<Integer, NodeProcess> processes = new HashMap<>();
    private final Set<Integer> missed = new HashSet<>();
    private final Map<Integer, Session> sessions = new TreeMap<>();
    private final Map<Long, JobGroup> jobs = new HashMap<>();

    private Scene(long atMillis) {
        this.atMillis = atMillis;
    }

    /** The node so many milliseconds after its start, which was in 1970. */
    static Scene at(long millis) {
        return new Scene(millis);
    }

    Scene processors(int count) {
        processors = count;
        return this;
    }

    Scene busy(long userMillis, long systemMillis, long stealMillis) {
        busy = millis(userMillis, systemMillis);
        stealMicros = stealMillis * 1000;
        return this;
    }

    /** It ended while processes were read. */
    Scene missed(int pid) {
        missed.add(pid);
        return this;
    }

    Scene session(int id, long user, long job) {
        sessions.put(id, new Session(id, user, job));
        return this;
    }

    Scene group(long job, long cpuMillis, long kib) {
        jobs.put(job, new JobGroup(millis(cpuMillis, 0), kib));
        return this;
    }

    /** A process without memory. */
    Scene process(int pid, long startMillis, int parent, int session, long selfMillis, long waitedMillis) {
        return process(pid, startMillis, parent, session, selfMillis, waitedMillis, Memory.NONE);
    }

    Scene process(
            int pid, long startMillis, int parent, int session, long selfMillis, long waitedMillis, Memory memory) {
        processes.put(
                pid,
                new NodeProcess(
                        pid,
                        startMillis / 10,
                        parent,
                        session,
                        1001,
                        millis(selfMillis, 0),
                        millis(waitedMillis, 0),
                        memory));
        if (session != 0) {
            sessions.putIfAbsent(session, new Session(session, 1001, 0));
        }
        return this;
    }

    static CpuTime millis(long user, long system) {
        return new CpuTime(user * 1000, system * 1000);
    }

    static Memory resident(long kib) {
        return new Memory(kib, 2 * kib, kib, kib, 2 * kib);
    }

    NodeState seen() {
        return new NodeState(
                atMillis,
                atMillis / 10,
                processors,
                busy,
                stealMicros,
                Map.copyOf(processes),
                Set.copyOf(missed),
                new TreeMap<>(sessions),
                Map.copyOf(jobs));
    }
}
