package io.fairstream.simulation.history;

import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.JobState;
import io.fairstream.schemas.SessionDelta;
import io.fairstream.schemas.SessionKind;
import io.fairstream.schemas.ShareKind;
import io.fairstream.schemas.ShareNode;
import io.fairstream.schemas.Topics;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Jobs of users in banks, what their sessions use on nodes whose agents are away at times, and who is owed which share. */
final class ClusterHistory {
    private static final String CLUSTER = "tux";
    private static final int PROCESSORS = 4;
    private static final long INTERVAL = 30;
    private static final List<String> PATHS = List.of(
            "root/physics/alice",
            "root/physics/bob",
            "root/biology/carol",
            "root/engineering/cfd/dave",
            "root/engineering/fem/dave");

    /** Some use nothing. */
    private static final List<String> DECIDED = Stream.concat(
                    PATHS.stream(), Stream.of("root/physics/eve", "root/biology/frank", "root/arts/grace"))
            .toList();

    private static final long HOT = 1_000_000;

    private final Records records;
    private final Random random;

    private ClusterHistory(Records records) {
        this.records = records;
        this.random = records.random();
    }

    static void addJobs(Records records, int jobs) {
        ClusterHistory history = new ClusterHistory(records);
        for (int job = 1; job <= jobs; job++) {
            long submitted = records.random().nextInt(20_000);
            history.addJob(job, submitted, PATHS.get(job % PATHS.size()));
            if (job % 4 == 0) {
                history.addJob(job, submitted + 200_000, PATHS.get(job % PATHS.size()));
            }
        }
    }

    /** Adds jobs of one user, with numbers above those of others. */
    static void addHot(Records records, int jobs) {
        ClusterHistory history = new ClusterHistory(records);
        for (int job = 1; job <= jobs; job++) {
            history.addJob(HOT + job, records.random().nextInt(100_000), PATHS.get(0));
        }
    }

    static void addShares(Records records, int decisions) {
        ClusterHistory history = new ClusterHistory(records);
        for (int i = 0; i < decisions; i++) {
            history.addShare(records.random().nextInt(40_000));
        }
    }

    static void addSessions(Records records, int nodes, int snapshots) {
        ClusterHistory history = new ClusterHistory(records);
        for (int node = 1; node <= nodes; node++) {
            history.addNode("n" + node, snapshots);
        }
    }

    private static long millis(long second) {
        return Records.START + second * 1000;
    }

    private void addJob(long jobId, long submitted, String path) {
        int processors = 1 + random.nextInt(16);
        boolean ends = jobId % 7 != 0;
        long now = submitted;
        addEvent(jobId, submitted, now, JobState.PENDING, path, processors);
        for (int piece = random.nextInt(3); piece >= 0; piece--) {
            now += 1 + random.nextInt(300);
            addEvent(jobId, submitted, now, JobState.RUNNING, path, processors);
            now += 1 + random.nextInt(4000);
            if (piece > 0 || ends) {
                addEvent(jobId, submitted, now, piece == 0 ? JobState.COMPLETE : JobState.SUSPENDED, path, processors);
            }
        }
    }

    private void addEvent(long jobId, long submitted, long second, JobState state, String path, int processors) {
        int slash = path.lastIndexOf('/');
        JobEvent event = JobEvent.newBuilder()
                .setCluster(CLUSTER)
                .setJobId(jobId)
                .setSubmitted(Instant.ofEpochMilli(millis(submitted)))
                .setAt(Instant.ofEpochMilli(millis(second)))
                .setState(state)
                .setUser(path.substring(slash + 1))
                .setUserId(1000L + path.charAt(slash + 1))
                .setGroups(List.of("users"))
                .setBank(path.substring(0, slash))
                .setProcessors(processors)
                .build();
        records.event(Topics.JOB_EVENTS, CLUSTER + "/" + jobId, event, millis(second));
    }

    private void addShare(long second) {
        String path = records.one(DECIDED);
        boolean isBank = random.nextInt(3) == 0;
        String decided = isBank ? path.substring(0, path.lastIndexOf('/')) : path;
        ShareNode node = random.nextInt(3) == 0
                ? null
                : new ShareNode(
                        decided,
                        isBank ? ShareKind.BANK : ShareKind.USER,
                        (double) (1 + random.nextInt(20)),
                        random.nextInt(10) > 0,
                        random.nextInt(8) == 0 && decided.indexOf('/') > 0);
        records.decision(Topics.SHARES, decided, node, millis(second));
    }

    private void addNode(String node, int snapshots) {
        int incarnation = 1;
        long sequence = 0;
        for (int i = 0; i < snapshots; i++) {
            if (random.nextInt(8) == 0) {
                if (random.nextBoolean()) {
                    incarnation++;
                    sequence = 0;
                }
                sequence++;
            } else {
                addSnapshot(node, "boot/" + incarnation, sequence++, 1000 + i * INTERVAL);
            }
        }
    }

    private void addSnapshot(String node, String incarnation, long sequence, long from) {
        int sessions = random.nextInt(3);
        long left = INTERVAL * PROCESSORS * 1_000_000;
        for (int session = 1; session <= sessions; session++) {
            long jobId = random.nextInt(3) == 0 ? 0 : 1L + random.nextInt(6);
            long cpu = random.nextInt(30_000_000);
            left -= cpu;
            addDelta(delta(node, incarnation, sequence, sessions + 2, from, SessionKind.PROCESSES, session, cpu)
                    .setJobId(jobId)
                    .setUser("bob")
                    .setUserId(1001L)
                    .setRealMemoryKiBSeconds(cpu / 1000)
                    .setRealMemoryHighwaterKiB(cpu / 500)
                    .setEnergyMillijoules(cpu / 11)
                    .build());
        }
        long system = random.nextInt(2_000_000) - 500_000L;
        addDelta(delta(node, incarnation, sequence, sessions + 2, from, SessionKind.SYSTEM, 0, system)
                .build());
        addDelta(delta(node, incarnation, sequence, sessions + 2, from, SessionKind.IDLE, -1, left - system)
                .build());
    }

    private void addDelta(SessionDelta delta) {
        String key = CLUSTER + "/" + delta.getNode();
        records.event(Topics.SESSION_DELTAS, key, delta, delta.getTo().toEpochMilli());
    }

    private static SessionDelta.Builder delta(
            String node,
            String incarnation,
            long sequence,
            int parts,
            long from,
            SessionKind kind,
            long session,
            long cpu) {
        return SessionDelta.newBuilder()
                .setCluster(CLUSTER)
                .setNode(node)
                .setIncarnation(incarnation)
                .setSequence(sequence)
                .setParts(parts)
                .setSession(session)
                .setKind(kind)
                .setFrom(Instant.ofEpochMilli(millis(from)))
                .setTo(Instant.ofEpochMilli(millis(from + INTERVAL)))
                .setUserCpuMicros(cpu)
                .setNodeProcessors(PROCESSORS);
    }
}
