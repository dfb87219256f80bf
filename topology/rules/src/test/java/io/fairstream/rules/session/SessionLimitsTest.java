package io.fairstream.rules.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.Amounts;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.Rejection.Reason;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Outcome;
import io.fairstream.rules.journal.Outcome.Effect;
import io.fairstream.rules.session.Coverage.Interval;
import io.fairstream.rules.session.SessionDelta.Segment;
import io.fairstream.rules.session.SessionDelta.SessionKind;
import io.fairstream.rules.session.SessionLedger.RejectedParts;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The memory of a node's ledger, and its duration. */
class SessionLimitsTest {
    private final SessionLedger ledger = new SessionLedger();

    private Outcome<Charge, RejectedParts> play(String words) {
        Outcome<Charge, RejectedParts> outcome = Outcome.of(Effect.DUPLICATE);
        for (Segment part : Snapshots.of(words)) {
            outcome = ledger.apply(part, Snapshots.CAUSE);
        }
        return outcome;
    }

    /** {@code place} of 4096 parts. */
    private Outcome<Charge, RejectedParts> playOneOfMany(long sequence, int place) {
        long micros = place == SessionDelta.MAX_PARTS ? 4_000_000 : 0;
        SessionKind kind = place == SessionDelta.MAX_PARTS ? SessionKind.IDLE : SessionKind.PROCESSES;
        SessionDelta delta = new SessionDelta(
                Snapshots.CLUSTER,
                Snapshots.NODE,
                "a",
                sequence,
                SessionDelta.MAX_PARTS,
                place,
                kind,
                0,
                null,
                "alice",
                1000 * sequence,
                1000 * sequence + 1000,
                micros,
                0,
                Amounts.EMPTY,
                4,
                0);
        return ledger.apply(new Segment(delta, 0, place), Snapshots.CAUSE);
    }

    @Test
    void aSnapshotOf4096PartsIsTheLargest() {
        for (int place = 1; place < SessionDelta.MAX_PARTS; place++) {
            assertEquals(Outcome.of(Effect.WAITING), playOneOfMany(0, place));
        }
        Outcome<Charge, RejectedParts> last = playOneOfMany(0, SessionDelta.MAX_PARTS);
        assertEquals(Effect.APPLIED, last.effect());
        assertEquals(0, ledger.waitingParts());
    }

    @Test
    void thatWhichWaitsLongestMakesRoom() {
        play("b#0/1,2 900000-900030 x4 alice=1 bob=1 IDLE=*");
        play("b#1/1 800000-800030 x4 alice=1 IDLE=*");
        for (int place = 1; place <= 4093; place++) {
            assertTrue(playOneOfMany(5, place).results().isEmpty());
        }
        assertEquals(4096, ledger.waitingParts());
        RejectedParts refused = playOneOfMany(5, 4094).results().get(0);
        assertEquals(
                new Rejection(
                        Reason.SNAPSHOT_INCOMPLETE,
                        "parts: 2 of 3 (expected: all before more than 4096 parts of the node wait)"),
                refused.refused());
        assertEquals(2, refused.parts().size());
        assertEquals(4095, ledger.waitingParts());
    }

    @Test
    void aSnapshotThatCanNoLongerBecomeCompleteIsGivenUp() {
        play("a#0/1 0-30 x4 alice=1 IDLE=*; a#1/1 30-60 x4 alice=1 IDLE=*");
        assertEquals(List.of(), ledger.forgetBefore(30_000));
        assertEquals(
                List.of(0L),
                ledger.forgetBefore(30_001).get(0).parts().stream()
                        .map(Segment::offset)
                        .toList());
        assertEquals(1, ledger.waitingParts());
        assertFalse(ledger.isEmpty());
        assertEquals(1, ledger.forgetBefore(60_001).size());
        assertTrue(ledger.isEmpty());
    }

    @Test
    void stretchesAreForgottenWhenNothingThatIsAcceptedCanTouchThem() {
        play("a#0 0-30 x4 IDLE=*; b#0 60-90 x4 IDLE=*; c#0 120-150 x4 IDLE=*; d#0 180-210 x4 IDLE=*");
        String time = Snapshots.told(ledger.time());
        ledger.forgetBefore(60_000);
        assertEquals("a#0-0@0-30 x4 b#0-0@60-90 x4 c#0-0@120-150 x4 d#0-0@180-210 x4", stretches());
        ledger.forgetBefore(60_001);
        assertEquals("b#0-0@60-90 x4 c#0-0@120-150 x4 d#0-0@180-210 x4", stretches());
        assertEquals("REJECTED: SNAPSHOT_OVERLAPS 0", Snapshots.told(play("e#0 50-61 x4 IDLE=*")));
        assertEquals("APPLIED", Snapshots.told(play("e#0 90-100 x4 IDLE=*")));
        ledger.forgetBefore(9_000_000);
        assertEquals("d#0-0@180-210 x4", stretches());
        assertEquals("0+0+520+320=840 0-210 x4", Snapshots.told(ledger.time()));
        assertEquals("0+0+480+360=840 0-210 x4", time);
    }

    @Test
    void theOldestStretchesAreForgottenWhenThereAreTooMany() {
        for (int i = 0; i < 400; i++) {
            play("a#%d %d-%d x4 IDLE=*".formatted(2 * i, 20 * i, 20 * i + 10));
        }
        List<Interval> left = ledger.coverage().stretches();
        assertEquals(255, left.size());
        assertEquals(20 * 145 * 1000, left.get(0).from());
        assertEquals("0+0+16000+15960=31960 0-7990 x4", Snapshots.told(ledger.time()), "the totals stay");
        assertEquals(
                new Rejection(
                        Reason.TOO_LATE,
                        "from: 1970-01-01T00:48:10Z (expected: 1970-01-01T00:48:20Z or later; the time that"
                                + " earlier snapshots covered is no longer known)"),
                play("a#289 2890-2900 x4 IDLE=*").results().get(0).refused());
        assertEquals("APPLIED", Snapshots.told(play("a#291 2910-2920 x4 IDLE=*")));
    }

    @Test
    void longNamesCountAgainstWhatIsRemembered() {
        for (int i = 0; i < 400; i++) {
            play("%s%03d#0 %d-%d x4 IDLE=*".formatted("i".repeat(47), i, 20 * i, 20 * i + 10));
        }
        assertEquals(8192 / (32 + 50), ledger.coverage().stretches().size());
    }

    @Test
    void silenceIsThreeIntervalsOfTheLastSnapshotUnlessItIsConfigured() {
        play("a#0 0-30 x4 IDLE=*");
        assertEquals(90_000_000, ledger.time().silenceMicros(Duration.ZERO));
        play("a#2 40-100 x4 IDLE=*");
        assertEquals(180_000_000, ledger.time().silenceMicros(Duration.ZERO));
        play("a#1 30-31 x4 IDLE=*");
        assertEquals(180_000_000, ledger.time().silenceMicros(Duration.ZERO), "a late one is not the last");
        assertEquals(5_000_001, ledger.time().silenceMicros(Duration.ofNanos(5_000_001_000L)));
    }

    private String stretches() {
        return Snapshots.told(ledger.coverage());
    }
}
