package io.fairstream.benchmarks;

import io.fairstream.rules.Amounts;
import io.fairstream.rules.Amounts.Quantity;
import io.fairstream.rules.session.SessionDelta;
import io.fairstream.rules.session.SessionDelta.SessionKind;
import io.fairstream.streams.avro.FastAvroWriter;
import io.fairstream.streams.session.SessionStage;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Snapshots of a cluster's nodes: each node takes one every 30 s, at an instant of its own, and the parts of a snapshot come
 * together.
 *
 * <p>A node has eight jobs, of 1, 2, 4 to 128 nodes, which last ten minutes; the fifth and seventh have one user, and so have
 * the sixth and eighth, so that there are six. One session in ten is of the last two users and of no job.
 */
final class SessionWorkload implements Workload<SessionDelta> {
    static final Duration INTERVAL = Duration.ofSeconds(30);
    static final String CLUSTER = "tux";

    private static final int MAX_NODES = 1_000_000;
    private static final int JOBS = 8;
    private static final int USERS = 500;
    private static final int SNAPSHOTS_OF_JOB = 20;
    private static final int PROCESSORS = 32;
    private static final long MILLIS = INTERVAL.toMillis();
    private static final long CAPACITY = PROCESSORS * MILLIS * 1000;

    private final Queue<SessionDelta> parts = new ArrayDeque<>();
    private final SplittableRandom random = new SplittableRandom(20_024);
    private final int nodes;
    private final int sessions;
    private final long start;
    private long snapshots;

    /**
     * @param nodes at most 1,000,000
     * @param sessions of a node, SYSTEM and IDLE not counted
     * @param start of the first interval, milliseconds since 1970
     */
    SessionWorkload(int nodes, int sessions, long start) {
        this.nodes = nodes;
        this.sessions = sessions;
        this.start = start;
    }

    /** Returns the number of parts of a snapshot of so many sessions. */
    static int parts(int sessions) {
        return sessions + 2;
    }

    @Override
    public FastAvroWriter<SessionDelta> format() {
        return SessionStage.SESSION_DELTA;
    }

    @Override
    public String key(SessionDelta delta) {
        return delta.key();
    }

    @Override
    public SessionDelta next() {
        if (parts.isEmpty()) {
            add(new Snapshot((int) (snapshots % nodes), snapshots / nodes));
            snapshots++;
        }
        return parts.remove();
    }

    /**
     * One of a node.
     *
     * @param sequence from 0
     */
    private record Snapshot(int node, long sequence) {}

    /** Whose session it is: of which job, or 0, and of which user, if of any. */
    private record Owner(
            SessionKind kind,
            long jobId,
            String user,
            @Nullable Long userId) {
        static final Owner SYSTEM = new Owner(SessionKind.SYSTEM, 0, "", null);
        static final Owner IDLE = new Owner(SessionKind.IDLE, 0, "", null);

        static Owner of(long jobId, int user) {
            return new Owner(SessionKind.PROCESSES, jobId, "user" + user, 1000L + user);
        }
    }

    private void add(Snapshot snapshot) {
        long left = CAPACITY;
        for (int session = 0; session < sessions; session++) {
            long cpu = random.nextLong(CAPACITY / sessions);
            addPart(snapshot, 1000 + session, owner(session, snapshot), cpu);
            left -= cpu;
        }
        long system = left / 50;
        addPart(snapshot, 0, Owner.SYSTEM, system);
        addPart(snapshot, -1, Owner.IDLE, left - system);
    }

    private static Owner owner(int session, Snapshot snapshot) {
        boolean isOfJob = session % 10 != 9;
        int job = isOfJob ? session % JOBS : JOBS - 1 - session / 10 % 2;
        return Owner.of(isOfJob ? jobId(job, snapshot) : 0, user(job, snapshot));
    }

    private void addPart(Snapshot snapshot, long session, Owner owner, long cpuMicros) {
        long from = start + snapshot.sequence() * MILLIS + MILLIS * snapshot.node() / nodes;
        long kernel = owner.kind() == SessionKind.IDLE ? 0 : cpuMicros / 20;
        long realKiB = owner.kind() == SessionKind.PROCESSES ? 4096 + random.nextLong(1 << 22) : 0;
        parts.add(new SessionDelta(
                CLUSTER,
                "n" + snapshot.node(),
                "6a9e0c1d/" + (1_772_438_400 + snapshot.node()),
                snapshot.sequence(),
                parts(sessions),
                session,
                owner.kind(),
                owner.jobId(),
                owner.userId(),
                owner.user(),
                from,
                from + MILLIS,
                cpuMicros - kernel,
                kernel,
                used(realKiB),
                PROCESSORS,
                0));
    }

    private static Amounts used(long realKiB) {
        return Amounts.of(Quantity.REAL_MEMORY, realKiB * INTERVAL.toSeconds())
                .with(Quantity.VIRTUAL_MEMORY, 2 * realKiB * INTERVAL.toSeconds())
                .with(Quantity.REAL_HIGHWATER, realKiB)
                .with(Quantity.VIRTUAL_HIGHWATER, 2 * realKiB);
    }

    /** The jobs of a kind take blocks of 2^kind nodes, one after the other. */
    private static long jobId(int job, Snapshot snapshot) {
        long block = snapshot.node() >> job;
        long generation = (snapshot.sequence() + block) / SNAPSHOTS_OF_JOB;
        return 1 + (generation * MAX_NODES + block) * JOBS + job;
    }

    private static int user(int job, Snapshot snapshot) {
        int kind = job < JOBS / 2 ? job : JOBS - 2 + job % 2;
        int block = snapshot.node() >> kind;
        return Math.floorMod((block * JOBS + kind) * 0x9E3779B1, USERS);
    }
}
