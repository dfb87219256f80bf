package io.fairstream.rules.share;

import static io.fairstream.rules.share.ShareTree.ShareNode.Kind.BANK;
import static io.fairstream.rules.share.ShareTree.ShareNode.Kind.USER;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.UsagePeriods;
import io.fairstream.rules.share.Billing.Tariff;
import io.fairstream.rules.share.FairSharePolicy.FluxFairShare;
import io.fairstream.rules.share.ShareTree.ShareNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * Defects of flux-accounting 9546e25 that are absent here. Periods of 900 s, four of which count; times in seconds. Each question for a
 * usage stands for a run of {@code update-usage}.
 */
class FluxDefectsTest {
    private final AssociationPipeline books = new AssociationPipeline(terms(900));

    private static UsageTerms terms(long halfLife) {
        UsagePeriods periods = UsagePeriods.of(0, Duration.ofSeconds(halfLife), Duration.ofHours(1), 0.5);
        return new UsageTerms(new HalfLife(halfLife), periods, Tariff.of(Billing.of("node=1", Billing.Mode.SUM)));
    }

    /** Tells a job that ran on one node for as many seconds as it used node-seconds. */
    private void ran(String user, int job, long endedAt, long nodeSeconds) {
        String named = " nodes=1 /A " + user + " job=" + job;
        books.tell(endedAt - nodeSeconds + " RUNNING" + named + "; " + endedAt + " COMPLETE" + named);
    }

    /** flux reads 561.8 where 187.5 is right: it adds the past to the running period, and again each time that decays. */
    @Test
    void q1ThePastIsCountedOnce() {
        for (int period = 0; period < 14; period++) {
            ran("u", period + 1, period * 900 + 100, 100);
            assertEquals(200 - 100 / Math.pow(2, Math.min(period, 3)), books.periodUsage("A/u", period * 900 + 120));
        }
    }

    /** flux reads 50 and 200: the period ends for all, but who has a run told just then is not decayed. */
    @Test
    void q2WhoseRunIsToldAfterABoundaryIsDecayedToo() {
        ran("u1", 1, 500, 100);
        ran("u2", 2, 500, 100);
        assertEquals(50, books.periodUsage("A/u1", 901));
        ran("u2", 3, 890, 100);
        assertEquals(100, books.periodUsage("A/u2", 901));
        assertEquals(25, books.periodUsage("A/u1", 1801));
        assertEquals(50, books.periodUsage("A/u2", 1801));
        assertEquals(75, books.periodUsage("A", 1801));
    }

    /** flux puts both into the later period. */
    @Test
    void q3RunsOfTwoPeriodsToldAtOnceCountEachInItsOwn() {
        ran("u", 1, 800, 100);
        ran("u", 2, 1000, 100);
        assertEquals(150, books.periodUsage("A/u", 1001));
    }

    /** flux decays once for each of its own runs: after four periods of silence by a half only. */
    @Test
    void q4PeriodsInWhichNobodyAskedDecayToo() {
        ran("silent", 1, 1000, 1000);
        ran("asked", 2, 1000, 1000);
        for (long at = 1001; at < 3601; at += 100) {
            books.periodUsage("A/asked", at);
        }
        assertEquals(125, books.periodUsage("A/silent", 3601));
        assertEquals(125, books.periodUsage("A/asked", 3601));
        assertEquals(0, books.periodUsage("A/silent", 4501));
    }

    /** flux loses whatever did not end later than all it knows. */
    @Test
    void q5ARunToldLateOrWithAnotherOneAtTheSameInstantCounts() {
        ran("u", 1, 800, 100);
        assertEquals(100, books.periodUsage("A/u", 801));
        ran("u", 2, 700, 10);
        ran("u", 3, 800, 1);
        assertEquals(111, books.periodUsage("A/u", 801));
    }

    /** flux keeps the old number until the next run, and forgets all runs before. */
    @Test
    void q6OtherPeriodsTakeEffectAtOnceForAllRuns() {
        ran("u", 1, 800, 100);
        ran("u", 2, 1000, 100);
        assertEquals(150, books.periodUsage("A/u", 1001));
        books.renew(terms(1800));
        for (String path : List.of("A/u", "A")) {
            assertEquals(200, books.periodUsage(path, 1001));
            assertEquals(100, books.periodUsage(path, 1801));
        }
        ran("u", 2, 1000, 100);
        assertEquals(200, books.periodUsage("A/u", 1001), "known from before");
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
        books.tell("10 RUNNING nodes=30000000 /root/heavy h; 110 COMPLETE");
        books.tell("10 RUNNING nodes=30000000 /root/heavy h job=8; 110 COMPLETE job=8");
        books.tell("10 RUNNING nodes=10 /root/light l job=9; 110 COMPLETE job=9");
        assertEquals(6e9, books.periodUsage("root/heavy/h", 300));
        assertEquals(6e9, books.periodUsage("root/heavy", 300));
        assertEquals(6e9 + 1000, books.periodUsage("root", 300));
        ShareTree tree = Trees.of(
                "root 1",
                "root/heavy 1",
                "root/light 1",
                "root/heavy/h 1 " + books.periodUsage("root/heavy/h", 300),
                "root/light/l 1 " + books.periodUsage("root/light/l", 300));
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
