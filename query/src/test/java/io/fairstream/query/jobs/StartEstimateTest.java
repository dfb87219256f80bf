package io.fairstream.query.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.schemas.Job;
import io.fairstream.schemas.JobState;
import io.fairstream.testing.SyntheticUse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** It is 8 o'clock on a synthetic cluster; nodes and limits are what a row says in turn. */
class StartEstimateTest {
    private static final Job RUNS_TO_10 = Cluster.running(1, 4, 10.0);
    private static final Job RUNS_TO_12 = Cluster.running(2, 2, 12.0);

    @Test
    void eachStartsInItsTurnAsSoonAsEnoughNodesAreFree() {
        assertEquals(
                Map.of(11L, 10.0, 12L, 12.0, 13L, 12.0),
                starts(
                        Map.of(),
                        RUNS_TO_10,
                        RUNS_TO_12,
                        Cluster.waiting(11, 3, 1, 90),
                        Cluster.waiting(12, 5, 2, 80),
                        Cluster.waiting(13, 1, 1, 70)),
                "11 takes 3 of the 4 nodes free at 10 and ends at 11; 12 wants 5 and waits until 12; 13 after it");
    }

    @Test
    void nobodyOvertakesWhoeverIsBeforeHim() {
        assertEquals(
                Map.of(11L, 12.0, 12L, 13.0),
                starts(Map.of(), RUNS_TO_10, RUNS_TO_12, Cluster.waiting(11, 6, 1, 90), Cluster.waiting(12, 1, 1, 80)),
                "12 would fit at 10, but is second");
    }

    @Test
    void ofEqualPriorityWhoCameFirstAndAnUnknownPriorityIsLast() {
        Job early = Cluster.waiting(21, 4, 1, 50);
        Job late = Job.newBuilder(Cluster.waiting(20, 4, 1, 50))
                .setSubmitted(SyntheticUse.at(7))
                .build();
        Job unknown =
                Job.newBuilder(Cluster.waiting(19, 4, 1, 0)).setPriority(null).build();
        assertEquals(Map.of(21L, 10.0, 20L, 11.0, 19L, 12.0), starts(Map.of(), RUNS_TO_10, late, early, unknown));
    }

    @Test
    void aKnownSizeLetsJobsStartAtOnce() {
        assertEquals(
                Map.of(11L, 8.0), starts(Map.of("batch", 8L), RUNS_TO_10, RUNS_TO_12, Cluster.waiting(11, 2, 1, 90)));
    }

    @Test
    void whoWantsMoreThanThereIsIsPassedOver() {
        assertEquals(
                Map.of(12L, 10.0),
                starts(Map.of(), RUNS_TO_10, Cluster.waiting(11, 5, 1, 90), Cluster.waiting(12, 4, 1, 80)));
    }

    @Test
    void behindARunWithoutEndNobodyKnows() {
        assertEquals(
                Map.of(11L, 10.0),
                starts(
                        Map.of(),
                        RUNS_TO_10,
                        Cluster.running(2, 2, null),
                        Cluster.waiting(11, 4, 1, 90),
                        Cluster.waiting(12, 6, 1, 80),
                        Cluster.waiting(13, 1, 1, 70)));
        assertEquals(
                Map.of(11L, 10.0),
                starts(Map.of(), RUNS_TO_10, Cluster.waiting(11, 4, 0, 90), Cluster.waiting(12, 1, 1, 80)),
                "nor behind a waiting job without a time limit");
    }

    @Test
    void aRunThatShouldHaveEndedCountsAsEndingNow() {
        assertEquals(Map.of(11L, 8.0), starts(Map.of(), Cluster.running(1, 4, 7.0), Cluster.waiting(11, 4, 1, 90)));
    }

    @Test
    void whatTheSchedulerExpectsStaysAndTakesItsNodes() {
        Job expected = Job.newBuilder(Cluster.waiting(11, 4, 1, 90))
                .setStartTime(SyntheticUse.at(10.5))
                .build();
        Job missed = Job.newBuilder(Cluster.waiting(12, 4, 1, 80))
                .setStartTime(SyntheticUse.at(7))
                .build();
        assertEquals(Map.of(12L, 11.5), starts(Map.of(), RUNS_TO_10, expected, missed), "an hour after 10:30");
    }

    @Test
    void heldJobsAndThoseWithoutCountsHaveNone() {
        Job held = SyntheticUse.job(11, JobState.HELD).setPriority(90.0).build();
        Job unknown = Job.newBuilder(Cluster.waiting(12, 1, 1, 80))
                .setNodes(null)
                .setProcessors(null)
                .build();
        assertEquals(Map.of(), starts(Map.of(), RUNS_TO_10, held, unknown));
    }

    @Test
    void whereSomeTellNoNodesProcessorsAreCounted() {
        Job without = Job.newBuilder(Cluster.waiting(11, 1, 1, 90))
                .setNodes(null)
                .setProcessors(5)
                .build();
        assertEquals(
                Map.of(11L, 12.0),
                starts(Map.of(), RUNS_TO_10, RUNS_TO_12, without),
                "4 processors each: those of the first are not enough");
    }

    @Test
    void partitionsDoNotShareTheirNodes() {
        Job other = Job.newBuilder(Cluster.waiting(11, 1, 1, 90))
                .setPartition("debug")
                .build();
        assertEquals(Map.of(), starts(Map.of(), RUNS_TO_10, other), "nothing is known of debug's nodes");
        assertEquals(Map.of(11L, 8.0), starts(Map.of("debug", 1L), RUNS_TO_10, other));
    }

    private static Map<Long, Double> starts(Map<String, Long> sizes, Job... jobs) {
        Map<Long, Double> hours = new TreeMap<>();
        new StartEstimate(sizes, SyntheticUse.at(8))
                .starts(new ArrayList<>(List.of(jobs)))
                .forEach((id, start) -> hours.put(
                        id.jobId(), Duration.between(SyntheticUse.at(0), start).toMinutes() / 60.0));
        return hours;
    }
}
