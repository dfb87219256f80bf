package io.fairstream.agent.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class IntervalTest {
    private static Map<Long, Long> millis(Interval interval) {
        Map<Long, Long> used = new TreeMap<>();
        interval.parts().forEach(part -> used.put(part.session(), part.cpu().micros() / 1000));
        return used;
    }

    private static Interval between(Scene before, Scene after) {
        return Interval.between(before.seen(), after.seen(), CpuRemainder.NONE);
    }

    /**
     * Vector C1 of Slurm's golden vectors: 4 processors, up for 3000 s, sessions 5000, 300 and 25 s, busy 5425 s, stolen 15 s. What is
     * stolen is SYSTEM here: 100 s that no session explains, and 15 s.
     */
    @Test
    void sessionsSystemAndIdleAddUpToTheNode() {
        Scene before = Scene.at(0).processors(4);
        Scene after = Scene.at(3_000_000).processors(4).busy(5_000_000, 425_000, 15_000);
        int[] sessions = {10, 11, 12};
        long[] seconds = {5_000, 300, 25};
        for (int i = 0; i < sessions.length; i++) {
            before.process(sessions[i], 0, 1, sessions[i], 0, 0);
            after.process(sessions[i], 0, 1, sessions[i], seconds[i] * 1000, 0);
        }
        assertEquals(
                Map.of(10L, 5_000_000L, 11L, 300_000L, 12L, 25_000L, 0L, 115_000L, -1L, 6_560_000L),
                millis(between(before, after)));
    }

    @Test
    void whatAMeasurementPutIntoTheWrongIntervalMakesSystemNegative() {
        Scene before = Scene.at(0).process(20, 0, 1, 20, 0, 0);
        Scene after = Scene.at(10_000).busy(3_000, 0, 0).process(20, 0, 1, 20, 3_020, 0);
        assertEquals(Map.of(20L, 3_020L, 0L, -20L, -1L, 17_000L), millis(between(before, after)));
    }

    /** On an overloaded node processes are read seconds after the node's counters. */
    @Test
    void noSnapshotSaysThatSessionsUsedMoreThanTheNodeHasAndNothingIsLost() {
        Scene before = Scene.at(0).process(20, 0, 1, 20, 0, 0).process(30, 0, 1, 30, 0, 0);
        Scene after = Scene.at(10_000)
                .busy(20_000, 0, 0)
                .process(20, 0, 1, 20, 11_500, 0)
                .process(30, 0, 1, 30, 11_500, 0);
        Interval first = between(before, after);
        assertEquals(Map.of(20L, 10_000L, 30L, 10_000L, 0L, 0L, -1L, 0L), millis(first));
        assertEquals(0, first.clipped());
        Scene last = Scene.at(20_000).busy(38_000, 0, 0).process(30, 0, 1, 30, 25_000, 0);
        Interval second = Interval.between(after.seen(), last.seen(), first.carry());
        assertEquals(
                Map.of(20L, 1_500L, 30L, 15_000L, 0L, 1_500L, -1L, 2_000L),
                millis(second),
                "of the one that ended, too");
        assertEquals(CpuRemainder.NONE, second.carry());
    }

    @Test
    void whatNoReadingExplainsIsCutAndCounted() {
        Scene before = Scene.at(0);
        Scene after = Scene.at(10_000).busy(20_000, 0, 0);
        for (int session = 20; session < 40; session++) {
            before.process(session, 0, 1, session, 0, 0);
            after.process(session, 0, 1, session, 3_600_000, 0);
        }
        Interval interval = between(before, after);
        long held = interval.carry().held().stream()
                .mapToLong(part -> part.cpu().micros())
                .sum();
        assertTrue(Math.abs(10 * 20_000_000 - held) < 20, held + " us");
        assertEquals(21, interval.clipped());
    }

    @Test
    void aFullNodeIsNeverIdleBelowZeroAndMakesUpForItLater() {
        Interval full = between(Scene.at(0), Scene.at(10_000).busy(20_030, 0, 0));
        assertEquals(Map.of(0L, 20_000L, -1L, 0L), millis(full));
        assertEquals(-30_000, full.carry().idleMicros());
        Interval next = Interval.between(
                Scene.at(10_000).busy(20_030, 0, 0).seen(),
                Scene.at(20_000).busy(35_030, 0, 0).seen(),
                full.carry());
        assertEquals(Map.of(0L, 15_030L, -1L, 4_970L), millis(next));
        assertEquals(CpuRemainder.NONE, next.carry());
    }

    @Test
    void anIntervalInWhichProcessorsCameCountsThemWholly() {
        assertEquals(
                Map.of(0L, 5_000L, -1L, 35_000L),
                millis(between(Scene.at(0), Scene.at(10_000).processors(4).busy(5_000, 0, 0))));
    }

    @Test
    void whatOnlyAJobsControlGroupCountedIsTheJobs() {
        Scene before = Scene.at(0)
                .session(20, 1001, 4711)
                .process(20, 0, 1, 20, 1_000, 0)
                .group(4711, 1_500, 0);
        Scene after = Scene.at(10_000)
                .busy(6_000, 0, 0)
                .session(19, 0, 4711)
                .process(19, 0, 1, 19, 0, 0)
                .session(20, 1001, 4711)
                .process(20, 0, 1, 20, 3_000, 0)
                .group(4711, 7_300, 0);
        Interval interval = between(before, after);
        assertEquals(Map.of(19L, 0L, 20L, 2_000L, -4712L, 3_800L, 0L, 200L, -1L, 14_000L), millis(interval));
        Segment group = interval.parts().get(2);
        assertEquals(4711, group.jobId());
        assertEquals(1001L, group.user(), "the scheduler's daemon in the job is not whose it is");
    }

    @Test
    void sessionsThatAreAheadOfTheirControlGroupAreMadeUpForLater() {
        Scene one = Scene.at(0).session(20, 1001, 7).process(20, 0, 1, 20, 0, 0).group(7, 0, 0);
        Scene two = Scene.at(10_000)
                .session(20, 1001, 7)
                .process(20, 0, 1, 20, 500, 0)
                .group(7, 493, 0);
        Scene three = Scene.at(20_000)
                .session(20, 1001, 7)
                .process(20, 0, 1, 20, 600, 0)
                .group(7, 613, 0);
        Interval first = Interval.between(one.seen(), two.seen(), CpuRemainder.NONE);
        assertEquals(Map.of(7L, Scene.millis(-7, 0)), first.carry().jobs());
        Interval second = Interval.between(two.seen(), three.seen(), first.carry());
        assertEquals(13L, millis(second).get(-8L), "613 counted, 600 said by /proc");
    }

    @Test
    void aControlGroupThatCameWithItsJobCountsFromItsBegin() {
        Scene after = Scene.at(10_000)
                .session(20, 1001, 7)
                .process(20, 2_000, 1, 20, 400, 0)
                .group(7, 900, 0);
        assertEquals(500L, millis(between(Scene.at(0), after)).get(-8L));
    }

    @Test
    void aControlGroupThatWasOverlookedBeginsWithWhatItsSessionsUse() {
        Scene before = Scene.at(60_000).session(20, 1001, 0).process(20, 0, 1, 20, 400, 0);
        Scene after = Scene.at(70_000)
                .session(20, 1001, 7)
                .process(20, 0, 1, 20, 450, 0)
                .group(7, 900, 0);
        assertEquals(null, millis(between(before, after)).get(-8L));
    }

    @Test
    void filesInMemoryOfAJobAreTheJobs() {
        Scene before = Scene.at(0)
                .session(20, 1001, 7)
                .process(20, 0, 1, 20, 0, 0, Scene.resident(100))
                .group(7, 0, 100);
        Scene after = Scene.at(10_000)
                .session(20, 1001, 7)
                .process(20, 0, 1, 20, 0, 0, Scene.resident(100))
                .group(7, 0, 700);
        Segment group = between(before, after).parts().get(1);
        assertEquals(-8, group.session());
        assertEquals(600 * 10 / 2, group.realKiBSeconds());
        assertEquals(600, group.realHighwaterKiB());
    }

    @Test
    void theSystemsModesAreTheNodesLessTheSessions() {
        Scene before = Scene.at(0).process(20, 0, 1, 20, 0, 0);
        Scene after = Scene.at(10_000).busy(5_000, 700, 40).process(20, 0, 1, 20, 4_000, 0);
        Segment system = between(before, after).parts().get(1);
        assertEquals(Scene.millis(1_000, 740), system.cpu());
        assertTrue(system.user() == null && system.jobId() == 0);
    }
}
