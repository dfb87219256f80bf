package io.fairstream.steering;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.schemas.Steering;
import io.fairstream.schemas.SteeringKind;
import io.fairstream.schemas.SteeringPhase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SteererTest {
    private static final Instant NOW = Instant.parse("2026-03-02T08:00:00Z");
    private static final Limits LIMITS = new Limits(0.01, 1e9, Duration.ofSeconds(5));

    private final Fate fate = new Fate();
    private final MemoryScheduler scheduler = new MemoryScheduler(fate);
    private final MemoryJournal journal = new MemoryJournal(fate);
    private int runs;
    private Steerer steerer = next();

    private Steerer next() {
        return next(LIMITS);
    }

    private Steerer next(Limits limits) {
        return new Steerer(scheduler, "pool", limits, journal, user -> user, "r" + runs++, () -> scheduler.nanos);
    }

    @Test
    void writesDownBeforeItSendsAndWhatWasAnswered() throws Exception {
        scheduler.set.putAll(Map.of("alice", 1000.0, "refused-bob", 1000.0, "carol", 1000.0));
        Cycle cycle = steerer.steer(Map.of("alice", 2000.0, "refused-bob", 3000.0), Allocations.NONE, NOW);
        assertEquals(2, cycle.answers().size());
        assertEquals(1, cycle.refused());
        assertEquals(List.of("carol"), cycle.plan().unknown());
        assertEquals(
                List.of(
                        "refused-bob INTENT 1000.0 3000.0 ",
                        "alice INTENT 1000.0 2000.0 ",
                        "refused-bob REFUSED 1000.0 3000.0 no",
                        "alice ACCEPTED 1000.0 2000.0 done"),
                journal.entries.stream().map(SteererTest::text).toList());
        assertEquals(Set.of("alice"), journal.rows().keySet());
        assertEquals(2000.0, scheduler.set.get("alice"));
    }

    private static String text(Steering entry) {
        return entry.getName() + " " + entry.getPhase() + " " + entry.getBefore() + " " + entry.getValue() + " "
                + entry.getAnswer();
    }

    @Test
    void sendsNothingWhereNothingChanged() throws Exception {
        scheduler.set.put("alice", 1000.0);
        steerer.steer(Map.of("alice", 2000.0), Allocations.NONE, NOW);
        int entries = journal.entries.size();
        for (double priority : List.of(2000.0, 2019.0, 1981.0)) {
            assertEquals(
                    0,
                    steerer.steer(Map.of("alice", priority), Allocations.NONE, NOW)
                            .answers()
                            .size());
        }
        assertEquals(entries, journal.entries.size());
        assertEquals(1, scheduler.received);
    }

    @Test
    void putsBackWhatWasThereBeforeTheFirstEdit() throws Exception {
        scheduler.set.putAll(Map.of("alice", 1000.0, "bob", 500.0, "carol", 7.0));
        steerer.steer(Map.of("alice", 2000.0, "bob", 600.0), Allocations.NONE, NOW);
        steerer.steer(Map.of("alice", 3000.0, "bob", 700.0), Allocations.NONE, NOW);
        scheduler.set.put("bob", 42.0);
        Cycle cycle = next().restore(NOW);
        assertEquals(Map.of("alice", 1000.0, "bob", 42.0, "carol", 7.0), scheduler.set);
        assertEquals(List.of("bob"), cycle.kept());
        assertEquals(Map.of(), journal.rows());
        assertEquals(
                SteeringKind.RESTORE,
                journal.entries.get(journal.entries.size() - 1).getKind());
        assertEquals(0, next().restore(NOW).answers().size());
        assertFalse(steerer.hasSetSomething());
    }

    @Test
    void forgetsWhatIsGone() throws Exception {
        scheduler.set.putAll(Map.of("1", 1.0, "2", 1.0));
        steerer.steer(Map.of("1", 5.0, "2", 6.0), Allocations.NONE, NOW);
        scheduler.set.remove("1");
        steerer.steer(Map.of("2", 6.0), Allocations.NONE, NOW);
        assertEquals(Set.of("2"), journal.rows().keySet());
    }

    @Test
    void previewsWithoutATrace() throws Exception {
        scheduler.set.put("alice", 1000.0);
        Cycle cycle =
                Steerer.preview(scheduler, LIMITS, user -> user, Map.of("alice", 2000.0), Allocations.NONE, Map.of());
        assertEquals(1, cycle.plan().edits().size());
        assertEquals(0, scheduler.received);
        assertEquals(List.of(), journal.entries);
    }

    @Test
    void settlesWhatWasSentWithoutAnAnswer() throws Exception {
        scheduler.set.putAll(Map.of("alice", 1000.0, "bob", 1000.0));
        scheduler.isAwayInBetween = true;
        Cycle cycle = steerer.steer(Map.of("alice", 2000.0, "bob", 3000.0), Allocations.NONE, NOW);
        assertEquals("memory: away", cycle.failure());
        assertThrows(SchedulerException.class, () -> steerer.steer(Map.of("alice", 2000.0), Allocations.NONE, NOW));
        scheduler.isAway = false;
        scheduler.isAwayInBetween = false;
        steerer.steer(Map.of("alice", 2000.0, "bob", 3000.0), Allocations.NONE, NOW);
        assertEquals(Map.of("alice", 2000.0, "bob", 3000.0), scheduler.set);
        assertEquals(2, scheduler.received);
        assertEquals(
                List.of(
                        "bob INTENT ",
                        "alice INTENT ",
                        "alice UNKNOWN found 1000.0",
                        "bob ACCEPTED found 3000.0",
                        "alice INTENT ",
                        "alice ACCEPTED done"),
                journal.entries.stream()
                        .map(entry -> entry.getName() + " " + entry.getPhase() + " " + entry.getAnswer())
                        .toList());
    }

    /** With ten thousand users: the widest changes first, and all of them after some cycles, each of which is answered in full. */
    @Test
    void aCycleEndsInItsTimeHoweverSlowTheSchedulerIs() throws Exception {
        Map<String, Double> priorities = new HashMap<>();
        for (int user = 0; user < 10_000; user++) {
            scheduler.set.put("u" + user, 1000.0);
            priorities.put("u" + user, 2000.0 + user);
        }
        scheduler.nanosOfAReading = Duration.ofMillis(500).toNanos();
        int cycles = 0;
        while (scheduler.received < 10_000) {
            scheduler.nanosOfAnEdit =
                    Duration.ofMillis(cycles == 3 ? 40 : 1).toNanos(); // forty times as slow for a while
            long began = scheduler.nanos;
            Cycle cycle = steerer.steer(priorities, Allocations.NONE, NOW);
            assertTrue(scheduler.nanos - began <= Duration.ofSeconds(4).toNanos(), "cycle " + cycles);
            assertEquals(10_000 - scheduler.received, cycle.postponed());
            assertTrue(++cycles < 8, "cycles");
            assertEquals(
                    2000.0 + cycle.postponed(),
                    cycle.answers().get(cycle.answers().size() - 1).edit().value(),
                    "the widest first");
        }
        assertTrue(cycles > 3, "cycles");
        assertEquals(10_000, journal.rows().size());
        Map<String, Long> phases = journal.entries.stream()
                .collect(Collectors.groupingBy(entry -> entry.getPhase().toString(), Collectors.counting()));
        assertEquals(10_000, phases.get("ACCEPTED"));
        assertEquals(phases.get("INTENT"), 10_000 + phases.getOrDefault("UNKNOWN", 0L), "each has one answer");
        assertEquals(
                0, steerer.steer(priorities, Allocations.NONE, NOW).answers().size());
    }

    /** As where a list of all submitters takes the scheduler longer than a cycle may. */
    @Test
    void someIsSentHoweverLongItTakesToRead() throws Exception {
        scheduler.set.putAll(Map.of("alice", 1000.0, "bob", 1000.0));
        scheduler.nanosOfAReading = Duration.ofSeconds(12).toNanos();
        scheduler.nanosOfAnEdit = Duration.ofSeconds(3).toNanos();
        Map<String, Double> priorities = Map.of("alice", 2000.0, "bob", 3000.0);
        assertEquals(1, steerer.steer(priorities, Allocations.NONE, NOW).postponed());
        assertEquals(Map.of("alice", 1000.0, "bob", 3000.0), scheduler.set);
        assertEquals(0, steerer.steer(priorities, Allocations.NONE, NOW).postponed());
        assertEquals(Map.of("alice", 2000.0, "bob", 3000.0), scheduler.set);
        assertEquals("not sent: the cycle timed out", journal.entries.get(3).getAnswer());
    }

    /** The kill switch waits for nothing. */
    @Test
    void allIsPutBackAtOnceHoweverLongItTakes() throws Exception {
        scheduler.set.putAll(Map.of("alice", 1000.0, "bob", 1000.0));
        steerer.steer(Map.of("alice", 2000.0, "bob", 3000.0), Allocations.NONE, NOW);
        scheduler.nanosOfAnEdit = Duration.ofSeconds(30).toNanos();
        assertEquals(2, steerer.restore(NOW).accepted());
        assertFalse(steerer.hasSetSomething());
    }

    /** Whenever it is killed: nothing is sent in vain, each edit has one answer in the end, and what was there can be put back. */
    @Test
    void survivesItsEndAtAnyStep() throws Exception {
        for (int seed = 0; seed < 500; seed++) {
            new History(seed).play();
        }
    }

    /** A scheduler's life with steerers that are killed. */
    private final class History {
        private final Random random;
        private final Map<String, Double> originals = new TreeMap<>();
        private final Map<String, Double> priorities = new HashMap<>();
        private final String name;

        History(int seed) {
            random = new Random(seed);
            name = "seed " + seed;
            journal.keep(
                    List.of(),
                    journal.rows().keySet().stream()
                            .collect(HashMap::new, (map, key) -> map.put(key, null), HashMap::putAll));
            journal.entries.clear();
            scheduler.set.clear();
        }

        void play() throws Exception {
            for (int user = 0; user < 8; user++) {
                String added = (user == 7 ? "refused-" : "") + "u" + user;
                scheduler.set.put(added, 1000.0 + user);
                originals.put(added, 1000.0 + user);
            }
            steerer = next(limits());
            for (int time = 0; time < 30; time++) {
                priorities.replaceAll((user, before) -> before * (0.9 + 0.2 * random.nextDouble()));
                priorities.putIfAbsent("u" + random.nextInt(8), 1 + 1e4 * random.nextDouble());
                live(() -> steerer.steer(priorities, Allocations.NONE, NOW));
            }
            while (steerer.hasSetSomething()) {
                live(() -> steerer.restore(NOW));
            }
            assertEquals(originals, scheduler.set, name);
            assertAnswered();
        }

        private Limits limits() {
            return new Limits(
                    0.02 * random.nextDouble(),
                    0.1 + 2 * random.nextDouble(),
                    Duration.ofSeconds(1 + random.nextInt(8)));
        }

        private void live(Life life) throws Exception {
            fate.in(random.nextInt(40));
            scheduler.nanosOfAnEdit = random.nextInt(3) * 400_000_000L;
            scheduler.nanosOfAReading = random.nextInt(3) * 1_000_000_000L;
            scheduler.isAwayInBetween = random.nextInt(10) == 0;
            try {
                life.pass();
            } catch (Fate.KilledException e) {
                steerer = next(limits());
            } catch (SchedulerException e) {
                assertTrue(scheduler.isAway, name);
            }
            fate.never();
            scheduler.isAway = false;
        }

        private void assertAnswered() {
            Map<String, List<SteeringPhase>> phases = new HashMap<>();
            journal.entries.forEach(entry -> phases.computeIfAbsent(entry.getId(), id -> new ArrayList<>())
                    .add(entry.getPhase()));
            phases.forEach((id, of) -> {
                assertEquals(2, of.size(), name + ": " + id + " " + of);
                assertEquals(SteeringPhase.INTENT, of.get(0), name);
            });
            Set<String> accepted = journal.entries.stream()
                    .filter(entry -> entry.getPhase() == SteeringPhase.ACCEPTED)
                    .map(Steering::getName)
                    .collect(Collectors.toCollection(HashSet::new));
            assertFalse(accepted.contains("refused-u7"), name);
        }
    }

    /** One step of a steerer. */
    @FunctionalInterface
    private interface Life {
        Cycle pass() throws Exception;
    }
}
