package io.fairstream.it.harness;

import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.JobState;
import io.fairstream.schemas.SessionDelta;
import io.fairstream.schemas.SessionKind;
import io.fairstream.schemas.Topics;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Some hours of a small cluster: jobs, some of which share a number or never end, and what their sessions use on nodes whose agents
 * are away at times. Beside the records stands, in plain sums, what must be accounted.
 */
public final class ClusterHistory {
    static final Instant START = Instant.parse("2026-03-02T08:00:00Z");
    /** An instant after all of it, up to which what was allocated counts. */
    public static final Instant END = START.plusSeconds(36_000);

    static final String CLUSTER = "tux";
    private static final int PROCESSORS = 4;
    private static final int INTERVAL = 30;
    private static final int SNAPSHOTS = 60;
    private static final String[] USERS = {"alice", "bob", "carol"};

    private final Random random;
    private final List<Object> records = new ArrayList<>();

    /** CPU time by key of the row, microseconds. */
    public final Map<String, Long> allocated = new TreeMap<>();

    public final Map<String, Long> used = new TreeMap<>();
    public final Map<String, Long> usersAllocated = new TreeMap<>();
    public final Map<String, Long> usersUsed = new TreeMap<>();
    public final Map<String, Long> down = new TreeMap<>();

    /**
     * Makes it.
     *
     * @param jobs numbers of jobs, of which some have two
     * @param nodes with an agent each
     */
    public ClusterHistory(long seed, int jobs, int nodes) {
        random = new Random(seed);
        for (int job = 1; job <= jobs; job++) {
            addNumber(job);
        }
        for (int node = 1; node <= nodes; node++) {
            addNode("n" + node, jobs);
        }
    }

    /** All records with some of them twice, in any order. */
    public List<Object> delivered() {
        List<Object> delivered = new ArrayList<>(records);
        delivered.addAll(records.subList(0, records.size() / 3));
        Collections.shuffle(delivered, random);
        return delivered;
    }

    /** Sends some of the records. */
    public static Site send(Site site, List<Object> records) {
        for (Object record : records) {
            if (record instanceof JobEvent event) {
                site.send(Topics.JOB_EVENTS, event.getCluster() + "/" + event.getJobId(), event);
            } else if (record instanceof SessionDelta delta) {
                site.send(Topics.SESSION_DELTAS, delta.getCluster() + "/" + delta.getNode(), delta);
            }
        }
        return site.flush();
    }

    private static Instant at(long second) {
        return START.plusSeconds(second);
    }

    private void addNumber(long jobId) {
        long begin = random.nextLong(500);
        addJob(jobId, begin, CLUSTER + "/" + jobId, true);
        if (jobId % 4 == 0) {
            long submitted = 20_000 + random.nextLong(500);
            addJob(jobId, submitted, CLUSTER + "/" + jobId + "@" + at(submitted), jobId % 8 != 0);
        }
    }

    private void addJob(long jobId, long submitted, String row, boolean ends) {
        String user = user(jobId);
        int processors = 1 + random.nextInt(16);
        long now = submitted;
        addEvent(jobId, submitted, now, JobState.PENDING, user, processors);
        long total = 0;
        for (int piece = random.nextInt(3); piece >= 0; piece--) {
            now += 1 + random.nextLong(300);
            addEvent(jobId, submitted, now, JobState.RUNNING, user, processors);
            long length = 1 + random.nextLong(2000);
            boolean isLast = piece == 0;
            boolean runsOn = isLast && !ends;
            total += (long) processors * (runsOn ? END.getEpochSecond() - at(now).getEpochSecond() : length);
            now += length;
            if (!runsOn) {
                addEvent(jobId, submitted, now, isLast ? JobState.COMPLETE : JobState.SUSPENDED, user, processors);
            }
        }
        allocated.merge(row, total * 1_000_000, Long::sum);
        usersAllocated.merge(user, total * 1_000_000, Long::sum);
    }

    private static String user(long jobId) {
        return USERS[Math.floorMod(jobId, USERS.length)];
    }

    private void addEvent(long jobId, long submitted, long second, JobState state, String user, int processors) {
        records.add(JobEvent.newBuilder()
                .setCluster(CLUSTER)
                .setJobId(jobId)
                .setSubmitted(at(submitted))
                .setAt(at(second))
                .setState(state)
                .setUser(user)
                .setUserId(1000L + user.charAt(0))
                .setGroups(List.of("users"))
                .setBank("root/" + user)
                .setProcessors(processors)
                .build());
    }

    private void addNode(String node, int jobs) {
        int incarnation = 1;
        long sequence = 0;
        long lost = 0;
        for (int i = 0; i < SNAPSHOTS; i++) {
            boolean isWithin = i > 0 && i < SNAPSHOTS - 1;
            if (isWithin && random.nextInt(8) == 0) {
                lost++;
                if (random.nextBoolean()) {
                    incarnation++;
                    sequence = 0;
                }
                sequence++;
                continue;
            }
            addSnapshot(node, "boot/" + incarnation, sequence++, 1000L + (long) i * INTERVAL, jobs);
        }
        down.put(CLUSTER + "/" + node, lost * INTERVAL * PROCESSORS * 1_000_000L);
        use(CLUSTER + "/0/DOWN", "DOWN", lost * INTERVAL * PROCESSORS * 1_000_000L);
    }

    private void addSnapshot(String node, String incarnation, long sequence, long from, int jobs) {
        int sessions = random.nextInt(3);
        long left = (long) PROCESSORS * INTERVAL * 1_000_000;
        for (int session = 1; session <= sessions; session++) {
            long jobId = random.nextInt(3) == 0 ? 0 : 1 + random.nextLong(jobs);
            String user = jobId == 0 ? "bob" : user(jobId);
            long cpu = random.nextLong(30_000_000);
            left -= cpu;
            records.add(delta(node, incarnation, sequence, sessions + 2, from, SessionKind.PROCESSES, session, cpu)
                    .setJobId(jobId)
                    .setUser(user)
                    .setUserId(1000L + user.charAt(0))
                    .setRealMemoryKiBSeconds(cpu / 1000)
                    .setGpuTimeUsedMicros(cpu / 7)
                    .setEnergyMillijoules(cpu / 11)
                    .build());
            use(CLUSTER + "/" + jobId + (jobId == 0 ? "/" + user : ""), user, cpu);
        }
        long system = random.nextLong(2_000_000) - 500_000;
        records.add(delta(node, incarnation, sequence, sessions + 2, from, SessionKind.SYSTEM, 0, system)
                .build());
        records.add(delta(node, incarnation, sequence, sessions + 2, from, SessionKind.IDLE, -1, left - system)
                .build());
        use(CLUSTER + "/0/SYSTEM", "SYSTEM", system);
        use(CLUSTER + "/0/IDLE", "IDLE", left - system);
    }

    private void use(String row, String user, long cpu) {
        used.merge(row, cpu, Long::sum);
        usersUsed.merge(user, cpu, Long::sum);
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
                .setFrom(at(from))
                .setTo(at(from + INTERVAL))
                .setUserCpuMicros(cpu)
                .setNodeProcessors(PROCESSORS);
    }
}
