package io.fairstream.nemesis;

import io.fairstream.schemas.HostReport;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.ProjectTotals;
import io.fairstream.schemas.SessionDelta;
import io.fairstream.schemas.SessionKind;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.Unmatched;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Matches, snapshots and reports of customers, nodes and hosts of their own, second by second of event time, and the sums that they must
 * lead to. Most of what there is goes to one customer, and one slot changes hands all the time: hot keys. Some records come twice.
 */
final class Probes {
    static final String HOT = "probe-hot";
    static final String PROJECT = "probe-project";
    private static final String HOT_SLOT = "probe-hot-slot";
    private static final String CLUSTER = "probe";
    private static final int SLOTS = 30;
    private static final int CUSTOMERS = 10;
    private static final int NODES = 3;
    private static final int HOSTS = 4;
    private static final int PROCESSORS = 4;
    private static final int MATCHES_A_SECOND = 6;
    private static final int EACH_OF_TWICE = 20;
    private static final int REPORTS_EACH = 5;

    private final Random random;
    private final Instant start;
    private final Map<String, Held> held = new HashMap<>();
    private final ProbeJobs jobs;
    private final Sums sums = new Sums();
    private long matches;

    /** Match of a slot. */
    private record Held(String customer, long since, String matchId) {}

    /**
     * Makes their first second the given one.
     *
     * @param start whole seconds
     */
    Probes(long seed, Instant start) {
        this.random = new Random(new SplittableRandom(seed).nextLong());
        this.start = start;
        this.jobs = new ProbeJobs(random, start, sums);
    }

    Sums sums() {
        return sums;
    }

    /** A customer whose matches and charges go by that partition, and the slot that it has each other second. */
    static String beat(int partition) {
        for (int i = 0; ; i++) {
            String name = "beat-" + partition + "-" + i;
            if (Topic.partition(name, SiteFiles.PARTITIONS) == partition) {
                return name;
            }
        }
    }

    /** The records of that second, counted from 0. */
    List<Probe> second(long second) {
        List<Probe> probes = new ArrayList<>();
        for (int partition = 0; partition < SiteFiles.PARTITIONS; partition++) {
            turn(probes, beat(partition), beat(partition), second);
        }
        turn(probes, HOT_SLOT, HOT, second);
        for (int i = 0; i < MATCHES_A_SECOND; i++) {
            String slot = "probe-slot-" + random.nextInt(SLOTS);
            boolean isHot = random.nextInt(10) < 6;
            turn(probes, slot, isHot ? HOT : "probe-" + random.nextInt(CUSTOMERS), second);
        }
        probes.addAll(jobs.second(second));
        snapshot(probes, (int) (second % NODES), second / NODES);
        if (second % REPORTS_EACH < HOSTS) {
            report(probes, (int) (second % REPORTS_EACH), second);
        }
        int size = probes.size();
        for (int i = 0; i < size; i++) {
            if (random.nextInt(EACH_OF_TWICE) == 0) {
                probes.add(probes.get(i));
            }
        }
        return probes;
    }

    /** Lets go of all that is held, at that second; nothing may come after. */
    List<Probe> closing(long second) {
        List<Probe> probes = new ArrayList<>();
        List.copyOf(held.keySet()).stream().sorted().forEach(slot -> turn(probes, slot, HOT, second));
        probes.addAll(jobs.closing(second));
        return probes;
    }

    /** Matches a slot, or ends its match. Only one of that happens to a slot within a second. */
    private void turn(List<Probe> probes, String slot, String customer, long second) {
        Held match = held.get(slot);
        if (match != null && match.since() == second) {
            return;
        }
        boolean isFree = match == null;
        String id = match == null ? "m" + matches++ : match.matchId();
        Object change = isFree ? new Matched(customer, 1.0, id) : new Unmatched(id);
        if (match == null) {
            held.put(slot, new Held(customer, second, id));
        } else {
            held.remove(slot);
            Sums.add(sums.matched, match.customer(), (second - match.since()) * 1000);
        }
        probes.add(Probe.of(Topics.MATCHES.name(), slot, new MatchEvent(slot, "", at(second), change)));
    }

    private Instant at(long second) {
        return start.plusSeconds(second);
    }

    /** A snapshot of three seconds of one node. */
    private void snapshot(List<Probe> probes, int node, long sequence) {
        long capacity = (long) PROCESSORS * NODES * 1_000_000;
        long cpu = random.nextLong(capacity / 2);
        long system = random.nextLong(capacity / 10);
        String user = "probe-session-user-" + random.nextInt(3);
        String name = "n" + node;
        add(
                probes,
                delta(name, sequence, SessionKind.PROCESSES, 7, cpu)
                        .setUser(user)
                        .setUserId(1000L));
        add(probes, delta(name, sequence, SessionKind.SYSTEM, 0, system));
        add(probes, delta(name, sequence, SessionKind.IDLE, -1, capacity - cpu - system));
        Sums.add(sums.usersUsed, user, cpu);
        Sums.add(sums.nodes, CLUSTER + "/" + name, capacity);
    }

    private static void add(List<Probe> probes, SessionDelta.Builder delta) {
        SessionDelta made = delta.build();
        probes.add(Probe.of(Topics.SESSION_DELTAS.name(), made.getCluster() + "/" + made.getNode(), made));
    }

    private SessionDelta.Builder delta(String node, long sequence, SessionKind kind, long session, long cpu) {
        return SessionDelta.newBuilder()
                .setCluster(CLUSTER)
                .setNode(node)
                .setIncarnation("boot")
                .setSequence(sequence)
                .setParts(3)
                .setSession(session)
                .setKind(kind)
                .setFrom(at(sequence * NODES))
                .setTo(at((sequence + 1) * NODES))
                .setUserCpuMicros(cpu)
                .setSystemCpuMicros(0)
                .setRealMemoryKiBSeconds(cpu / 1000)
                .setVirtualMemoryKiBSeconds(0)
                .setRealMemoryHighwaterKiB(cpu / 2000)
                .setVirtualMemoryHighwaterKiB(0)
                .setNodeProcessors(PROCESSORS);
    }

    private void report(List<Probe> probes, int number, long second) {
        String host = "probe-host-" + number;
        long rounds = second / REPORTS_EACH;
        double done = rounds;
        sums.hosts.put(host, done);
        HostReport report = HostReport.newBuilder()
                .setHost(host)
                .setUser("probe-volunteer")
                .setEpoch("e")
                .setSequence(second)
                .setAt(at(second))
                .setPlatforms(List.of("linux"))
                .setProcessors(PROCESSORS)
                .setGpus(0)
                .setCpuFlopsEach(1e9)
                .setGpuFlopsEach(0)
                .setUsableGpu(false)
                .setProjects(List.of(ProjectTotals.newBuilder()
                        .setProject(PROJECT)
                        .setCpuSeconds(done)
                        .setGpuSeconds(0)
                        .setCpuFlops(done * 1e9)
                        .setGpuFlops(0)
                        .setJobsSucceeded(rounds)
                        .setJobsFailed(0)
                        .build()))
                .build();
        probes.add(Probe.of(Topics.HOST_REPORTS.name(), host, report));
    }

    /** Which second of event time an instant is. */
    long secondOf(@Nullable Instant at) {
        return at == null ? -1 : at.getEpochSecond() - start.getEpochSecond();
    }
}
