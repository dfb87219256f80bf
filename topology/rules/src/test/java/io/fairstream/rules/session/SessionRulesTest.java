package io.fairstream.rules.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.rules.journal.Account;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Outcome;
import io.fairstream.rules.journal.Outcome.Effect;
import io.fairstream.rules.session.SessionDelta.Segment;
import io.fairstream.rules.session.SessionLedger.RejectedParts;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The outcome of the last record of each row; the words are those of {@link Snapshots}. */
class SessionRulesTest {
    private final SessionLedger ledger = new SessionLedger();
    private final List<Charge> charges = new ArrayList<>();

    private Outcome<Charge, RejectedParts> play(String words) {
        Outcome<Charge, RejectedParts> outcome = Outcome.of(Effect.DUPLICATE);
        for (Segment part : Snapshots.of(words)) {
            outcome = ledger.apply(part, Snapshots.CAUSE);
            charges.clear();
            charges.addAll(outcome.charges());
        }
        return outcome;
    }

    @ParameterizedTest(name = "{3}")
    @CsvSource(
            delimiter = '|',
            value = {
                "a#0 0-30 x4 10:alice=60 SYSTEM=5 IDLE=*"
                        + " | tux/0/IDLE=55@0-30 tux/0/SYSTEM=5@0-30 tux/10(alice)=60@0-30"
                        + " | IDLE=55@0-30 SYSTEM=5@0-30 alice=60@0-30"
                        + " | a job and its user, and what is nobody's",
                "a#0 0-30 x4 10:alice=60 alice=20 IDLE=*"
                        + " | tux/0/IDLE=40@0-30 tux/10(alice)=60@0-30 tux/0/alice=20@0-30"
                        + " | IDLE=40@0-30 alice=80@0-30"
                        + " | a session of no job is charged to cluster/0/user, its user pays once for both",
                "a#0 0-30 x4 10:alice=60 10:alice=20 IDLE=*"
                        + " | tux/0/IDLE=40@0-30 tux/10(alice)=80@0-30"
                        + " | IDLE=40@0-30 alice=80@0-30"
                        + " | sessions of one job and user are one charge",
                "a#0 0-30 x4 10:alice=60 10:bob=20 IDLE=*"
                        + " | tux/0/IDLE=40@0-30 tux/10(alice)=60@0-30 tux/10(bob)=20@0-30"
                        + " | IDLE=40@0-30 alice=60@0-30 bob=20@0-30"
                        + " | a job with sessions of two users is charged once for each",
                "a#0 0-30 x4 10:alice=0 bob=0 SYSTEM=0 IDLE=*"
                        + " | tux/0/IDLE=120@0-30 | IDLE=120@0-30"
                        + " | who used nothing is charged nothing",
                "a#0 0-30 x4 10:alice=0,900 SYSTEM=0 IDLE=*"
                        + " | tux/0/IDLE=120@0-30 tux/10(alice)=0@0-30,900 | IDLE=120@0-30 alice=0@0-30,900"
                        + " | memory is use, too",
                "a#0 0-30 x4 10:alice=1,700 10:alice=1,900 10:alice=1,800 IDLE=*"
                        + " | tux/0/IDLE=117@0-30 tux/10(alice)=3@0-30,900 | IDLE=117@0-30 alice=3@0-30,900"
                        + " | high-waters take the largest, times add",
                "a#0 0-30 x4 10:alice=121 SYSTEM=-1 IDLE=0"
                        + " | tux/0/SYSTEM=-1@0-30 tux/10(alice)=121@0-30 | SYSTEM=-1@0-30 alice=121@0-30"
                        + " | what was measured in the wrong interval is SYSTEM's, below 0",
                "a#0 0-30 x4 IDLE=120 | tux/0/IDLE=120@0-30 | IDLE=120@0-30 | one part may be all",
            })
    void chargesOnceForEachAccount(String snapshot, String jobs, String users, String reason) {
        play(snapshot);
        assertEquals(jobs, Snapshots.told(charges, Account.Kind.JOB), reason);
        assertEquals(users, Snapshots.told(charges, Account.Kind.USER), reason);
    }

    @ParameterizedTest(name = "{3}")
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "a#0 0-30 x4 IDLE=* | - | 0+0+120+0=120 0-30 x4 | before the first snapshot nothing",
                "a#0 0-30 x4 IDLE=*; a#1 30-60 x4 IDLE=* | - | 0+0+240+0=240 0-60 x4 | snapshots that touch leave no gap",
                "a#0 0-30 x4 IDLE=*; a#2 60-90 x4 IDLE=* | DOWN=120@30-60 | 0+0+240+120=360 0-90 x4"
                        + " | a gap is charged once the next snapshot closes it",
                "a#0 0-30 x4 IDLE=*; b#0 60-90 x4 IDLE=* | DOWN=120@30-60 | 0+0+240+120=360 0-90 x4"
                        + " | also when the agent began anew",
                "a#0 0-30 x4 IDLE=*; b#0 60-90 x8 IDLE=* | DOWN=120@30-60 | 0+0+360+120=480 0-90 x8"
                        + " | the processors of a gap are those before it",
                "a#0 0-30 x4 IDLE=*; a#2 60-90 x4 IDLE=*; a#1 30-60 x4 IDLE=* | DOWN=-120@30-60 | 0+0+360+0=360 0-90 x4"
                        + " | a late snapshot that fills the gap takes DOWN back",
                "a#0 0-30 x4 IDLE=*; a#9 90-99 x4 IDLE=*; a#1 40-60 x4 IDLE=* | DOWN=-80@40-60 | 0+0+236+160=396 0-99 x4"
                        + " | one in the middle takes back its part",
                "a#0 0-30 x4 IDLE=*; a#9 90-99 x4 IDLE=*; a#1 30-40 x4 IDLE=* | DOWN=-40@30-40 | 0+0+196+200=396 0-99 x4"
                        + " | one at the begin of the gap too",
                "a#0 0-30 x4 IDLE=*; a#9 90-99 x4 IDLE=*; a#8 80-90 x4 IDLE=* | DOWN=-40@80-90 | 0+0+196+200=396 0-99 x4"
                        + " | and one at its end",
                "a#0 0-30 x4 IDLE=*; a#9 90-99 x4 IDLE=*; b#0 40-60 x6 IDLE=*"
                        + " | DOWN=180@60-90 DOWN=-200@40-90 | 0+0+276+220=496 0-99 x4"
                        + " | with other processors it changes what remains of the gap after it",
                "a#0 0-30 x4 IDLE=*; a#9 90-99 x4 IDLE=*; b#0 40-90 x6 IDLE=* | DOWN=-200@40-90 | 0+0+456+40=496 0-99 x4"
                        + " | unless nothing remains",
                "a#1 60-90 x4 IDLE=*; a#0 0-30 x8 IDLE=* | DOWN=240@30-60 | 0+0+360+240=600 0-90 x4"
                        + " | a snapshot before the first makes the time between them DOWN",
                "a#1 60-90 x4 IDLE=*; a#0 30-60 x4 IDLE=* | - | 0+0+240+0=240 30-90 x4 | unless they touch",
            })
    void countsTimeThatNoSnapshotCoversAsDown(String history, String down, String node, String reason) {
        play(history);
        charges.removeIf(charge -> !charge.account().name().endsWith("DOWN"));
        assertEquals(down == null ? "" : down, Snapshots.told(charges, Account.Kind.USER), reason);
        assertEquals(
                down == null ? "" : down.replace("DOWN", "tux/0/DOWN"),
                Snapshots.told(charges, Account.Kind.JOB),
                "the job's account is charged the same");
        charges.forEach(charge -> assertEquals(-2L, Snapshots.usage(charge).userId()));
        assertEquals(node, Snapshots.told(ledger.time()), reason);
    }

    @ParameterizedTest(name = "{3}")
    @CsvSource(
            delimiter = '|',
            value = {
                "a#0/1 0-30 x4 10:alice=60 IDLE=* | WAITING | 1 | a part waits for the rest",
                "a#0/1,2 0-30 x4 10:alice=60 IDLE=* | APPLIED | 0 | all parts count together",
                "a#0/2,1 0-30 x4 10:alice=60 IDLE=* | APPLIED | 0 | in any order",
                "a#0/1,1 0-30 x4 10:alice=60 IDLE=* | DUPLICATE | 1 | a part that waits is known",
                "a#0/1,2,1 0-30 x4 10:alice=60 IDLE=* | DUPLICATE | 0 | a part of an applied snapshot is known",
                "a#0 0-30 x4 IDLE=*; a#1 30-60 x4 IDLE=*; a#0 0-30 x4 IDLE=* | DUPLICATE | 0 | however long ago",
                "a#0 0-30 x4 IDLE=*; b#0 30-60 x4 IDLE=* | APPLIED | 0 | another incarnation has sequences of its own",
                "a#0/1 0-30 x4 IDLE=1 alice=119; a#1 30-60 x4 IDLE=* | APPLIED | 1"
                        + " | a complete snapshot does not wait for an incomplete one",
                "a#0/1 0-30 x4 IDLE=1 alice=119; a#1/1 30-60 x4 IDLE=1 alice=119 | WAITING | 2 | many may wait",
                "a#0 0-30 x4 alice=60 IDLE=59 | REJECTED: SNAPSHOT_UNBALANCED 0,1 | 0 | time is missing",
                "a#0 0-30 x4 alice=60 IDLE=61 | REJECTED: SNAPSHOT_UNBALANCED 0,1 | 0 | there is too much time",
                "a#0 0-30 x4 alice=60 IDLE=59; a#0 0-30 x4 alice=60 IDLE=60 | APPLIED | 0"
                        + " | what was refused may come again, mended",
                "a#0 0-30 x4 IDLE=*; b#0 29-60 x4 IDLE=* | REJECTED: SNAPSHOT_OVERLAPS 1 | 0 | begins in covered time",
                "a#1 30-60 x4 IDLE=*; b#0 0-31 x4 IDLE=* | REJECTED: SNAPSHOT_OVERLAPS 1 | 0 | ends in covered time",
                "a#1 30-60 x4 IDLE=*; b#0 0-90 x4 IDLE=* | REJECTED: SNAPSHOT_OVERLAPS 1 | 0 | lies around covered time",
                "a#1 0-90 x4 IDLE=*; b#0 30-60 x4 IDLE=* | REJECTED: SNAPSHOT_OVERLAPS 1 | 0 | lies within covered time",
                "a#1 30-60 x4 IDLE=*; b#0 30-60 x4 IDLE=* | REJECTED: SNAPSHOT_OVERLAPS 1 | 0 | is the same time",
                "b#0/1 0-40 x4 alice=1 IDLE=*; a#0 0-30 x4 IDLE=*; b#0/2 0-40 x4 alice=1 IDLE=*"
                        + " | REJECTED: SNAPSHOT_OVERLAPS 0,2 | 0 | the parts that wait are refused with it",
                "a#0/1 0-30 x4 alice=1 IDLE=*; a#0/2 0-31 x4 alice=1 IDLE=*"
                        + " | REJECTED: SNAPSHOT_CONTRADICTORY 0,1 | 0 | two ends",
                "a#0/1 1-30 x4 alice=1 IDLE=*; a#0/2 0-30 x4 alice=1 IDLE=*"
                        + " | REJECTED: SNAPSHOT_CONTRADICTORY 0,1 | 0 | two begins",
                "a#0/1 0-30 x4 alice=1 IDLE=*; a#0/2 0-30 x5 alice=1 IDLE=*"
                        + " | REJECTED: SNAPSHOT_CONTRADICTORY 0,1 | 0 | two numbers of processors",
                "a#0/1 0-30 x4 alice=1 IDLE=*; a#0/2 0-30 x4 alice=1 bob=1 IDLE=*"
                        + " | REJECTED: SNAPSHOT_CONTRADICTORY 0,1 | 0 | two numbers of parts",
                "a#0/1 0-30 x4 alice=1 IDLE=*; a#0/1 0-30 x4 alice=2 IDLE=*"
                        + " | REJECTED: SNAPSHOT_CONTRADICTORY 0,1 | 0 | one session, two contents",
                "a#0 0-30 x4 IDLE=*; a#0 60-90 x4 IDLE=* | DUPLICATE | 0 | a sequence counts once, whatever it says",
            })
    void countsASnapshotOnceAndWhole(String history, String outcome, int waiting, String reason) {
        assertEquals(outcome, Snapshots.told(play(history)), reason);
        assertEquals(waiting, ledger.waitingParts(), reason);
        assertEquals(waiting, ledger.waiting().size(), reason);
    }

    @ParameterizedTest(name = "{2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "a#0 0-30 x4 IDLE=*; a#1 30-60 x4 IDLE=* | a#0-1@0-60 x4 | snapshots that follow each other are one stretch",
                "a#1 30-60 x4 IDLE=*; a#0 0-30 x4 IDLE=* | a#0-1@0-60 x4 | in any order",
                "a#0 0-30 x4 IDLE=*; a#2 60-90 x4 IDLE=*; a#1 30-60 x4 IDLE=* | a#0-2@0-90 x4 | also from both sides",
                "a#0 0-30 x4 IDLE=*; a#1 31-60 x4 IDLE=* | a#0-0@0-30 x4 a#1-1@31-60 x4 | a gap in time divides",
                "a#0 0-30 x4 IDLE=*; a#2 30-60 x4 IDLE=* | a#0-0@0-30 x4 a#2-2@30-60 x4 | a gap in the sequence divides",
                "a#0 0-30 x4 IDLE=*; a#1 30-60 x5 IDLE=* | a#0-0@0-30 x4 a#1-1@30-60 x5 | other processors divide",
                "a#0 0-30 x4 IDLE=*; b#1 30-60 x4 IDLE=* | a#0-0@0-30 x4 b#1-1@30-60 x4 | another incarnation divides",
            })
    void remembersWhatIsCoveredInStretches(String history, String stretches, String reason) {
        play(history);
        assertEquals(stretches, Snapshots.told(ledger.coverage()), reason);
    }
}
