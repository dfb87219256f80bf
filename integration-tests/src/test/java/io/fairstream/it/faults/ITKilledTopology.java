package io.fairstream.it.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.it.faults.Halt.Point;
import io.fairstream.it.harness.Conservation;
import io.fairstream.it.harness.Counts;
import io.fairstream.it.harness.Site;
import io.fairstream.it.harness.Tables;
import io.fairstream.it.harness.TestCluster;
import io.fairstream.it.harness.TopologyProcess;
import io.fairstream.schemas.MatchRecord;
import io.fairstream.schemas.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The topology's process is killed in the middle of a replay, at chosen instants and then at random ones, and started
 * again until all is done: the books are those of a run that nobody disturbed. {@code -Dfaults.kills=N} for another
 * number of kills than 3, {@code -Dfaults.seed=N} for other ones.
 */
class ITKilledTopology {
    @RegisterExtension
    static final TestCluster CLUSTER = new TestCluster();

    private static final int KILLS = Integer.getInteger("faults.kills", 3);
    private static final long SEED = Long.getLong("faults.seed", 1);
    private static final int EVENTS = 60_000;
    private static final List<Point> MAIN_POINTS = List.of(Point.BEFORE_FLUSH, Point.BEFORE_COMMIT, Point.AFTER_COMMIT);
    private static final Duration LONGEST_RUN = Duration.ofMinutes(10);
    private static final BusyPool POOL = BusyPool.random(SEED, EVENTS);

    /** A dead process holds its tasks for the session and its transaction open until it times out: both are short here. */
    private static final Map<String, String> SETTINGS = Map.of(
            "threads", "2",
            "commit.interval", "PT0.2S",
            "kafka.session.timeout.ms", "3000",
            "kafka.heartbeat.interval.ms", "500",
            "kafka.transaction.timeout.ms", "3000",
            "kafka.default.client.supplier", HaltingClients.class.getName());

    private static @Nullable Tables undisturbed;

    @BeforeAll
    static void replayUndisturbed() {
        Site site = replay("undisturbed");
        site.run();
        undisturbed = Tables.of(site);
    }

    @Test
    void theUndisturbedBooksAreWhatHappened() {
        Tables tables = Objects.requireNonNull(undisturbed);
        assertEquals(new TreeMap<>(POOL.finished()), new TreeMap<>(ends(tables.matchRecords())), "finished matches");
        assertEquals(new TreeMap<>(POOL.open()), new TreeMap<>(tables.openMatches()), "open matches");
        new Conservation(POOL.edits()).assertHolds(tables, "seed " + SEED);
    }

    private static Map<String, Instant> ends(Map<String, MatchRecord> records) {
        return records.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().getEnd()));
    }

    @ParameterizedTest(name = "with stores that are transactional: {0}")
    @ValueSource(strings = {"false", "true"})
    void killingTheTopologyChangesNothing(String isTransactional) {
        Map<String, String> own = Map.of("kafka." + StreamsConfig.TRANSACTIONAL_STATE_STORES_CONFIG, isTransactional);
        Deque<Kill> kills = kills(new Random(SEED));
        while (!kills.isEmpty()) {
            Site site = replay("killed");
            List<Kill> suffered = new ArrayList<>();
            while (!kills.isEmpty() && site.progress(Topics.MATCHES) < EVENTS / 2) {
                suffered.add(kills.peek());
                suffer(site, kills.pop(), own);
            }
            TopologyProcess last = site.process(own);
            site.awaitCaughtUp(LONGEST_RUN);
            last.kill();
            String what = "seed " + SEED + ", " + suffered;
            Tables.of(site).assertSameAs(Objects.requireNonNull(undisturbed), what);
            Counts.of(site, Topics.MATCHES, POOL.events().size()).assertNothingLost(what);
        }
    }

    /**
     * A kill to come.
     *
     * @param point where it halts by itself, or null for a {@code kill -9} from outside
     * @param count at which time it comes to the point; or how many milliseconds after its first commit
     * @param losesState whether the next start finds no local state
     */
    private record Kill(@Nullable Point point, long count, boolean losesState) {}

    /** The main points in turn, then any point or one from outside; every second time the local state is lost. */
    private static Deque<Kill> kills(Random random) {
        List<@Nullable Point> points = new ArrayList<>(MAIN_POINTS);
        List<@Nullable Point> any = new ArrayList<>(List.of(Point.values()));
        any.add(null);
        while (points.size() < KILLS) {
            points.add(any.get(random.nextInt(any.size())));
        }
        Deque<Kill> kills = new ArrayDeque<>();
        for (Point point : points.subList(0, KILLS)) {
            kills.add(new Kill(point, count(random, point), kills.size() % 2 == 1));
        }
        return kills;
    }

    private static long count(Random random, @Nullable Point point) {
        if (point == null) {
            return random.nextInt(500);
        }
        return switch (point) {
            case BEFORE_FLUSH -> 1 + random.nextInt(EVENTS / 16);
            case IN_FLUSH -> 1 + random.nextInt(10_000);
            case BEFORE_OFFSETS, BEFORE_COMMIT, AFTER_COMMIT -> 1 + random.nextInt(2);
        };
    }

    private static void suffer(Site site, Kill kill, Map<String, String> own) {
        if (kill.point() == null) {
            long start = site.progress(Topics.MATCHES);
            TopologyProcess process = site.process(own);
            awaitProgress(site, process, start);
            sleep(kill.count());
            process.kill();
        } else {
            String halt = "-D" + Halt.PROPERTY + "=" + kill.point() + ":" + kill.count();
            TopologyProcess process = site.process(own, halt);
            assertEquals(Halt.EXIT_CODE, process.awaitEnd(LONGEST_RUN), () -> kill + "\n" + process.log());
        }
        assertTrue(site.progress(Topics.MATCHES) < POOL.events().size(), kill + " came too late");
        if (kill.losesState()) {
            site.deleteState();
        }
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void awaitProgress(Site site, TopologyProcess process, long records) {
        long deadline = System.nanoTime() + LONGEST_RUN.toNanos();
        while (site.progress(Topics.MATCHES) <= records) {
            assertTrue(process.isAlive() && System.nanoTime() < deadline, process::log);
        }
    }

    private static Site replay(String name) {
        return CLUSTER.site(name, SETTINGS).matches(POOL.events()).edits(POOL.edits());
    }
}
