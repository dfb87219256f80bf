package io.fairstream.rules.share;

import static io.fairstream.rules.share.ShareNode.Kind.BANK;
import static io.fairstream.rules.share.ShareNode.Kind.USER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * What flux-accounting 9546e25 gets wrong, and is right here. Periods of 900 s, four of which count; times in seconds. Each
 * question for a usage stands for a run of {@code update-usage}.
 */
class FluxDefectsTest {
    private static final UsagePeriods PERIODS = UsagePeriods.of(0, Duration.ofMinutes(15), Duration.ofHours(1), 0.5);

    private final PeriodUsage usage = new PeriodUsage(PERIODS);

    private static void book(PeriodUsage usage, String run, long endedAt, double nodeSeconds) {
        assertNull(usage.book(run, endedAt * 1000, nodeSeconds));
    }

    private static double at(PeriodUsage usage, long seconds) {
        return usage.usage(seconds * 1000);
    }

    /** flux reads 561.8 where 187.5 is right: it adds the past to the running period, and again each time that decays. */
    @Test
    void q1ThePastIsCountedOnce() {
        for (int period = 0; period < 14; period++) {
            book(usage, "run " + period, period * 900 + 100, 100);
            assertEquals(200 - 100 / Math.pow(2, Math.min(period, 3)), at(usage, period * 900 + 120));
        }
    }

    /** flux reads 50 and 200: the period ends for all, but who has a run told just then is not decayed. */
    @Test
    void q2WhoseRunIsToldAfterABoundaryIsDecayedToo() {
        PeriodUsage other = new PeriodUsage(PERIODS);
        book(usage, "1", 500, 100);
        book(other, "2", 500, 100);
        assertEquals(50, at(usage, 901));
        book(other, "3", 890, 100);
        assertEquals(100, at(other, 901));
        assertEquals(25, at(usage, 1801));
        assertEquals(50, at(other, 1801));
    }

    /** flux puts both into the later period. */
    @Test
    void q3RunsOfTwoPeriodsToldAtOnceCountEachInItsOwn() {
        book(usage, "1", 800, 100);
        book(usage, "2", 1000, 100);
        assertEquals(150, at(usage, 1001));
    }

    /** flux decays once for each of its own runs: after four periods of silence by a half only. */
    @Test
    void q4PeriodsInWhichNobodyAskedDecayToo() {
        PeriodUsage asked = new PeriodUsage(PERIODS);
        book(usage, "1", 800, 1000);
        book(asked, "1", 800, 1000);
        for (long at = 901; at < 2701; at += 100) {
            at(asked, at);
        }
        assertEquals(125, at(usage, 2701));
        assertEquals(125, at(asked, 2701));
        assertEquals(0, at(usage, 4501));
    }

    /** flux loses whatever did not end later than all it knows. */
    @Test
    void q5ARunToldLateOrWithAnotherOneAtTheSameInstantCounts() {
        book(usage, "1", 800, 100);
        assertEquals(100, at(usage, 801));
        book(usage, "2", 700, 10);
        book(usage, "3", 800, 1);
        assertEquals(111, at(usage, 801));
    }

    /** flux keeps the old number until the next run, and forgets all runs before. */
    @Test
    void q6OtherPeriodsTakeEffectAtOnceForAllRuns() {
        book(usage, "1", 800, 100);
        book(usage, "2", 1000, 100);
        assertEquals(150, at(usage, 1001));
        PeriodUsage longer = usage.under(UsagePeriods.of(0, Duration.ofMinutes(30), Duration.ofHours(1), 0.5));
        assertEquals(200, at(longer, 1001));
        assertEquals(100, at(longer, 1801));
        book(longer, "2", 1000, 100);
        assertEquals(200, at(longer, 1001), "known from before");
    }

    /** flux cuts the siblings' usage off to whole numbers: 0 here, and all tie. */
    @Test
    void q7UsageBelowOneCounts() {
        ShareTree tree = Trees.of(
                "root 1",
                "root/A 1",
                "root/B 1",
                "root/A/a1 1 0.4",
                "root/A/a2 1 0.2",
                "root/B/b1 1 0.3",
                "root/B/b2 3 0.3");
        Trees.assertRanks(new FluxFairShare().rank(tree), "a2 4", "b2 4", "a1 2", "b1 1");
    }

    /** flux counts who left in the usage of the bank, but not among those who share. */
    @Test
    void q8WhoLeftBurdensNoBank() {
        ShareTree tree = Trees.valid(
                List.of(
                        new ShareNode("root", BANK, 1, true),
                        new ShareNode("root/A", BANK, 1, true),
                        new ShareNode("root/B", BANK, 1, true),
                        new ShareNode("root/A/left", USER, 1, false),
                        new ShareNode("root/A/stayed", USER, 1, true),
                        new ShareNode("root/B/other", USER, 1, true)),
                Map.of("root/A/left", 1000.0, "root/A/stayed", 1.0, "root/B/other", 2.0));
        assertEquals(3, Objects.requireNonNull(tree.root()).usage());
        Trees.assertRanks(new FluxFairShare().rank(tree), "stayed 2", "other 1");
    }

    /** flux passed the usage of banks as a 32 bit number: beyond 2^31 node-seconds a heavy bank was a light one. */
    @Test
    void q9AHeavyBankIsHeavyBeyondWhatAnIntegerHolds() {
        book(usage, "1", 100, 3e9);
        book(usage, "2", 200, 3e9);
        assertEquals(6e9, at(usage, 300));
        ShareTree tree = Trees.of(
                "root 1", "root/heavy 1", "root/light 1", "root/heavy/h 1 " + at(usage, 300), "root/light/l 1 1000");
        Trees.assertRanks(new FluxFairShare().rank(tree), "l 2", "h 1");
    }

    /** flux ranks idle users the lower the deeper they are. */
    @Test
    void q10IdleUsersTieHoweverDeepTheyAre() {
        ShareTree tree = Trees.of(
                "root 1",
                "root/A 1",
                "root/B 7",
                "root/A/a 1 0",
                "root/B/C 1",
                "root/B/D 2",
                "root/B/C/c 1 0",
                "root/B/D/E 1",
                "root/B/D/E/e 5 0");
        for (FairSharePolicy policy : Policies.RANKED) {
            Trees.assertRanks(policy.rank(tree), "a 3", "c 3", "e 3");
        }
    }
}
