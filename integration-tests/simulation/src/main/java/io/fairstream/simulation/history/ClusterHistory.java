package io.fairstream.simulation.history;

import io.fairstream.schemas.Allocation;
import io.fairstream.schemas.AllocationUnit;
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
import org.jspecify.annotations.Nullable;

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

    /** An account of a job's number tells so many intervals of sessions from each other, if they do not touch. */
    private static final int FEW_SNAPSHOTS = 8;

    private static final long HOT = 1_000_000;

    /** Users of another root, and users on the level of a bank. */
    private static final List<String> ELSEWHERE = List.of("lab/optics/zoe", "lab/yann", "root/xenia");

    /** Users whose number not every event says, or on which events differ. */
    private static final List<String> NUMBERED = List.of("root/physics/erin", "root/biology/fred");

    private static final long NUMBERED_JOBS = 500;
    private static final long NUMBER_USED_AGAIN = 600;
    private static final long TOGETHER = 800;
    private static final long NO_JOB = -1;
    private static final long DAY = 86_400;
    private static final long LAST = (Histories.CLOSING - Records.START) / 1000;

    private final Records records;
    private final Random random;

    /** The job of the sessions; 0 for any, {@link #NO_JOB} for none. */
    private long jobOfSessions;

    /** Some say what the node consumed. */
    private boolean isMetered;

    private int processors = PROCESSORS;
    private List<String> users = List.of("bob");

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

    /** Adds allocations of banks and of users in them, some again with another amount or start. */
    static void addBudgets(Records records, int decisions) {
        Random random = records.random();
        for (int i = 0; i < decisions; i++) {
            String user = records.one(PATHS);
            String target = "/" + (random.nextBoolean() ? user : user.substring(0, user.lastIndexOf('/')));
            long at = Records.START + random.nextInt((int) (20 * DAY)) * 1000L;
            Allocation.Builder given = Allocation.newBuilder()
                    .setTarget(target)
                    .setProject("")
                    .setInitialBalance(1e4 * random.nextInt(60))
                    .setStart(Instant.ofEpochMilli(Records.START + (random.nextInt(4) - 1) * DAY * 1000))
                    .setThresholds(List.of(10, 50, 100));
            if (random.nextBoolean()) {
                given.setAccrual(1e4 * random.nextInt(20))
                        .setInterval((double) DAY * (1 + random.nextInt(3)))
                        .setCarryOver(random.nextInt(3) / 2.0)
                        .setUnit(records.one(List.of(AllocationUnit.CPU, AllocationUnit.GPU, AllocationUnit.NODE)));
            }
            boolean isWithdrawn = random.nextInt(6) == 0;
            records.decision(Topics.ALLOCATIONS, target, isWithdrawn ? null : given.build(), at);
        }
    }

    static void addSessions(Records records, int nodes, int snapshots) {
        ClusterHistory history = new ClusterHistory(records);
        for (int node = 1; node <= nodes; node++) {
            history.addNode("n" + node, snapshots);
        }
    }

    /** Adds jobs with events that lack the user's number, and a few with another number. */
    static void addNumberedJobs(Records records, int jobs) {
        ClusterHistory history = new ClusterHistory(records);
        for (int job = 1; job <= jobs; job++) {
            history.addNumberedJob(NUMBERED_JOBS + job, records.random().nextInt(20_000), records.one(NUMBERED));
        }
    }

    /** Adds a number of jobs that is used again, and sessions about then, on a node that measures what it consumes. */
    static void addNumberUsedAgain(Records records) {
        ClusterHistory history = new ClusterHistory(records);
        Random random = records.random();
        history.addShortJob(700 + random.nextInt(200));
        int again = 2 + random.nextInt(FEW_SNAPSHOTS - 2);
        history.addShortJob(1000 + again * INTERVAL + 1 + random.nextInt((int) INTERVAL - 1));
        history.isMetered = true;
        for (int i = 0; i < FEW_SNAPSHOTS; i++) {
            history.jobOfSessions = i == again - 1 ? NO_JOB : NUMBER_USED_AGAIN;
            history.addSnapshot("m1", "boot/1", i, 1000 + i * INTERVAL);
        }
    }

    /** Adds a node whose last snapshots lack a part, one of them with another part twice, and a node that goes on for long. */
    static void addSilentNode(Records records, int snapshots) {
        ClusterHistory history = new ClusterHistory(records);
        Random random = records.random();
        history.addNode("s1", snapshots);
        history.addDelta(history.delta("s1", "boot/9", 1, 2, 10 * DAY, SessionKind.SYSTEM, 0, 0)
                .build());
        for (long cpu = 1; cpu <= 2; cpu++) {
            history.addDelta(history.delta("s1", "boot/9", 2, 2, 10 * DAY + INTERVAL, SessionKind.SYSTEM, 0, cpu)
                    .build());
        }
        for (int i = 0; i < snapshots; i++) {
            history.addSnapshot("s2", "boot/1", i, 12 * DAY + i * 5000L + random.nextInt(4000));
        }
        long capacity = INTERVAL * PROCESSORS * 1_000_000;
        SessionDelta idle = history.delta("s2", "boot/1", snapshots, 1, LAST - INTERVAL, SessionKind.IDLE, -1, capacity)
                .build();
        records.decision(Topics.SESSION_DELTAS, CLUSTER + "/s2", idle, Histories.CLOSING);
    }

    /** Adds jobs of two numbers, each submitted about when the last one ends, and sessions that end at a submission. */
    static void addJobsTogether(Records records, int jobs) {
        ClusterHistory history = new ClusterHistory(records);
        for (int number = 0; number < 2; number++) {
            long submitted = 1000;
            long last = submitted;
            for (int job = 0; job < jobs; job++) {
                submitted =
                        Math.max(submitted, last + INTERVAL * (records.random().nextInt(3) - 2)) + INTERVAL;
                String path = records.one(records.random().nextInt(4) == 0 ? ELSEWHERE : PATHS);
                last = history.addJobTogether(TOGETHER + number, submitted, Math.max(submitted, last), path);
            }
        }
        history.users = List.of("bob", "alice");
        for (int i = 0; i < 2 * FEW_SNAPSHOTS; i++) {
            history.jobOfSessions = i % 2 == 0 ? TOGETHER : NO_JOB;
            history.addSnapshot("t1", "boot/1", i, 1000 + i * INTERVAL);
        }
    }

    /**
     * May end while it is suspended, or not at all.
     *
     * @param from from when on it may be seen
     * @return when it is seen last
     */
    private long addJobTogether(long jobId, long submitted, long from, String path) {
        long now = from;
        if (submitted == from && random.nextBoolean()) {
            addEvent(jobId, submitted, submitted, JobState.PENDING, path, 1);
        }
        JobState state = JobState.PENDING;
        for (int i = random.nextInt(4); i >= 0 && state != JobState.COMPLETE; i--) {
            now += INTERVAL * (1 + random.nextInt(2));
            state = records.one(List.of(JobState.RUNNING, JobState.SUSPENDED, JobState.COMPLETE));
            addEvent(jobId, submitted, now, state, path, 1);
        }
        return now;
    }

    /** Adds a node that gets or loses processors, and is down between some snapshots. */
    static void addNodeTogether(Records records, int snapshots) {
        ClusterHistory history = new ClusterHistory(records);
        long sequence = 0;
        for (int i = 0; i < snapshots; i++) {
            history.processors = records.random().nextInt(4) == 0 ? 2 * PROCESSORS : history.processors;
            history.processors = records.random().nextInt(4) == 0 ? PROCESSORS : history.processors;
            if (records.random().nextInt(4) > 0) {
                history.addSnapshot("t2", "boot/1", sequence++, 1000 + i * INTERVAL);
            }
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

    /** Says a number only while it runs: what a later event corrects may have been said before. */
    private void addNumberedJob(long jobId, long submitted, String path) {
        long number = random.nextInt(6) == 0 ? 2002 : 2001;
        int processors = 1 + random.nextInt(16);
        long now = submitted + 1;
        addEvent(jobId, submitted, now, JobState.PENDING, path, processors, null);
        for (int i = random.nextInt(6); i >= 0; i--) {
            now += 1 + random.nextInt(1000);
            JobState state = random.nextInt(4) == 0 ? JobState.SUSPENDED : JobState.RUNNING;
            boolean isSaid = state == JobState.RUNNING && random.nextBoolean();
            number += random.nextInt(20) == 0 ? 1 : 0;
            addEvent(jobId, submitted, now, state, path, processors, isSaid ? (Long) number : null);
        }
        if (random.nextBoolean()) {
            addEvent(jobId, submitted, now + 1, JobState.COMPLETE, path, processors, null);
        }
    }

    private void addShortJob(long submitted) {
        String path = records.one(PATHS);
        addEvent(NUMBER_USED_AGAIN, submitted, submitted, JobState.PENDING, path, 1);
        addEvent(NUMBER_USED_AGAIN, submitted, submitted + 1, JobState.RUNNING, path, 1);
        addEvent(NUMBER_USED_AGAIN, submitted, submitted + 2, JobState.COMPLETE, path, 1);
    }

    private void addEvent(long jobId, long submitted, long second, JobState state, String path, int processors) {
        long userId = 1000L + path.charAt(path.lastIndexOf('/') + 1);
        addEvent(jobId, submitted, second, state, path, processors, userId);
    }

    private void addEvent(
            long jobId,
            long submitted,
            long second,
            JobState state,
            String path,
            int processors,
            @Nullable Long userId) {
        int slash = path.lastIndexOf('/');
        JobEvent event = JobEvent.newBuilder()
                .setCluster(CLUSTER)
                .setJobId(jobId)
                .setSubmitted(Instant.ofEpochMilli(millis(submitted)))
                .setAt(Instant.ofEpochMilli(millis(second)))
                .setState(state)
                .setUser(path.substring(slash + 1))
                .setUserId(userId)
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
        long energy = isMetered ? random.nextInt(3) * 333_333L : 0;
        long left = INTERVAL * processors * 1_000_000;
        for (int session = 1; session <= sessions; session++) {
            long jobId = random.nextInt(3) == 0 || jobOfSessions == NO_JOB
                    ? 0
                    : jobOfSessions > 0 ? jobOfSessions : 1L + random.nextInt(6);
            long cpu = random.nextInt(30_000_000);
            left -= cpu;
            addDelta(delta(node, incarnation, sequence, sessions + 2, from, SessionKind.PROCESSES, session, cpu)
                    .setJobId(jobId)
                    .setUser(records.one(users))
                    .setUserId(1001L)
                    .setRealMemoryKiBSeconds(cpu / 1000)
                    .setRealMemoryHighwaterKiB(cpu / 500)
                    .setEnergyMillijoules(cpu / 11)
                    .setNodeEnergyMillijoules(energy)
                    .build());
        }
        long system = random.nextInt(2_000_000) - 500_000L;
        addDelta(delta(node, incarnation, sequence, sessions + 2, from, SessionKind.SYSTEM, 0, system)
                .setNodeEnergyMillijoules(energy)
                .build());
        addDelta(delta(node, incarnation, sequence, sessions + 2, from, SessionKind.IDLE, -1, left - system)
                .setNodeEnergyMillijoules(energy)
                .build());
    }

    private void addDelta(SessionDelta delta) {
        String key = CLUSTER + "/" + delta.getNode();
        records.event(Topics.SESSION_DELTAS, key, delta, delta.getTo().toEpochMilli());
    }

    private SessionDelta.Builder delta(
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
                .setNodeProcessors(processors);
    }
}
