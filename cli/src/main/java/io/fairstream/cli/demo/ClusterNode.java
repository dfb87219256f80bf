package io.fairstream.cli.demo;

import io.fairstream.client.InputTopic;
import io.fairstream.schemas.SessionDelta;
import io.fairstream.schemas.SessionKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A node of the demo's cluster: its running jobs, and the hourly snapshots of its agent. Mutable. */
final class ClusterNode {
    static final int PROCESSORS = 32;
    static final Duration INTERVAL = Duration.ofHours(1);

    private static final double MAX_SYSTEM = 0.004;
    private static final double WATTS = 110;
    private static final double WATTS_OF_A_PROCESSOR = 6;
    private static final double USER_MODE = 0.96;
    private static final long KIB_PER_MIB = 1024;
    private static final int LOGIN_SESSION = 70;

    private final String name;
    private final Random random;
    private final List<Placement> placements = new ArrayList<>();
    private int free = PROCESSORS;
    private Instant snapshot;
    private int incarnation = 1;
    private long sequence;
    private boolean isUp = true;

    /** A user who works on the node outside of its jobs; null for nobody. */
    @Nullable
    ClusterUser login;

    /** Part of a job that runs on this node. */
    private static final class Placement {
        final ClusterJob job;
        final Instant from;

        @Nullable
        Instant to;

        Placement(ClusterJob job, Instant from) {
            this.job = job;
            this.from = from;
        }

        /** Run time within an interval, in milliseconds. */
        long millis(Instant begin, Instant end) {
            Instant first = from.isAfter(begin) ? from : begin;
            Instant last = to != null && to.isBefore(end) ? to : end;
            return Math.max(0, Duration.between(first, last).toMillis());
        }
    }

    /** @param begin time at which its agent started */
    ClusterNode(String name, Instant begin, Random random) {
        this.name = name;
        this.random = random;
        snapshot = begin;
    }

    String name() {
        return name;
    }

    boolean isUp() {
        return isUp;
    }

    boolean hasRoom(int processors) {
        return isUp && free >= processors;
    }

    void place(ClusterJob job, Instant at) {
        free -= job.shape().processors();
        placements.add(new Placement(job, at));
    }

    void remove(ClusterJob job, Instant at) {
        for (Placement placement : placements) {
            if (placement.job == job && placement.to == null) {
                placement.to = at;
                free += job.shape().processors();
            }
        }
    }

    /** Jobs that run on the node now. */
    List<ClusterJob> running() {
        return placements.stream()
                .filter(placement -> placement.to == null)
                .map(placement -> placement.job)
                .toList();
    }

    /** Takes the node down, and loses usage that its agent has not reported yet. Its jobs must have been removed. */
    void goDown() {
        isUp = false;
        placements.clear();
    }

    /** Brings the node back with a new agent. */
    void comeBack(Instant at) {
        isUp = true;
        incarnation++;
        sequence = 0;
        snapshot = at;
    }

    /** Time of the agent's next snapshot. */
    Instant nextSnapshot() {
        return snapshot.plus(INTERVAL);
    }

    /** Takes the next snapshot: one part for each session, SYSTEM, and IDLE for the rest. */
    List<DemoEvent<?>> snapshot() {
        Instant from = snapshot;
        Instant to = nextSnapshot();
        snapshot = to;
        long capacity = PROCESSORS * INTERVAL.toMillis() * 1000;
        List<SessionDelta.Builder> parts = new ArrayList<>();
        long used = 0;
        running(from, to).forEach((job, millis) -> parts.add(session(job, millis)));
        if (login != null) {
            long cpu = (long) (capacity * 0.01 * random.nextDouble());
            parts.add(part(SessionKind.PROCESSES, LOGIN_SESSION, cpu)
                    .setUser(login.user())
                    .setUserId(login.userId()));
        }
        long system = (long) (capacity * MAX_SYSTEM * random.nextDouble());
        parts.add(part(SessionKind.SYSTEM, 0, 0).setUserCpuMicros(0).setSystemCpuMicros(system));
        for (SessionDelta.Builder part : parts) {
            used += part.getUserCpuMicros() + part.getSystemCpuMicros();
        }
        parts.add(part(SessionKind.IDLE, -1, 0).setUserCpuMicros(capacity - used));
        placements.removeIf(placement -> placement.to != null && !placement.to.isAfter(to));
        return events(parts, from, to, used);
    }

    /** Run times of jobs within an interval, in milliseconds. A requeued job may have run twice. */
    private Map<ClusterJob, Long> running(Instant from, Instant to) {
        Map<ClusterJob, Long> running = new LinkedHashMap<>();
        for (Placement placement : placements) {
            long millis = placement.millis(from, to);
            if (millis > 0) {
                running.merge(placement.job, millis, Long::sum);
            }
        }
        return running;
    }

    private SessionDelta.Builder session(ClusterJob job, long millis) {
        int processors = job.shape().processors();
        double efficiency = job.efficiency * Draws.between(0.97, 1, random);
        long memory = (long) (job.memory * processors * ClusterJob.MIB_PER_PROCESSOR * KIB_PER_MIB);
        long real = memory * millis / 1000;
        return part(SessionKind.PROCESSES, 100 + job.id, (long) (efficiency * processors * millis * 1000))
                .setJobId(job.id)
                .setUser(job.user.user())
                .setUserId(job.user.userId())
                .setRealMemoryKiBSeconds(real)
                .setVirtualMemoryKiBSeconds(2 * real)
                .setRealMemoryHighwaterKiB(memory)
                .setVirtualMemoryHighwaterKiB(2 * memory);
    }

    private SessionDelta.Builder part(SessionKind kind, long session, long cpuMicros) {
        long inUserMode = (long) (cpuMicros * USER_MODE);
        return SessionDelta.newBuilder()
                .setCluster(ClusterJob.CLUSTER)
                .setNode(name)
                .setIncarnation(name + "/" + incarnation)
                .setSequence(sequence)
                .setSession(session)
                .setKind(kind)
                .setUserCpuMicros(inUserMode)
                .setSystemCpuMicros(cpuMicros - inUserMode)
                .setNodeProcessors(PROCESSORS);
    }

    private List<DemoEvent<?>> events(List<SessionDelta.Builder> parts, Instant from, Instant to, long used) {
        double joules = WATTS * INTERVAL.toSeconds() + WATTS_OF_A_PROCESSOR * used / 1e6;
        List<DemoEvent<?>> events = new ArrayList<>();
        for (SessionDelta.Builder part : parts) {
            events.add(DemoEvent.of(
                    InputTopic.SESSION_DELTAS,
                    part.setFrom(from)
                            .setTo(to)
                            .setParts(parts.size())
                            .setNodeEnergyMillijoules(Math.round(joules * 1000))
                            .build()));
        }
        sequence++;
        return events;
    }
}
