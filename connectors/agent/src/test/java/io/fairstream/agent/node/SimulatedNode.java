package io.fairstream.agent.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/** A synthetic node whose processes fork, work, end and are waited for at random, as a kernel does it; it knows the truth. */
final class SimulatedNode {
    private static final int INIT = 1;
    private static final int MAX_LIVING = 20;

    private final Random random;
    private final boolean orphans;
    private final Map<Integer, Actor> actors = new TreeMap<>();
    private long millis = 1_000;
    private int lastPid = INIT;
    private CpuTime busy = CpuTime.NONE;
    private long tickMicros = 1;
    /** Pids come again soon. */
    private int pids = 40;

    private static final class Actor {
        private final int pid;
        private final long startMillis;
        private int parent;
        private int session;
        private CpuTime self = CpuTime.NONE;
        private CpuTime waited = CpuTime.NONE;

        private Actor(int pid, long startMillis, int parent, int session) {
            this.pid = pid;
            this.startMillis = startMillis;
            this.parent = parent;
            this.session = session;
        }
    }

    /** With {@code orphans} processes also begin sessions, die before their children, and are not waited for. */
    SimulatedNode(Random random, boolean orphans) {
        this.random = random;
        this.orphans = orphans;
        actors.put(INIT, new Actor(INIT, 0, 0, INIT));
        for (int i = 0; i < 3; i++) {
            fork(actors.get(INIT));
        }
    }

    /** Returns the work of all processes so far. */
    CpuTime busy() {
        return busy;
    }

    void step() {
        millis += random.nextInt(4) * 10L;
        List<Actor> living = new ArrayList<>(actors.values());
        Actor actor = living.get(random.nextInt(living.size()));
        int die = random.nextInt(10);
        if (die < 3) {
            fork(actor);
        } else if (die < 7) {
            CpuTime work = new CpuTime(random.nextInt(5_000), random.nextInt(2_000));
            actor.self = actor.self.plus(work);
            busy = busy.plus(work);
        } else if (actor.pid != INIT && (orphans || (actor.parent != INIT && isChildless(actor)))) {
            exit(actor);
        }
    }

    private boolean isChildless(Actor actor) {
        return actors.values().stream().noneMatch(other -> other.parent == actor.pid);
    }

    private void fork(Actor parent) {
        if (actors.size() < MAX_LIVING && !(parent.pid == INIT && millis > 1_000 && !orphans)) {
            do {
                lastPid = lastPid < pids ? lastPid + 1 : INIT + 1;
            } while (actors.containsKey(lastPid) || isSession(lastPid));
            boolean leads = parent.pid == INIT || (orphans && random.nextInt(6) == 0);
            actors.put(lastPid, new Actor(lastPid, millis, parent.pid, leads ? lastPid : parent.session));
        }
    }

    private boolean isSession(int pid) {
        return actors.values().stream().anyMatch(actor -> actor.session == pid);
    }

    private void exit(Actor actor) {
        actors.remove(actor.pid);
        for (Actor child : actors.values()) {
            child.parent = child.parent == actor.pid ? INIT : child.parent;
        }
        Actor parent = actors.get(actor.parent);
        if (parent != null && !(orphans && random.nextInt(4) == 0)) {
            parent.waited = parent.waited.plus(actor.self).plus(actor.waited);
        }
    }

    /** All at one instant. */
    NodeState seen() {
        return seen(Map.of(), 0);
    }

    /**
     * Seen while it goes on.
     *
     * @param earlier processes as they were seen before
     * @param steps at most as many before each process is read
     */
    NodeState seen(Map<Integer, NodeProcess> earlier, int steps) {
        millis += 10;
        long at = millis;
        CpuTime counted = busy;
        goOn(steps);
        ProcessScan scan = scan(earlier, steps);
        Map<Integer, Session> sessions = new TreeMap<>();
        for (NodeProcess process : scan.processes().values()) {
            sessions.put(process.session(), new Session(process.session(), 1001, 0));
        }
        return new NodeState(at, at / 10, 4, counted, 0, scan.processes(), scan.missed(), sessions, Map.of());
    }

    private ProcessScan scan(Map<Integer, NodeProcess> earlier, int steps) {
        return ProcessScan.of(new TreeSet<>(actors.keySet()), earlier, pid -> {
            goOn(steps);
            Actor actor = actors.get(pid);
            return actor == null ? null : seen(actor);
        });
    }

    private void goOn(int steps) {
        for (int i = steps == 0 ? 0 : random.nextInt(steps + 1); i > 0; i--) {
            step();
        }
    }

    private NodeProcess seen(Actor actor) {
        return new NodeProcess(
                actor.pid,
                actor.startMillis / 10,
                actor.parent,
                actor.session,
                1001,
                inTicks(actor.self),
                inTicks(actor.waited),
                Scene.resident(random.nextInt(1_000)));
    }

    /** As /proc shows it. */
    private CpuTime inTicks(CpuTime time) {
        return new CpuTime(
                time.userMicros() - time.userMicros() % tickMicros,
                time.systemMicros() - time.systemMicros() % tickMicros);
    }

    /** So that a pid is not given twice while processes are read once. */
    SimulatedNode withPids(int count) {
        pids = count;
        return this;
    }

    /** Cuts the visible times off at ticks of so many microseconds. */
    SimulatedNode showing(long micros) {
        tickMicros = micros;
        return this;
    }
}
