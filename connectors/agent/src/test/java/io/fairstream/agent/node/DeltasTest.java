package io.fairstream.agent.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Two sightings of synthetic nodes, 10 s apart, and what each session used in between, ms. */
class DeltasTest {
    private static final int A = 100_000;
    private static final int B = 110_000;

    private static Scene before() {
        return Scene.at(A).process(1, 0, 0, 1, 500, 90_000);
    }

    private static Scene after() {
        return Scene.at(B).process(1, 0, 0, 1, 500, 90_000);
    }

    private static Map<Integer, Long> used(Scene before, Scene after) {
        Map<Integer, Long> used = new TreeMap<>();
        for (SessionUse use :
                Deltas.between(before.seen(), after.seen(), Map.of()).uses()) {
            if (use.session().id() != 1 || use.cpu().micros() != 0) {
                used.put(use.session().id(), use.cpu().micros() / 1000);
            }
        }
        return used;
    }

    @Test
    void aProcessSeenTwiceUsedTheDifference() {
        assertEquals(
                Map.of(20, 3_000L),
                used(before().process(20, 0, 1, 20, 7_000, 0), after().process(20, 0, 1, 20, 10_000, 0)));
    }

    @Test
    void aNewProcessUsedAllItHasAndAllItWaitedFor() {
        assertEquals(
                Map.of(20, 1_500L),
                used(
                        before().process(20, 0, 1, 20, 7_000, 0),
                        after().process(20, 0, 1, 20, 7_000, 0).process(30, 101_000, 20, 20, 400, 1_100)));
    }

    @Test
    void childrenThatCameAndWentUnseenAreTheirParents() {
        assertEquals(
                Map.of(20, 2_050L),
                used(before().process(20, 0, 1, 20, 10, 600), after().process(20, 0, 1, 20, 10, 2_650)));
    }

    @Test
    void whatAVanishedChildHadUsedBeforeIsNotCountedAgain() {
        assertEquals(
                Map.of(20, 500L),
                used(
                        before().process(20, 0, 1, 20, 10, 0).process(21, 0, 20, 20, 4_000, 1_000),
                        after().process(20, 0, 1, 20, 10, 5_500)));
    }

    @Test
    void aWholeBuildTreeThatVanishesIsCreditedToItsNearestSurvivingAncestor() {
        assertEquals(
                Map.of(20, 700L),
                used(
                        before().process(20, 0, 1, 20, 0, 0)
                                .process(21, 0, 20, 20, 1_000, 200)
                                .process(22, 0, 21, 20, 2_000, 0)
                                .process(23, 0, 22, 20, 4_000, 100),
                        after().process(20, 0, 1, 20, 0, 8_000)));
    }

    @Test
    void childrenNobodyWaitsForAreNobodysAndTakeNothingFromOthers() {
        assertEquals(
                Map.of(20, 300L),
                used(
                        before().process(20, 0, 1, 20, 1_000, 0).process(21, 0, 20, 20, 4_000, 0),
                        after().process(20, 0, 1, 20, 1_300, 0)));
    }

    @Test
    void anOrphanIsStillOfItsSession() {
        assertEquals(
                Map.of(20, 2_000L),
                used(
                        before().process(20, 0, 1, 20, 0, 0).process(21, 0, 20, 20, 4_000, 0),
                        after().process(21, 0, 1, 20, 6_000, 0)));
    }

    @Test
    void aPidThatWasGivenAgainIsAnotherProcess() {
        assertEquals(
                Map.of(20, 70L),
                used(
                        before().process(20, 0, 1, 20, 0, 0).process(21, 0, 20, 20, 4_000, 0),
                        after().process(20, 0, 1, 20, 0, 4_020).process(21, 105_000, 20, 20, 50, 0)));
    }

    @Test
    void theNumberOfASessionThatWasGivenAgainIsAnotherSession() {
        assertEquals(
                Map.of(20, 50L),
                used(
                        before().process(20, 0, 1, 20, 4_000, 0, Scene.resident(1_000)),
                        Scene.at(B).process(1, 0, 0, 1, 500, 94_900).process(20, 105_000, 1, 20, 50, 0)));
    }

    @Test
    void whatASessionDidInItsLastSecondsIsItsOwnThoughAnotherWaitedForIt() {
        assertEquals(
                Map.of(15, 0L, 20, 900L),
                used(
                        before().process(15, 0, 1, 15, 0, 0).process(20, 0, 15, 20, 3_000, 100),
                        after().process(15, 0, 1, 15, 0, 4_000)));
    }

    @Test
    void ofSeveralSessionsThatVanishedUnderOneNobodyCanTellWhoseTheRestIs() {
        assertEquals(
                Map.of(15, 0L, 20, 0L, 30, 0L),
                used(
                        before().process(15, 0, 1, 15, 0, 0)
                                .process(20, 0, 15, 20, 3_000, 0)
                                .process(30, 0, 15, 30, 3_000, 0),
                        after().process(15, 0, 1, 15, 0, 7_000)));
    }

    @Test
    void unlessTheyAreOfOneJob() {
        assertEquals(
                Map.of(15, 0L, 20, 1_000L, 30, 0L),
                used(
                        before().process(15, 0, 1, 15, 0, 0)
                                .session(20, 1001, 4711)
                                .process(20, 0, 15, 20, 3_000, 0)
                                .session(30, 1001, 4711)
                                .process(30, 0, 15, 30, 3_000, 0),
                        after().process(15, 0, 1, 15, 0, 7_000)));
    }

    @Test
    void whatInitWaitedForUnseenIsNotInits() {
        assertEquals(Map.of(), used(before(), Scene.at(B).process(1, 0, 0, 1, 500, 99_000)));
    }

    @Test
    void aVanishedDaemonIsChargedWhatInitWaitedFor() {
        assertEquals(
                Map.of(20, 600L),
                used(before().process(20, 0, 1, 20, 3_000, 0), Scene.at(B).process(1, 0, 0, 1, 500, 93_600)));
    }

    @Test
    void aProcessThatOutlivedItsParentAndWasWaitedForByInitIsNotCountedTwice() {
        assertEquals(
                Map.of(20, 0L, 30, 0L),
                used(
                        before().process(20, 0, 1, 20, 0, 0)
                                .process(21, 0, 20, 20, 0, 0)
                                .process(22, 0, 21, 20, 5_000, 0)
                                .process(30, 0, 1, 30, 0, 0),
                        Scene.at(B).process(1, 0, 0, 1, 500, 95_000).process(20, 0, 1, 20, 0, 0)));
    }

    @Test
    void anOldProcessThatWasNotSeenBeforeIsABaseline() {
        assertEquals(Map.of(20, 0L), used(before(), after().process(20, 50_000, 1, 20, 6_000, 6_000)));
    }

    @Test
    void theKernelsOwnAreTheSystems() {
        assertEquals(Map.of(), used(before().process(2, 0, 0, 0, 10, 0), after().process(2, 0, 0, 0, 900, 0)));
    }

    @Test
    void noSessionCanUseMoreThanTheNodeHas() {
        Deltas deltas = Deltas.between(
                before().process(20, 0, 1, 20, 0, 0).seen(),
                after().process(20, 0, 1, 20, 0, 3_600_000).seen(),
                Map.of());
        SessionUse use = deltas.uses().get(1);
        assertEquals(
                2 * 2 * 10_000 + 3 * 10,
                use.cpu().micros() / 1000,
                "two processors, as long for the reading, and a tick for each sighting");
        assertEquals(1, deltas.clipped());
    }

    /** The child ended between the reading of its parent and its own turn. */
    @Test
    void aChildThatEndedWhileProcessesWereReadIsNotCountedTwice() {
        Scene first = before().process(20, 0, 1, 20, 0, 0).process(21, 0, 20, 20, 4_000, 0);
        Scene second = after().process(20, 0, 1, 20, 0, 0).missed(21);
        Scene third = Scene.at(120_000).process(1, 0, 0, 1, 500, 90_000).process(20, 0, 1, 20, 0, 4_600);
        Deltas one = Deltas.between(first.seen(), second.seen(), Map.of());
        assertEquals(0, cpu(one, 20));
        assertEquals(Map.of(20, Scene.millis(4_000, 0)), one.credits());
        assertEquals(600_000, cpu(Deltas.between(second.seen(), third.seen(), one.credits()), 20));
    }

    @Test
    void theCreditOfWhoeverVanishesIsItsAncestors() {
        Scene first = before().process(19, 0, 1, 20, 0, 0)
                .process(20, 0, 19, 20, 0, 0)
                .process(21, 0, 20, 20, 4_000, 0);
        Scene second =
                after().process(19, 0, 1, 20, 0, 0).process(20, 0, 19, 20, 0, 0).missed(21);
        Scene third = Scene.at(120_000).process(1, 0, 0, 1, 500, 90_000).process(19, 0, 1, 20, 0, 4_700);
        Deltas one = Deltas.between(first.seen(), second.seen(), Map.of());
        assertEquals(700_000, cpu(Deltas.between(second.seen(), third.seen(), one.credits()), 20));
    }

    @Test
    void aChildThatNobodyWaitedForAndThatEndedBeforeTheReadingGivesNoCreditLater() {
        Scene first = before().process(20, 0, 1, 20, 0, 0).process(21, 0, 20, 20, 4_000, 0);
        assertEquals(
                Map.of(),
                Deltas.between(first.seen(), after().process(20, 0, 1, 20, 0, 0).seen(), Map.of())
                        .credits());
    }

    private static long cpu(Deltas deltas, int session) {
        return deltas.uses().stream()
                .filter(use -> use.session().id() == session)
                .mapToLong(use -> use.cpu().micros())
                .sum();
    }

    @Test
    void modesAreKeptApartAndNeitherIsEverNegative() {
        NodeState before = Scene.at(A).process(20, 0, 1, 20, 5_000, 0).seen();
        NodeProcess later =
                new NodeProcess(20, 0, 1, 20, 1001, new CpuTime(4_990_000, 40_000), CpuTime.NONE, Memory.NONE);
        NodeState after = new NodeState(
                B,
                B / 10,
                2,
                CpuTime.NONE,
                0,
                Map.of(20, later),
                Set.of(),
                Map.of(20, new Session(20, 1001, 0)),
                Map.of());
        assertEquals(
                new CpuTime(0, 30_000),
                Deltas.between(before, after, Map.of()).uses().get(0).cpu());
    }
}
