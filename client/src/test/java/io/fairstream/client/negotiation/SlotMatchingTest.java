package io.fairstream.client.negotiation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The slots that each user gets; see {@link Scene} and {@link SlotScene} for the words. */
class SlotMatchingTest {
    private static final NegotiationRules RULES = NegotiationRules.DEFAULT;

    private static Matching match(String slots, Scene scene, ConcurrencyLimits limits) {
        return new Negotiation(RULES)
                .match(
                        SlotScene.slots(slots),
                        scene.submitters(),
                        scene.groups(),
                        limits,
                        PreemptionPolicy.BY_PRIORITY,
                        SlotScene.NOW);
    }

    @ParameterizedTest(name = "{5}")
    @CsvSource(
            delimiter = '|',
            value = {
                "70x1 | a 5 0+999; b 10 0+999; c 20 0+999 | '' | a 40/40; b 20/20; c 10/10 | a 40 SHARE; b 20 SHARE; c 10 SHARE | in inverse proportion to the priorities",
                "10x1 | a 1 0+9; b 1.1 0+9; c 1.2 0+9 | '' | a 4/4; b 3/3; c 3/3 | a 4 SHARE; b 3 SHARE; c 3 SHARE | who picks first rounds up to a slot first",
                "10x1 | a 1 0+2; b 1.1 0+9; c 1.2 0+2 | '' | a 2/2; b 6/6; c 2/2 | a 2 SATISFIED; b 6 SHARE; c 2 SATISFIED | the pie spins on with what others leave",
                "2x8 | a 1 0+99; b 2 0+99 | '' | a 1/8; b 1/8 | a 8 SHARE; b 8 SHARE | a share of less than a slot is one",
                "1x8; 20x1 | a 1 0+6; b 2 0+99 | '' | a 6/6; b 15/22 | a 6 SATISFIED; b 22 SHARE | a slot heavier than the demand is not given",
                "1x8 | a 1 0+6; b 2 0+7 | '' | '' | a 0 NO_SLOT_FITS; b 0 NO_SLOT_FITS | to nobody",
                "3x4; 3x1 | a 1 0+99 max=6; b 2 0+99 | '' | a 3/6; b 3/9 | a 6 CEILING; b 9 SHARE | no slot goes over a ceiling",
                "4x4 | a 1 0+99 max=6; b 2 0+99 | '' | a 1/4; b 3/12 | a 4 CEILING; b 12 SHARE | also not a part of one",
                "9x1; 6x1@b:5 | a 1 0+99; b 1 0+99 | '' | a 8/8; b 1/1 | a 8 SHARE; b 1 SHARE | what is held counts",
                "9x1; 6x1@z:5 | a 1 0+99; b 2 0+99 | '' | a 6/6; b 3/3 | a 6 SHARE; b 3 SHARE | also when it is somebody else's",
                "10x1 | a 1e10 0+99 min=4; b 1 0+99 | '' | a 4/4; b 6/6 | a 4 SHARE; b 6 SHARE | floors first",
                "10x1 | a 1 0+99 in=p; b 1 0+99 | p 3 | a 3/3; b 7/7 | a 3 GROUP_QUOTA; b 7 SHARE | quotas",
                "5x2 | a 1 0+99 in=p; b 1 0+99 | p 3 | a 1/2; b 4/8 | a 2 GROUP_QUOTA; b 8 SHARE | no part of a slot over a quota",
                "2x2; 6x1 | a 1 0+99 in=p; b 1 0+5 in=q | p 5; q 5 surplus | a 3/5; b 5/5 | a 5 GROUP_QUOTA; b 5 SATISFIED | groups take what fits",
                "2x4; 4x1 | a 1 0+2 in=p; b 1 0+99 in=q | p 6; q 6 surplus | a 2/2; b 4/10 | a 2 SATISFIED; b 10 GROUP_QUOTA | surplus",
                "3x4 | a 1 0+3 in=p; b 1 0+99 in=q | p 4; q 8 surplus | b 3/12 | a 0 NO_SLOT_FITS; b 12 GROUP_QUOTA | what a group could not match is divided again",
                "9x1 | a 1 0+99 in=p; b 1 0+99 in=q; c 1 0+99 | p 3 regroup; q 3 | a 3/3; b 3/3; c 3/3 | a 3 SHARE; b 3 GROUP_QUOTA; c 3 SHARE | regrouping",
                "9x1 | a 1 0+99 in=p; b 1 0+99 in=q | p 2 regroup; q 3 | a 6/6; b 3/3 | a 6 SHARE; b 3 GROUP_QUOTA | the whole pool for who regroups",
                "9x1 | a 1 0+9 skip; b 1 0+4 | '' | b 4/4 | a 0 SKIPPED; b 4 SATISFIED | left out",
            })
    void givesFreeSlots(String slots, String submitters, String groups, String matches, String awards, String reason) {
        Scene scene = Scene.of(submitters, groups);
        Matching matching = match(slots, scene, ConcurrencyLimits.DEFAULT);
        assertEquals(matches, SlotScene.summary(matching), reason);
        assertEquals(awards, scene.awards(matching.allocation()), reason);
    }

    @ParameterizedTest(name = "{3}")
    @CsvSource(
            delimiter = '|',
            value = {
                "a 1 0+9 matlab:1; b 1 0+9 | a 3/3; b 9/9 | a 3 CONCURRENCY_LIMIT; b 9 SATISFIED | a limit",
                "a 1 0+9 matlab:2; b 1 0+9 | a 1/1; b 9/9 | a 1 CONCURRENCY_LIMIT; b 9 SATISFIED | jobs that need more than one",
                "a 1 0+9 matlab:1; b 2 0+9 matlab:1 | a 3/3 | a 3 CONCURRENCY_LIMIT; b 0 CONCURRENCY_LIMIT | a limit of several",
                "a 1 0+9 sw.x:1; b 1 0+9 sw.y:1 | a 4/4; b 4/4 | a 4 CONCURRENCY_LIMIT; b 4 CONCURRENCY_LIMIT | each of a family has the family's limit",
                "a 1 0+9 sw.own:1; b 1 0+9 | a 1/1; b 9/9 | a 1 CONCURRENCY_LIMIT; b 9 SATISFIED | or its own",
                "a 1 0+9 other:1; b 1 0+9 | a 7/7; b 9/9 | a 7 CONCURRENCY_LIMIT; b 9 SATISFIED | the limit of all others",
            })
    void keepsConcurrencyLimits(String submitters, String matches, String awards, String reason) {
        ConcurrencyLimits limits = new ConcurrencyLimits(Map.of("matlab", 3.0, "sw.own", 1.0), Map.of("sw", 4.0), 7);
        Scene scene = Scene.of(submitters, "");
        Matching matching = match("20x1", scene, limits);
        assertEquals(matches, SlotScene.summary(matching), reason);
        assertEquals(awards, scene.awards(matching.allocation()), reason);
    }

    @Test
    void countsWhatMatchesThatRunTakeOfALimit() {
        ConcurrencyLimits limits = new ConcurrencyLimits(Map.of("matlab", 3.0), Map.of(), 0);
        List<Slot> slots = List.of(
                new Slot("s0", 1, new Slot.Holding("b", SlotScene.NOW, Map.of("matlab", 2.0)), Map.of()),
                Slot.free("s1", 1),
                Slot.free("s2", 1));
        Scene scene = Scene.of("a 1 0+9 matlab:1; b 1 0+0", "");
        Matching matching = new Negotiation(RULES)
                .match(slots, scene.submitters(), List.of(), limits, PreemptionPolicy.RANK_ONLY, SlotScene.NOW);
        assertEquals("a 1/1", SlotScene.summary(matching));
    }

    @ParameterizedTest(name = "{2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "10x1@b:90 | a 1 0+99; b 2 0+9 | a 6/6 <b:6 | two thirds are due: six slots, no part of a seventh",
                "10x1@b:90 | a 1 0+2; b 2 0+9 | a 2/2 <b:2 | what is wanted",
                "10x1@b:59 | a 1 0+99; b 2 0+9 | '' | too young",
                "4x1@b:90; 6x1@b:59 | a 1 0+99; b 2 0+9 | a 4/4 <b:4 | those that ran long enough",
                "10x1@b:90 | a 1 0+99; b 1.2 0+9 | '' | not better enough",
                "10x1@b:90 | a 1 0+99; b 2 0+9 min=7 | a 3/3 <b:3 | down to the floor",
                "5x2@b:90 | a 1 0+99; b 2 0+9 | a 3/6 <b:3 | whole slots",
                "6x1@b:90; 6x1@c:90 | a 1 0+99; b 2 0+9; c 4 0+9 | a 6/6 <b:2 <c:4 | from all who hold more than is due, the worst priority first",
                "5x1; 5x1@b:90 | a 1 0+99; b 2 0+9 | a 6/6 <b:1 | after what is free",
                "10x1@b:90 | a 1 0+99 max=2; b 2 0+9 | a 2/2 <b:2 | up to the ceiling",
                "10x1@z:90 | a 1 0+99; b 2 0+9 | '' | nobody knows who is not among the submitters",
                "10x1@a:90 | a 1 0+99; b 1 0+9 | '' | equals do not preempt each other",
                "3x1@b:5^a=1; 7x1@b:5 | a 1 0+99; b 2 0+9 | a 3/3 <b:3 | machines that prefer another give way at once",
                "10x1@b:5^a=1 | a 9 0+99; b 2 0+9 | a 10/10 <b:10 | whatever the priorities",
                "10x1@b:90^b=1 | a 1 0+99; b 2 0+9 | '' | machines that prefer who holds them do not",
                "10x1@b:5^a=1 | a 9 0+99 max=4; b 2 0+9 | a 4/4 <b:4 | but not over a ceiling",
            })
    void takesSlotsThatOthersHold(String slots, String submitters, String matches, String reason) {
        Scene scene = Scene.of(submitters, "");
        assertEquals(matches, SlotScene.summary(match(slots, scene, ConcurrencyLimits.DEFAULT)), reason);
    }

    @Test
    void takesNothingWhenPreemptionIsNotConsidered() {
        Scene scene = Scene.of("a 1 0+99; b 2 0+9", "");
        Matching matching = new Negotiation(RULES.withPreemption(false))
                .match(
                        SlotScene.slots("10x1@b:90^a=1"),
                        scene.submitters(),
                        List.of(),
                        ConcurrencyLimits.DEFAULT,
                        PreemptionPolicy.BY_PRIORITY,
                        SlotScene.NOW);
        assertEquals("", SlotScene.summary(matching));
    }

    @Test
    void eachNegotiatorOfAPartDividesItsOwnSlots() {
        Scene scene = Scene.of("a 1 0+99; b 1 0+99", "");
        String busyThere = "8x1@a:1; 2x1";
        String free = "6x1";
        assertEquals("b 2/2", SlotScene.summary(match(busyThere, scene, ConcurrencyLimits.DEFAULT)));
        assertEquals("a 3/3; b 3/3", SlotScene.summary(match(free, scene, ConcurrencyLimits.DEFAULT)));
        assertEquals("b 8/8", SlotScene.summary(match(busyThere + "; " + free, scene, ConcurrencyLimits.DEFAULT)));
    }

    @Test
    void holdsTheLawsWithSlotsOfAnyWeight() {
        for (int seed = 0; seed < 800; seed++) {
            Random random = new Random(seed);
            int size = 1 + seed / 60;
            List<Slot> slots = RandomPools.slots(random, 1 + random.nextInt(20 * size), size);
            List<Submitter> submitters = RandomPools.submitters(random, size);
            List<Group> groups = seed % 2 == 0 ? List.of() : RandomPools.groups(random, 40);
            List<Submitter> members = RandomPools.intoGroups(random, submitters, groups);
            try {
                assertLaws(slots, members, groups);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(
                        e.getMessage() + "\nseed " + seed + ": " + members + "\n" + slots + "\n" + groups, e);
            }
        }
    }

    private static void assertLaws(List<Slot> slots, List<Submitter> submitters, List<Group> groups) {
        Matching matching = new Negotiation(RULES)
                .match(
                        slots,
                        submitters,
                        groups,
                        ConcurrencyLimits.DEFAULT,
                        PreemptionPolicy.BY_PRIORITY,
                        SlotScene.NOW);
        Map<String, Slot> byName = slots.stream().collect(Collectors.toMap(Slot::name, slot -> slot));
        Set<String> given = new HashSet<>();
        for (Match match : matching.matches()) {
            assertTrue(given.add(match.slot()), match.slot() + " is given twice");
            Slot.Holding holding =
                    Objects.requireNonNull(byName.get(match.slot())).holding();
            assertEquals(match.preempted(), holding == null ? null : holding.customer(), match.slot());
        }
        WeightsInUse before = WeightsInUse.of(slots);
        double lightest = slots.stream()
                .filter(slot -> slot.holding() == null && !given.contains(slot.name()))
                .mapToDouble(Slot::weight)
                .min()
                .orElse(Double.POSITIVE_INFINITY);
        for (Submitter submitter : submitters) {
            double got = matching.matches().stream()
                    .filter(match -> match.submitter().equals(submitter.name()))
                    .mapToDouble(Match::weight)
                    .sum();
            double wanted =
                    submitter.withWeightInUse(before.weight(submitter.name())).wanted();
            assertTrue(got <= wanted, submitter.name() + " got " + got + " of " + wanted);
            assertTrue(
                    !groups.isEmpty() || wanted - got < lightest,
                    submitter.name() + " wants " + (wanted - got) + ", a slot of " + lightest + " is left");
        }
    }
}
