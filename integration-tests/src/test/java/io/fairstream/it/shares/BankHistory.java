package io.fairstream.it.shares;

import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.JobState;
import io.fairstream.schemas.ShareKind;
import io.fairstream.schemas.ShareNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Some hours of jobs of users in banks, some of which are suspended or never end, and the shares of some. Beside the records stands, in
 * plain sums, what each user in a bank used by the end.
 */
final class BankHistory {
    static final Instant START = Instant.parse("2026-03-02T08:00:00Z");
    static final long END = 36_000;
    static final double HALF_LIFE = 3600;

    private static final String[] PATHS = {
        "root/physics/alice",
        "root/physics/bob",
        "root/biology/carol",
        "root/engineering/cfd/dave",
        "root/engineering/fem/dave"
    };

    private final Random random;

    /** The events of jobs. */
    final List<JobEvent> events = new ArrayList<>();

    /** Use of the runs that ended in each period, processor-seconds, by path. */
    final Map<String, Map<Long, Double>> periods = new TreeMap<>();

    /** Smooth usage at the end, by path. */
    final Map<String, Double> smooth = new TreeMap<>();

    BankHistory(long seed, int jobs) {
        random = new Random(seed);
        for (int job = 1; job <= jobs; job++) {
            addJob(job);
        }
    }

    /** Alice has three times what Bob has; nothing is decided for the others. */
    static List<ShareNode> shares() {
        return List.of(
                new ShareNode("root", ShareKind.BANK, 1.0, true, false),
                new ShareNode("root/physics", ShareKind.BANK, 4.0, true, false),
                new ShareNode("root/physics/alice", ShareKind.USER, 3.0, true, false),
                new ShareNode("root/physics/bob", ShareKind.USER, 1.0, true, false),
                new ShareNode("root/physics/idle", ShareKind.USER, 1.0, true, false));
    }

    /** All events with some of them twice, in any order. */
    List<JobEvent> delivered() {
        List<JobEvent> delivered = new ArrayList<>(events);
        delivered.addAll(events.subList(0, events.size() / 3));
        Collections.shuffle(delivered, random);
        return delivered;
    }

    private void addJob(long jobId) {
        String path = PATHS[random.nextInt(PATHS.length)];
        int processors = 1 + random.nextInt(16);
        boolean ends = jobId % 10 != 0;
        long now = random.nextLong(20_000);
        add(jobId, now, JobState.PENDING, path, processors);
        double used = 0;
        for (int piece = random.nextInt(3); piece >= 0; piece--) {
            now += 1 + random.nextLong(300);
            long from = now;
            add(jobId, now, JobState.RUNNING, path, processors);
            now += 1 + random.nextLong(4000);
            boolean runsOn = piece == 0 && !ends;
            long to = runsOn ? END : now;
            used += (double) processors * (to - from);
            smooth.merge(path, processors * counted(from, to), Double::sum);
            if (!runsOn) {
                add(jobId, now, piece == 0 ? JobState.COMPLETE : JobState.SUSPENDED, path, processors);
            }
        }
        if (ends) {
            periods.computeIfAbsent(path, any -> new TreeMap<>()).merge((long) (now / HALF_LIFE), used, Double::sum);
        }
    }

    /** Returns the amount at the end of a rate of 1 from one second to another. */
    private static double counted(long from, long to) {
        return HALF_LIFE
                / Math.log(2)
                * (Math.pow(2, -(END - to) / HALF_LIFE) - Math.pow(2, -(END - from) / HALF_LIFE));
    }

    private void add(long jobId, long second, JobState state, String path, int processors) {
        int slash = path.lastIndexOf('/');
        events.add(JobEvent.newBuilder()
                .setCluster("tux")
                .setJobId(jobId)
                .setAt(START.plusSeconds(second))
                .setState(state)
                .setUser(path.substring(slash + 1))
                .setUserId(1001L)
                .setGroups(List.of("users"))
                .setBank(path.substring(0, slash))
                .setProcessors(processors)
                .build());
    }
}
