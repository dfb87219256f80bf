package io.fairstream.rules.share;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Defects of the past. */
class AssociationDefectsTest {
    private final AssociationPipeline books =
            new AssociationPipeline(Used.terms(Billing.of("node=1", Billing.Mode.SUM)));

    private double weight(String path) {
        return books.state(path).sums().weight();
    }

    /** As many holdings begin as end: the sums of such a commit seemed to be of nobody who uses anything. */
    @Test
    void aBankUsesMoreWhenAJobInItGrew() {
        books.tell("10 RUNNING x4 /a/b alice");
        books.commit();
        books.tell("20 RUNNING x6");
        assertEquals(6, weight("a/b/alice"));
        assertEquals(6, weight("a/b"));
        assertEquals(6, weight("a"));
    }

    /** The wrong begin was taken back first, so that for a moment alice held nothing, and what she used was forgotten. */
    @Test
    void aCorrectionOfOneHoldingLeavesTheOthers() {
        books.tell("10 RUNNING x4 /a alice; 20 RUNNING x8");
        books.commit();
        books.tell("5 RUNNING x4 /a alice");
        assertEquals(8, weight("a/alice"));
        assertEquals(8, weight("a"));
        assertEquals(
                Used.smooth(4, 5, 20, 100, Used.HALF_LIFE) + Used.smooth(8, 20, 100, 100, Used.HALF_LIFE),
                books.smoothUsage("a/alice", 100),
                1e-9);
    }

    /** Two jobs: one of two nodes runs, and one of three, which has ended, began earlier after all. */
    @Test
    void aCorrectionOfAJobThatEndedLeavesTheOneThatRuns() {
        books.tell("10 RUNNING x2 /a alice; 10 RUNNING x3 /a alice job=8; 20 COMPLETE job=8");
        books.commit();
        books.tell("5 RUNNING x3 /a alice job=8");
        assertEquals(2, weight("a/alice"));
        assertEquals(2, weight("a"));
    }

    /** Rounding leaves 2.8e-17 of three jobs of a tenth each. */
    @Test
    void whoHoldsNothingUsesNothing() {
        AssociationPipeline tenths = new AssociationPipeline(Used.terms(Billing.of("cpu=0.1", Billing.Mode.SUM)));
        tenths.tell("10 RUNNING x1 /a alice; 10 RUNNING x2 /a alice job=8; 20 COMPLETE job=8; 30 COMPLETE");
        assertEquals(0, tenths.state("a/alice").sums().weight());
        assertEquals(0, tenths.state("a").sums().weight());
        tenths.tell(
                "40 RUNNING x1 /a alice job=9; 41 RUNNING x2 /a alice job=8 @40; 42 COMPLETE job=9; 50 COMPLETE job=8");
        assertEquals(0, tenths.state("a/alice").sums().weight());
        assertEquals(0, tenths.state("a").sums().weight());
    }

    /** The bank had no row, so that the user had no place, unless begin and end were committed one after the other. */
    @Test
    void aBankIsThereForAJobThatEndedAsItBegan() {
        books.tell("10 RUNNING x4 /a alice; 10 COMPLETE");
        books.commit();
        assertEquals(
                books.state("a/alice").sums().asOf(), books.state("a").sums().asOf());
        books.tell("20 RUNNING x4 /b bob job=8");
        books.commit();
        books.tell("20 COMPLETE job=8");
        books.commit();
        assertEquals(books.state("b/bob").sums().asOf(), books.state("b").sums().asOf());
    }

    /** A user's periods of a year ago were kept because a bank with the same path was still in use. */
    @Test
    void aUserAndABankOfOneNameForgetOldPeriodsTogether() {
        books.tell("10 RUNNING x4 /a b; 20 COMPLETE; 5000 RUNNING x2 /a/b alice job=8; 5100 COMPLETE job=8");
        AssociationState state = books.state("a/b");
        assertEquals(Map.of(51L, 20_000_000L), state.sums().periods());
        assertEquals(240, state.rawUsage());
        assertEquals("b", state.user());
        assertNull(books.state("a").user());
    }

    /** The thirty-third amount ends the run: 1 to 33 nodes for 10 s each are booked at second 330, 34 to 40 at its end. */
    @Test
    void aRunOfManySizesIsBookedAsIfItHadEnded() {
        for (int nodes = 1; nodes <= 40; nodes++) {
            books.tell((nodes - 1) * 10 + " RUNNING x" + nodes + " /a alice");
        }
        assertEquals("a/alice 3:5610", Used.finished(books));
        books.tell("400 COMPLETE");
        assertEquals("a/alice 3:5610 4:2590", Used.finished(books));
        assertEquals(8200, books.state("a").rawUsage());
    }
}
