package io.fairstream.query.steering;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.app.config.Settings;
import io.fairstream.client.RecordSender;
import io.fairstream.embedded.EmbeddedCluster;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.KeptTables;
import io.fairstream.query.records.Row;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.records.UnavailableException;
import io.fairstream.query.records.ValueFormat;
import io.fairstream.schemas.Balance;
import io.fairstream.schemas.InputCounts;
import io.fairstream.schemas.PlainJson;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.Shadow;
import io.fairstream.schemas.ShadowMeasure;
import io.fairstream.schemas.Steered;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.WhenSpent;
import io.fairstream.steering.Allocations.State;
import io.fairstream.steering.Limits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SteeringLoopTest {
    private static final Instant NOW = Instant.parse("2026-03-02T08:00:00Z");
    private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);

    /** Unit of allocations that this build can evaluate. */
    private static final String UNIT = "CPU s";

    private static EmbeddedCluster cluster;
    private static int sites;

    private final FactorScheduler scheduler = new FactorScheduler();
    private final List<String> lines = new ArrayList<>();
    private int runs;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        cluster = EmbeddedCluster.startTemporary();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static Settings site() {
        Map<String, String> entries = new HashMap<>(cluster.settings());
        String name = "steered" + sites++;
        entries.put("topic.prefix", name + ".");
        entries.put("application.id", name);
        Settings settings = Settings.parseForCluster(entries);
        cluster.createTopics(
                3, Topics.all().stream().map(topic -> topic.in(name + ".")).toArray(String[]::new));
        return settings;
    }

    private static <V> void send(Settings settings, Topic<V> topic, String key, V value) {
        try (RecordSender<V> sender = ValueFormat.sender(settings, topic)) {
            sender.send(key, value);
            sender.flush();
        }
    }

    /** Real priority and factor; a half-life of a day, nothing in use, as of now. */
    private static void priority(Settings settings, String customer, double real, double factor) throws Exception {
        Priority row = PlainJson.read(
                Priority.class,
                "{\"customer\":\"%s\",\"realPriority\":%s,\"effectivePriority\":%s,\"priorityFactor\":%s,\"factorSource\":\"DEFAULT\",\"resourcesInUse\":0,\"weightInUse\":0,\"accumulatedUsage\":0,\"weightedAccumulatedUsage\":0,\"asOf\":\"%s\",\"halfLifeSeconds\":86400}"
                        .formatted(customer, real, real * factor, factor, NOW));
        send(settings, Topics.PRIORITIES, customer, row);
    }

    private static void newest(Settings settings, Instant newest) throws Exception {
        InputCounts counts = PlainJson.read(
                InputCounts.class,
                "{\"topic\":\"matches\",\"partition\":0,\"read\":1,\"applied\":1,\"duplicates\":0,\"withoutEffect\":0,\"rejected\":0,\"newest\":\"%s\"}"
                        .formatted(newest));
        send(settings, Topics.INPUT_COUNTS, "matches/0", counts);
    }

    private SteeringLoop loop(TopicReader reader) {
        return loop(reader, false);
    }

    private SteeringLoop loop(TopicReader reader, boolean isSpending) {
        return new SteeringLoop(reader, scheduler, options(isSpending), lines::add);
    }

    private SteeringLoop.Options options(boolean isSpending) {
        return new SteeringLoop.Options(
                new ShadowTable.Subject(
                        "pool", ShadowMeasure.REAL_PRIORITY, user -> user.replace("@pool.local", ""), 0.05),
                new Limits(0.01, 1e6, Duration.ofMinutes(1)),
                isSpending,
                Duration.ofMinutes(15),
                folder.resolve("stop"),
                1,
                "r" + runs++);
    }

    private static List<String> journal(Settings settings) {
        List<String> entries = new ArrayList<>();
        try (TopicReader reader = new TopicReader(settings)) {
            reader.read(Topics.STEERING, row -> {
                assertNotNull(row.value());
                entries.add(row.value().getName() + " " + row.value().getPhase() + " "
                        + row.value().getValue());
            });
        }
        entries.sort(String::compareTo);
        return entries;
    }

    private static Map<String, Double> originals(Settings settings) {
        Map<String, Double> originals = new TreeMap<>();
        try (TopicReader reader = new TopicReader(settings)) {
            for (Steered row : reader.latest(Topics.STEERED)) {
                originals.put(row.getTarget() + "|" + row.getName(), row.getOriginal());
            }
        }
        return originals;
    }

    /** Found ended: tables that could not be loaded within a minute. */
    @Test
    void whileTheTopicsAreNotReadableItTriesAgain() throws Exception {
        Settings settings = site();
        priority(settings, "alice", 6, 1000);
        newest(settings, NOW);
        scheduler.factors.put("alice@pool.local", 1000.0);
        AtomicBoolean isAway = new AtomicBoolean();
        try (TopicReader reader = new TopicReader(settings, unreadableWhile(isAway));
                SteeringLoop loop = loop(reader)) {
            isAway.set(true);
            assertNull(loop.turn(CLOCK).cycle());
            assertFalse(loop.isSwitched());
            assertNull(loop.turn(CLOCK).cycle());
            isAway.set(false);
            assertNotNull(loop.turn(CLOCK).cycle());
        }
        assertEquals(
                List.of(
                        "pool: not steered, because the topics are not readable: not yet; tried again",
                        "pool: the topics are readable again"),
                lines.subList(0, 2));
    }

    private static KeptTables unreadableWhile(AtomicBoolean isAway) {
        return new KeptTables() {
            @Override
            public <V> Optional<Collection<Row<V>>> rows(Topic<V> topic) {
                if (isAway.get()) {
                    throw new UnavailableException("not yet", new TimeoutException());
                }
                return Optional.empty();
            }

            @Override
            public void reads(Topic<?> topic) {
                // nothing is kept
            }
        };
    }

    @Test
    void steersJournalsComparesAndPutsBack() throws Exception {
        Settings settings = site();
        priority(settings, "alice", 6, 1000);
        priority(settings, "bob", 2.05, 1000);
        priority(settings, "mallory", 9, 1000);
        newest(settings, NOW);
        scheduler.factors.putAll(Map.of(
                "alice@pool.local",
                1000.0,
                "bob@pool.local",
                1020.0,
                "mallory@pool.local",
                1000.0,
                "eve@pool.local",
                7.0));
        try (TopicReader reader = new TopicReader(settings);
                SteeringLoop loop = loop(reader)) {
            loop.turn(CLOCK);
            assertEquals(
                    Map.of(
                            "alice@pool.local",
                            3000.0,
                            "bob@pool.local",
                            1020.0,
                            "mallory@pool.local",
                            1000.0,
                            "eve@pool.local",
                            7.0),
                    scheduler.factors);
            assertEquals(
                    List.of(
                            "alice@pool.local ACCEPTED 3000.0",
                            "alice@pool.local INTENT 3000.0",
                            "mallory@pool.local INTENT 4500.0",
                            "mallory@pool.local REFUSED 4500.0"),
                    journal(settings));
            assertEquals(Map.of("pool|alice@pool.local", 1000.0), originals(settings));
            assertEquals(
                    List.of(
                            "pool: not steered, because they have no priority here: eve@pool.local",
                            "pool: differences are beyond the alarm",
                            "pool: refused: mallory@pool.local: denied"),
                    lines);

            loop.turn(CLOCK);
            assertEquals(3, lines.size(), "said once: " + lines);
            assertEquals(3, scheduler.sent, "only rejections is tried again");

            Shadow alice = reader.latest(Topics.SHADOW, "pool|alice@pool.local").orElseThrow();
            assertEquals(2.0, alice.getTheirs());
            assertEquals(6.0, alice.getOurs());
            assertEquals(2.0, alice.getDifference());
            assertEquals(NOW, alice.getSince());
            Shadow bob = reader.latest(Topics.SHADOW, "pool|bob@pool.local").orElseThrow();
            assertNull(bob.getSince(), "within the tolerance");
            Shadow eve = reader.latest(Topics.SHADOW, "pool|eve@pool.local").orElseThrow();
            assertEquals("unknown here", eve.getExplanation());

            SteeringLoop.pause(settings, "pool", "a drill", CLOCK);
            assertTrue(loop.turn(CLOCK).isPaused());
            assertEquals(1000.0, scheduler.factors.get("alice@pool.local"));
            assertEquals(Map.of("pool|", 0.0), originals(settings));
            int sent = scheduler.sent;
            loop.turn(CLOCK);
            assertEquals(sent, scheduler.sent);
            assertTrue(lines.get(3).contains("a drill"), lines.get(3));
            assertEquals(
                    "pool: put back the previous value: 1 to edit, 0 correct, 1 accepted, 0 refused", lines.get(4));

            SteeringLoop.resume(settings, "pool");
            loop.turn(CLOCK);
            assertEquals(3000.0, scheduler.factors.get("alice@pool.local"));
        }
    }

    @Test
    void aFileStopsIt() throws Exception {
        Settings settings = site();
        priority(settings, "alice", 6, 1000);
        newest(settings, NOW);
        scheduler.factors.put("alice@pool.local", 1000.0);
        try (TopicReader reader = new TopicReader(settings);
                SteeringLoop loop = loop(reader)) {
            loop.turn(CLOCK);
            Files.createFile(folder.resolve("stop"));
            loop.turn(CLOCK);
            assertEquals(1000.0, scheduler.factors.get("alice@pool.local"));
            Files.delete(folder.resolve("stop"));
            loop.turn(CLOCK);
            assertEquals(3000.0, scheduler.factors.get("alice@pool.local"));
        }
    }

    @Test
    void sendsNothingWhileNothingIsKnown() throws Exception {
        Settings settings = site();
        priority(settings, "alice", 6, 1000);
        scheduler.factors.put("alice@pool.local", 1000.0);
        try (TopicReader reader = new TopicReader(settings);
                SteeringLoop loop = loop(reader)) {
            assertNull(loop.turn(CLOCK).cycle());
            newest(settings, NOW.minus(Duration.ofMinutes(16)));
            assertNull(loop.turn(CLOCK).cycle());
            newest(settings, NOW.minus(Duration.ofMinutes(14)));
            scheduler.isAway = true;
            assertNull(loop.turn(CLOCK).cycle());
            loop.turn(CLOCK);
            assertEquals(0, scheduler.sent);
            scheduler.isAway = false;
            loop.turn(CLOCK);
            assertEquals(1, scheduler.sent);
        }
        assertEquals(
                List.of(
                        "pool: nothing is sent, because the topology's newest event is of no time",
                        "pool: nothing is sent, because the topology's newest event is of 2026-03-02T07:44:00Z",
                        "pool: the topology has newer events",
                        "pool: condor_userprio: exit 1: Can't find address of negotiator; tried again",
                        "pool: answers again",
                        "pool: differences are beyond the alarm"),
                lines);
    }

    /** The next one knows what the one before has set; the one before can send nothing more. */
    @Test
    void oneTakesOverFromAnother() throws Exception {
        Settings settings = site();
        priority(settings, "alice", 6, 1000);
        newest(settings, NOW);
        scheduler.factors.put("alice@pool.local", 1000.0);
        try (TopicReader reader = new TopicReader(settings);
                SteeringLoop first = loop(reader);
                SteeringLoop second = loop(reader)) {
            first.turn(CLOCK);
            second.turn(CLOCK);
            assertEquals(1, scheduler.sent);
            priority(settings, "alice", 8, 1000);
            Failure failure = assertThrows(Failure.class, () -> first.turn(CLOCK), lines::toString);
            assertEquals("pool: another steer has started later and takes over", failure.getMessage());
            assertEquals(1, scheduler.sent);
            second.turn(CLOCK);
            assertEquals(4000.0, scheduler.factors.get("alice@pool.local"));
            assertEquals(Map.of("pool|alice@pool.local", 1000.0), originals(settings));
        }
    }

    /** A user's balance on NOW, to which an hour from then accrues what is given; as of an hour ago. */
    private static Balance balance(String target, double balance, double accrual, WhenSpent whenSpent) {
        return Balance.newBuilder()
                .setTarget(target)
                .setProject("")
                .setUnit(UNIT)
                .setBalance(balance)
                .setInitialBalance(balance)
                .setAccrued(0.0)
                .setWithheld(0.0)
                .setCharged(0.0)
                .setAsOf(NOW.minus(Duration.ofHours(1)))
                .setAccrual(accrual)
                .setInterval(7200.0)
                .setStart(NOW.minus(Duration.ofHours(1)))
                .setWhenSpent(whenSpent)
                .build();
    }

    private static Clock at(Duration after) {
        return Clock.fixed(NOW.plus(after), ZoneOffset.UTC);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -5    | 0   | HOLD    | PT0S   | HOLD    | nothing is left
            0     | 0   | HOLD    | PT0S   | HOLD    | nothing is left
            0.001 | 0   | HOLD    | PT0S   | LEFT    | something is left
            -5    | 0   | NOTHING | PT0S   | LEFT    | nothing follows
            -5    | 0   | LOWER   | PT0S   | LOWER   | nothing is left
            0.001 | 0   | LOWER   | PT0S   | LEFT    | something is left
            -5    | 9   | HOLD    | PT0S   | HOLD    | nothing has accrued yet
            -5    | 9   | HOLD    | PT59M  | HOLD    | nothing has accrued yet
            -5    | 9   | HOLD    | PT1H   | LEFT    | something has accrued
            -5    | 5   | HOLD    | PT1H   | HOLD    | as much as was missing
            -5    | 0   | HOLD    | -PT30M | HOLD    | clocks differ
            -5    | 0   | HOLD    | -PT2H  | LEFT    | it has not begun
            NaN   | 0   | HOLD    | PT0S   | UNCLEAR | no number
            """)
    void anAllocationIsSpentIfNothingIsLeft(
            double balance, double accrual, WhenSpent whenSpent, Duration after, State state, String reason) {
        Balance row = balance("/root/physics", balance, accrual, whenSpent);
        Instant asOf = after.isNegative() ? NOW : row.getAsOf();
        assertEquals(
                state,
                io.fairstream.query.steering.Balance.allocation(
                                Balance.newBuilder(row).setAsOf(asOf).build(), NOW.plus(after))
                        .state(),
                reason);
    }

    @Test
    void aRowWithoutAnAllocationHoldsNothing() {
        Balance row = Balance.newBuilder()
                .setTarget("/root/physics")
                .setProject("")
                .setUnit(UNIT)
                .setWhenSpent(WhenSpent.HOLD)
                .build();
        assertEquals(
                State.LEFT,
                io.fairstream.query.steering.Balance.allocation(row, NOW).state());
    }

    @Test
    void newJobsOfWhatIsSpentAreHeldUntilSomethingIsLeft() throws Exception {
        Settings settings = site();
        newest(settings, NOW);
        scheduler.ceilings.putAll(Map.of("alice@pool.local", 40.0, "bob@pool.local", -1.0, "mallory@pool.local", -1.0));
        send(settings, Topics.BALANCES, "/root/physics/alice", balance("/root/physics/alice", -5, 9, WhenSpent.HOLD));
        send(settings, Topics.BALANCES, "/root/physics/bob", balance("/root/physics/bob", -5, 9, WhenSpent.NOTHING));
        send(settings, Topics.BALANCES, "/root/mallory", balance("/root/mallory", -5, 0, WhenSpent.HOLD));
        send(settings, Topics.BALANCES, "eve", balance("eve", -5, 0, WhenSpent.HOLD));
        send(settings, Topics.BALANCES, "/root/gone", balance("/root/gone", -5, 0, WhenSpent.HOLD));
        try (TopicReader reader = new TopicReader(settings);
                SteeringLoop loop = loop(reader, true)) {
            loop.turn(CLOCK);
            assertEquals(
                    Map.of("alice@pool.local", 0.0, "bob@pool.local", -1.0, "mallory@pool.local", -1.0),
                    scheduler.ceilings);
            assertEquals(Map.of("pool|hold alice@pool.local", 40.0), originals(settings));
            assertEquals(
                    List.of(
                            "pool: spent, but not held: /root/gone (unknown to the scheduler)",
                            "pool: new jobs of alice@pool.local wait, spent: /root/physics/alice (-5.00000 CPU s)",
                            "pool: refused: hold mallory@pool.local: denied"),
                    lines);
            loop.turn(CLOCK);
            assertEquals(3, lines.size(), "said once: " + lines);

            SteeringLoop.pause(settings, "pool", "a drill", CLOCK);
            assertTrue(loop.turn(CLOCK).isPaused());
            assertEquals(40.0, scheduler.ceilings.get("alice@pool.local"));
            loop.turn(CLOCK);
            SteeringLoop.resume(settings, "pool");
            loop.turn(CLOCK);
            assertEquals(0.0, scheduler.ceilings.get("alice@pool.local"));

            loop.turn(at(Duration.ofMinutes(59)));
            assertEquals(0.0, scheduler.ceilings.get("alice@pool.local"), "the topology's newest event is too old");
            newest(settings, NOW.plus(Duration.ofHours(1)));
            loop.turn(at(Duration.ofHours(1)));
            assertEquals(40.0, scheduler.ceilings.get("alice@pool.local"));
            assertEquals(Map.of(), originals(settings));
            assertTrue(
                    lines.contains("pool: new jobs of alice@pool.local start again, no longer spent"), lines::toString);
        }
    }

    @Test
    void inDoubtNothingIsHeldNorReleased() throws Exception {
        Settings settings = site();
        newest(settings, NOW.minus(Duration.ofMinutes(16)));
        scheduler.ceilings.put("alice@pool.local", -1.0);
        send(settings, Topics.BALANCES, "/root/alice", balance("/root/alice", 0, 0, WhenSpent.HOLD));
        try (TopicReader reader = new TopicReader(settings);
                SteeringLoop loop = loop(reader, true)) {
            assertNull(loop.turn(CLOCK).cycle());
            assertEquals(0, scheduler.sent);
            newest(settings, NOW);
            loop.turn(CLOCK);
            assertEquals(0.0, scheduler.ceilings.get("alice@pool.local"));
            send(settings, Topics.BALANCES, "/root/alice", balance("/root/alice", Double.NaN, 0, WhenSpent.HOLD));
            loop.turn(CLOCK);
            assertEquals(0.0, scheduler.ceilings.get("alice@pool.local"), "no number");
            send(settings, Topics.BALANCES, "/root/alice", balance("/root/alice", 7, 0, WhenSpent.HOLD));
            assertNull(loop.turn(at(Duration.ofMinutes(16))).cycle());
            assertEquals(0.0, scheduler.ceilings.get("alice@pool.local"));
            loop.turn(CLOCK);
            assertEquals(-1.0, scheduler.ceilings.get("alice@pool.local"));
        }
    }

    /** An allocation that is taken back, and steer without its option, release. */
    @Test
    void whatNobodyWantsHeldAnyMoreIsReleased() throws Exception {
        Settings settings = site();
        newest(settings, NOW);
        scheduler.ceilings.putAll(Map.of("alice@pool.local", 3.0, "bob@pool.local", 4.0));
        for (String user : List.of("alice", "bob")) {
            send(settings, Topics.BALANCES, "/root/" + user, balance("/root/" + user, 0, 0, WhenSpent.HOLD));
        }
        try (TopicReader reader = new TopicReader(settings)) {
            try (SteeringLoop loop = loop(reader, true)) {
                loop.turn(CLOCK);
                assertEquals(Map.of("alice@pool.local", 0.0, "bob@pool.local", 0.0), scheduler.ceilings);
                try (RecordSender<Balance> sender = ValueFormat.sender(settings, Topics.BALANCES)) {
                    sender.withdraw("/root/alice", (partition, offset) -> {});
                    sender.flush();
                }
                loop.turn(CLOCK);
                assertEquals(Map.of("alice@pool.local", 3.0, "bob@pool.local", 0.0), scheduler.ceilings);
                assertEquals(
                        1,
                        SteeringLoop.preview(reader, scheduler, options(false), CLOCK)
                                .plan()
                                .edits()
                                .size());
            }
            try (SteeringLoop loop = loop(reader, false)) {
                loop.turn(CLOCK);
                assertEquals(Map.of("alice@pool.local", 3.0, "bob@pool.local", 4.0), scheduler.ceilings);
            }
        }
    }
}
