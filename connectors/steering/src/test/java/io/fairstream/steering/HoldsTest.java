package io.fairstream.steering;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.schemas.Steered;
import io.fairstream.schemas.SteeringKind;
import io.fairstream.steering.Allocations.Allocation;
import io.fairstream.steering.Allocations.State;
import io.fairstream.steering.Holds.Decision;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HoldsTest {
    private static final Instant NOW = Instant.parse("2026-03-02T08:00:00Z");
    private static final Limits LIMITS = new Limits(0.01, 1, Duration.ofSeconds(5));

    private final Fate fate = new Fate();
    private final MemoryScheduler scheduler = new MemoryScheduler(fate);
    private final MemoryJournal journal = new MemoryJournal(fate);
    private int runs;
    private Steerer steerer = next();

    private Steerer next() {
        return new Steerer(scheduler, "tux", LIMITS, journal, user -> user, "r" + runs++, () -> scheduler.nanos);
    }

    private static Allocations allocations(Map<String, State> states) {
        return Allocations.of(states.entrySet().stream()
                .map(entry -> new Allocation(entry.getKey(), entry.getValue(), "-12 CPU s"))
                .toList());
    }

    private Cycle steer(Map<String, State> states) throws Exception {
        return steerer.steer(Map.of(), allocations(states), NOW);
    }

    private static Steered row(double original, double value) {
        return Steered.newBuilder()
                .setTarget("tux")
                .setName("hold physics")
                .setOriginal(original)
                .setValue(value)
                .setAt(NOW)
                .build();
    }

    /** {@code limit}: a limit that holds with 0; {@code share}: a fair share, which the scheduler reloads, and which holds with -9. */
    @ParameterizedTest
    @CsvSource(nullValues = "none", delimiter = '|', textBlock = """
            HOLD    | limit | -1  | none    | none | HOLD    | nothing is left
            HOLD    | limit | 5   | none    | none | HOLD    | nothing is left, whatever the limit is
            HOLD    | limit | 0   | none    | none | STAY    | an administrator holds it already, and nothing of that is ours
            HOLD    | limit | 0   | -1      | 0    | STAY    | we hold it
            HOLD    | limit | 5   | -1      | 0    | LEAVE   | an administrator has changed it since
            HOLD    | limit | -1  | -1      | 0    | LEAVE   | an administrator has released it
            LEFT    | limit | -1  | none    | none | FREE    | something is left
            LEFT    | limit | 0   | none    | none | FREE    | an administrator holds it
            LEFT    | limit | 0   | 5       | 0    | RELEASE | we held it
            LEFT    | limit | 7   | 5       | 0    | FORGET  | an administrator has changed it since
            LOWER   | limit | -1  | none    | none | FREE    | jobs come last, but are not held
            LOWER   | limit | 0   | 5       | 0    | RELEASE | we held it
            UNCLEAR | limit | -1  | none    | none | FREE    | in doubt nothing is held
            UNCLEAR | limit | 0   | -1      | 0    | STAY    | in doubt nothing is released
            UNCLEAR | limit | 5   | -1      | 0    | STAY    | in doubt nothing is done
            HOLD    | share | 0.5 | none    | none | HOLD    | nothing is left
            HOLD    | share | 0.7 | 0.5     | 0.7  | HOLD    | nothing is left of what is steered
            HOLD    | share | -9  | 0.5     | -9   | STAY    | we hold it
            HOLD    | share | 0.4 | 0.5     | -9   | HOLD    | the scheduler has loaded its own values
            LEFT    | share | -9  | 0.5     | -9   | RELEASE | we held it
            LEFT    | share | 0.4 | 0.5     | -9   | FREE    | the scheduler has loaded its own values
            LEFT    | share | 0.7 | 0.5     | 0.7  | FREE    | it is steered
            UNCLEAR | share | 0.7 | 0.5     | 0.7  | FREE    | it is steered
            UNCLEAR | share | -9  | 0.5     | -9   | STAY    | in doubt nothing is released
            """)
    void aControlIsHeldOrReleased(
            State state, String kind, double value, Double original, Double ours, Decision decision, String reason) {
        List<String> ends = List.of("root/physics");
        Control control = kind.equals("limit")
                ? Control.ofLimit("physics", "", value, ends)
                : new Control("physics/alice", "alice", value, ends, -9.0);
        Steered row = original == null || ours == null ? null : row(original, ours);
        assertEquals(decision, Holds.decide(state, control, row), reason);
    }

    @ParameterizedTest
    @CsvSource(nullValues = "none", delimiter = '|', textBlock = """
            root/physics               | HOLD    | the bank is
            physics/alice              | LEFT    | her part of it has something left
            /root                      | LEFT    | no allocation
            biology/bob                | LEFT    | no allocation
            carol                      | LEFT    | one of her two paths has something left
            dave                       | HOLD    | both of his paths are
            chemistry/eve              | UNCLEAR | her balance is no number
            physics/alice root/physics | HOLD    | one of them is enough
            chemistry/eve root/physics | HOLD    | one of them is enough
            chemistry/eve physics/alice| UNCLEAR | it may be spent
            alice/physics              | LEFT    | another path
            frank                      | LOWER   | one of his paths is not held
            physics/frank root/physics | HOLD    | the bank is
            physics/frank              | LOWER   | it is
            chemistry/eve physics/frank| UNCLEAR | she may be held
            grace                      | UNCLEAR | nothing is left of hers but what is unclear
            """)
    void anEndIsSpentIfAllItsPathsAre(String ends, State state, String reason) {
        Allocations allocations = allocations(Map.ofEntries(
                Map.entry("/root/physics", State.HOLD),
                Map.entry("/root/physics/alice", State.LEFT),
                Map.entry("/root/physics/carol", State.HOLD),
                Map.entry("/root/biology/carol", State.LEFT),
                Map.entry("/root/physics/dave", State.HOLD),
                Map.entry("/root/biology/dave", State.HOLD),
                Map.entry("/root/chemistry/eve", State.UNCLEAR),
                Map.entry("/root/physics/frank", State.LOWER),
                Map.entry("/root/biology/frank", State.HOLD),
                Map.entry("/root/physics/grace", State.UNCLEAR),
                Map.entry("/root/biology/grace", State.LOWER)));
        assertEquals(state, allocations.state(List.of(ends.split(" ", -1))), reason);
    }

    @Test
    void whatIsSpentIsHeldWithinACycleAndThePreviousLimitIsPutBack() throws Exception {
        scheduler.limits.putAll(Map.of("physics", 12.0, "biology", -1.0));
        Cycle cycle = steer(Map.of("/root/physics", State.HOLD, "/root/biology", State.LEFT));
        assertEquals(Map.of("physics", 0.0, "biology", -1.0), scheduler.limits);
        assertEquals(1, cycle.plan().held());
        assertEquals(
                "spent: /root/physics (-12 CPU s)", cycle.plan().edits().get(0).reason());
        assertEquals(12, journal.rows().values().iterator().next().getOriginal());
        assertEquals(0, steer(Map.of("/root/physics", State.HOLD)).answers().size());
        assertEquals(0, steer(Map.of("/root/physics", State.UNCLEAR)).answers().size());
        assertEquals(1, steer(Map.of("/root/physics", State.LEFT)).accepted());
        assertEquals(Map.of("physics", 12.0, "biology", -1.0), scheduler.limits);
        assertEquals(Map.of(), journal.rows());
        assertEquals(
                List.of("HOLD INTENT", "HOLD ACCEPTED", "RESTORE INTENT", "RESTORE ACCEPTED"),
                journal.entries.stream()
                        .map(entry -> entry.getKind() + " " + entry.getPhase())
                        .toList());
    }

    @Test
    void holdsAreSentBeforeTheOrderAndWithoutABound() throws Exception {
        scheduler.set.putAll(Map.of("alice", 1000.0, "bob", 1000.0));
        scheduler.limits.put("physics", 500.0);
        Cycle cycle = steerer.steer(
                Map.of("alice", 9000.0, "bob", 1500.0), allocations(Map.of("/root/physics", State.HOLD)), NOW);
        assertEquals(
                List.of("hold physics 0.0", "alice 2000.0", "bob 1500.0"),
                cycle.answers().stream()
                        .map(answer ->
                                answer.edit().name() + " " + answer.edit().value())
                        .toList());
        assertEquals(3, steerer.restore(NOW).accepted());
        assertEquals(Map.of("physics", 500.0), scheduler.limits);
        assertEquals(Map.of("alice", 1000.0, "bob", 1000.0), scheduler.set);
    }

    /** Within the bound, as other edits of the order; alice comes back when something is left. */
    @Test
    void jobsOfWhatIsSpentComeLastIfItSaysSo() throws Exception {
        scheduler.set.putAll(Map.of("alice", 1.0, "bob", 40.0));
        Map<String, Double> priorities = Map.of("alice", 1.0, "bob", 40.0);
        Map<String, State> spent = Map.of("/root/physics/alice", State.LOWER);
        Cycle cycle = steerer.steer(priorities, allocations(spent), NOW);
        assertEquals(Map.of("alice", 2.0, "bob", 40.0), scheduler.set, "not by more than the bound");
        assertEquals(1, cycle.plan().lowered());
        assertEquals(0, cycle.plan().held());
        assertEquals(
                "effective priority 1.00000; the value 40000.0 that follows is beyond the bound;"
                        + " spent: /root/physics/alice (-12 CPU s)",
                cycle.plan().edits().get(0).reason());
        for (int i = 0; i < 20; i++) {
            steerer.steer(priorities, allocations(spent), NOW);
        }
        assertEquals(Map.of("alice", 40_000.0, "bob", 40.0), scheduler.set);
        steerer.steer(priorities, allocations(Map.of("/root/physics/alice", State.UNCLEAR)), NOW);
        assertEquals(40_000.0, scheduler.set.get("alice"), "in doubt nothing is done");
        for (int i = 0; i < 20; i++) {
            steerer.steer(priorities, allocations(Map.of("/root/physics/alice", State.LEFT)), NOW);
        }
        assertEquals(Map.of("alice", 1.0, "bob", 40.0), scheduler.set);
        assertTrue(
                journal.entries.stream().allMatch(entry -> entry.getKind() == SteeringKind.STEER), "of the order only");
    }

    /** As when steer is started again without its option, and when an allocation is taken back. */
    @Test
    void withoutAllocationsAllIsReleased() throws Exception {
        scheduler.limits.put("physics", -1.0);
        steer(Map.of("/root/physics", State.HOLD));
        steerer = next();
        steer(Map.of());
        assertEquals(Map.of("physics", -1.0), scheduler.limits);
        assertFalse(steerer.hasSetSomething());
    }

    @Test
    void whatAnAdministratorChangesMeanwhileStays() throws Exception {
        scheduler.limits.putAll(Map.of("physics", 12.0, "biology", -1.0));
        Map<String, State> spent = Map.of("/root/physics", State.HOLD, "/root/biology", State.HOLD);
        steer(spent);
        scheduler.limits.putAll(Map.of("physics", 3.0, "biology", -1.0));
        Cycle cycle = steer(spent);
        assertEquals(Map.of("physics", 3.0, "biology", -1.0), scheduler.limits, "not held again");
        assertEquals(
                List.of("biology (somebody has changed it since)", "physics (somebody has changed it since)"),
                cycle.plan().notHeld().stream().sorted().toList());
        steerer = next();
        steer(spent);
        assertEquals(Map.of("physics", 3.0, "biology", -1.0), scheduler.limits, "nor by the next run");
        steer(Map.of("/root/physics", State.LEFT, "/root/biology", State.LEFT));
        assertEquals(Map.of("physics", 3.0, "biology", -1.0), scheduler.limits, "nor put back");
        assertEquals(Map.of(), journal.rows());
        steer(spent);
        assertEquals(Map.of("physics", 0.0, "biology", 0.0), scheduler.limits, "the next time");
        scheduler.limits.put("biology", 9.0);
        assertEquals(List.of("hold biology"), steerer.restore(NOW).kept());
        assertEquals(Map.of("physics", 3.0, "biology", 9.0), scheduler.limits);
    }

    /** A limit that was changed while no steerer ran, which was killed before it had its answer. */
    @Test
    void aChangeAfterAKillIsTheAdministrators() throws Exception {
        scheduler.limits.put("physics", 12.0);
        scheduler.isAwayInBetween = true;
        steer(Map.of("/root/physics", State.HOLD));
        scheduler.isAway = false;
        scheduler.isAwayInBetween = false;
        scheduler.limits.put("physics", 3.0);
        steerer = next();
        steer(Map.of("/root/physics", State.HOLD));
        assertEquals(Map.of("physics", 3.0), scheduler.limits);
        steer(Map.of());
        assertEquals(Map.of("physics", 3.0), scheduler.limits);
        assertEquals(Map.of(), journal.rows());
    }

    @Test
    void whatTheSchedulerDoesNotKnowOrRefusesIsNamed() throws Exception {
        scheduler.limits.put("refused", -1.0);
        Cycle cycle = steer(Map.of("/root/refused", State.HOLD, "/root/elsewhere", State.HOLD));
        assertEquals(
                List.of("/root/elsewhere (unknown to the scheduler)"),
                cycle.plan().notHeld());
        assertEquals(1, cycle.refused());
        assertEquals(Map.of(), journal.rows());
    }

    @Test
    void aPreviewShowsHoldsAndReleases() throws Exception {
        scheduler.limits.putAll(Map.of("physics", -1.0, "biology", 0.0));
        Cycle cycle = Steerer.preview(
                scheduler,
                LIMITS,
                user -> user,
                Map.of(),
                allocations(Map.of("/root/physics", State.HOLD)),
                Map.of("hold biology", row(4, 0)));
        assertEquals(
                List.of("hold biology 4.0 RESTORE", "hold physics 0.0 HOLD"),
                cycle.plan().edits().stream()
                        .map(edit -> edit.name() + " " + edit.value() + " " + edit.kind())
                        .toList());
        assertEquals(0, scheduler.received);
    }

    /** Whenever it is killed: in the end each limit is as the allocations want it, or as it was. */
    @Test
    void survivesItsEndAtAnyStep() throws Exception {
        for (int seed = 0; seed < 500; seed++) {
            play(new Random(seed), "seed " + seed);
        }
    }

    private void play(Random random, String name) throws Exception {
        scheduler.limits.clear();
        Map<String, Double> originals = new TreeMap<>();
        for (int i = 0; i < 4; i++) {
            originals.put("bank" + i, i == 3 ? -1.0 : 5.0 + i);
        }
        scheduler.limits.putAll(originals);
        Map<String, State> states = new TreeMap<>();
        for (int time = 0; time < 20; time++) {
            states.put("/root/bank" + random.nextInt(4), random.nextBoolean() ? State.HOLD : State.LEFT);
            live(random, () -> steer(states));
        }
        steer(states);
        for (Map.Entry<String, State> entry : states.entrySet()) {
            String bank = entry.getKey().substring("/root/".length());
            double expected = entry.getValue() == State.HOLD ? 0 : originals.getOrDefault(bank, -1.0);
            assertEquals(expected, scheduler.limits.get(bank), name + " " + bank);
        }
        while (steerer.hasSetSomething()) {
            live(random, () -> steerer.restore(NOW));
        }
        assertEquals(originals, scheduler.limits, name);
        Map<String, List<String>> phases = new TreeMap<>();
        journal.entries.forEach(entry -> phases.computeIfAbsent(entry.getId(), id -> new ArrayList<>())
                .add(entry.getPhase() + (entry.getKind() == SteeringKind.STEER ? " of the order" : "")));
        phases.forEach((id, of) -> {
            assertEquals(2, of.size(), name + " " + id + " " + of);
            assertEquals("INTENT", of.get(0), name + " " + of);
            assertFalse(of.get(1).endsWith("order"), name + " " + of);
        });
        journal.entries.clear();
    }

    private void live(Random random, Life life) throws Exception {
        fate.in(random.nextInt(12));
        scheduler.isAwayInBetween = random.nextInt(10) == 0;
        try {
            life.pass();
        } catch (Fate.KilledException e) {
            steerer = next();
        } catch (SchedulerException e) {
            assertTrue(scheduler.isAway);
        }
        fate.never();
        scheduler.isAway = false;
        scheduler.isAwayInBetween = false;
    }

    /** One step of a steerer. */
    @FunctionalInterface
    private interface Life {
        Cycle pass() throws Exception;
    }
}
