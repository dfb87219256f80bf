package io.fairstream.sonar;

import io.fairstream.reading.Memory;
import io.fairstream.schemas.SessionDelta;
import io.fairstream.schemas.SessionKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Two samples of a node as one snapshot that balances:
 *
 * <pre>
 * IDLE     = processors × time - what the processors worked          0 or more
 * sessions = what the processes of each owner used
 * SYSTEM   = what the processors worked - sessions                   may be negative: both are told in whole seconds
 * </pre>
 *
 * <p>Sonar counts as work user, nice, system and interrupts; waiting for disks and stolen time are IDLE. It does not tell
 * user from system mode of processes, so all of it stands as user mode.
 *
 * <p>Of energy sonar tells what the GPUs of the node draw, which is the node's and not of single processes: the topology splits it.
 */
final class Snapshot {
    /**
     * Incarnation of all snapshots: sequences are times, so they increase over restarts of sonar, and the same samples
     * give the same snapshot.
     */
    private static final String INCARNATION = "sonar";

    private static final long MICROS = 1_000_000;
    private static final long SYSTEM = 0;
    private static final long IDLE = -1;

    private final Sample before;
    private final Sample after;
    private final long millis;
    private final Map<Owner, Long> used;
    private final List<SessionDelta> parts = new ArrayList<>();

    private Snapshot(Sample before, Sample after) {
        this.before = before;
        this.after = after;
        this.millis = Duration.between(before.time(), after.time()).toMillis();
        this.used = CpuUse.between(before, after);
    }

    /**
     * Returns the usage between the two samples.
     *
     * @param after later, and {@linkplain Sample#goesOnFrom continuing} from before
     */
    static List<SessionDelta> between(Sample before, Sample after) {
        Snapshot snapshot = new Snapshot(before, after);
        snapshot.addSessions();
        snapshot.addRest();
        return snapshot.parts;
    }

    private void addSessions() {
        Set<Long> taken = new HashSet<>(Set.of(SYSTEM, IDLE));
        used.forEach((owner, seconds) -> {
            long session = owner.job();
            while (!taken.add(session)) {
                session++;
            }
            addSession(owner, session, seconds);
        });
    }

    /** Adds a session. Memory and GPU use are assumed to change linearly between the samples. */
    private void addSession(Owner owner, long session, long seconds) {
        Memory earlier = Memory.of(before.of(owner));
        Memory later = Memory.of(after.of(owner));
        parts.add(part(session, SessionKind.PROCESSES, seconds * MICROS)
                .setJobId(owner.jobId())
                .setUser(owner.user())
                .setUserId(owner.userId())
                .setRealMemoryKiBSeconds(integral(earlier.residentKiB(), later.residentKiB()))
                .setVirtualMemoryKiBSeconds(integral(earlier.virtualKiB(), later.virtualKiB()))
                .setRealMemoryHighwaterKiB(Math.max(earlier.residentKiB(), later.residentKiB()))
                .setVirtualMemoryHighwaterKiB(Math.max(earlier.virtualKiB(), later.virtualKiB()))
                .setGpuTimeUsedMicros(Math.multiplyExact(
                                earlier.gpus().permille() + later.gpus().permille(), millis)
                        / 2)
                .setGpuMemoryKiBSeconds(
                        integral(earlier.gpus().memoryKiB(), later.gpus().memoryKiB()))
                .setGpuMemoryHighwaterKiB(
                        Math.max(earlier.gpus().memoryKiB(), later.gpus().memoryKiB()))
                .build());
    }

    private void addRest() {
        long capacity = Math.multiplyExact(millis * 1000, (long) after.processors());
        long worked = 0;
        for (int i = 0; i < after.processors(); i++) {
            long seconds =
                    after.processorSeconds().get(i) - before.processorSeconds().get(i);
            worked += Math.max(0, seconds) * MICROS;
        }
        long idle = Math.max(0, capacity - worked);
        long sessions = parts.stream().mapToLong(SessionDelta::getUserCpuMicros).sum();
        parts.add(part(SYSTEM, SessionKind.SYSTEM, capacity - idle - sessions).build());
        parts.add(part(IDLE, SessionKind.IDLE, idle).build());
    }

    private SessionDelta.Builder part(long session, SessionKind kind, long cpuMicros) {
        return SessionDelta.newBuilder()
                .setCluster(after.cluster())
                .setNode(after.node())
                .setIncarnation(INCARNATION)
                .setSequence(after.time().getEpochSecond())
                .setParts(used.size() + 2)
                .setSession(session)
                .setKind(kind)
                .setFrom(before.time())
                .setTo(after.time())
                .setUserCpuMicros(cpuMicros)
                .setNodeEnergyMillijoules(Math.multiplyExact(before.watts() + after.watts(), millis) / 2)
                .setNodeProcessors(after.processors());
    }

    private long integral(long earlierKiB, long laterKiB) {
        return Math.multiplyExact(earlierKiB + laterKiB, millis) / 2000;
    }

    private record Memory(long residentKiB, long virtualKiB, GpuSample gpus) {
        static Memory of(Map<String, ProcessSample> processes) {
            long resident = 0;
            long virtual = 0;
            GpuSample gpus = GpuSample.NONE;
            for (ProcessSample process : processes.values()) {
                resident += process.residentKiB();
                virtual += process.virtualKiB();
                gpus = gpus.plus(process.gpus());
            }
            return new Memory(resident, virtual, gpus);
        }
    }
}
