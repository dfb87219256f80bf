package io.fairstream.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.schemas.Priority;
import io.fairstream.schemas.SetFactor;
import io.fairstream.schemas.SetPriority;
import io.fairstream.schemas.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Rows are published again when what they say is off by more than 1 %, and only then. */
class RefreshTest {
    private static final Duration PERIOD = Duration.ofMinutes(5);

    private Pipeline pipeline = new Pipeline(Pipeline.config(PERIOD));

    @AfterEach
    void close() {
        pipeline.close();
    }

    @Test
    void onlyThoseWhoseNumbersAreOffArePublishedAgain() {
        pipeline.matched("slot1", "alice", 4, 0).matched("slot2", "bob", 2, -3600);
        pipeline.matched("slot3", "idle", 0.1, -60).unmatched("slot3", -30);
        pipeline.edit("edited", 0, SetFactor.newBuilder().setFactor(3).build());
        pipeline.edit("fading", 0, new SetPriority(10.0));
        pipeline.everything();

        pipeline.driver().advanceWallClockTime(PERIOD);
        Map<String, Priority> rows = pipeline.table(Topics.PRIORITIES);
        assertEquals(Set.of("alice", "bob", "fading"), rows.keySet(), "idle and edited stay at the floor");
        assertEquals(List.of(), pipeline.everything(), "nothing but priorities");
        rows.values().forEach(row -> assertEquals(Pipeline.at(300), row.getAsOf()));
        assertEquals(1200, of(rows, "alice").getWeightedAccumulatedUsage(), 1e-9);
        assertEquals(10 * Math.pow(2, -300 / 3600.0), of(rows, "fading").getRealPriority(), 1e-9);

        pipeline.driver().advanceWallClockTime(Duration.ofSeconds(16));
        assertEquals(
                Set.of("alice"),
                pipeline.table(Topics.PRIORITIES).keySet(),
                "5 % more usage for alice, less than 1 % for the others");
    }

    private static Priority of(Map<String, Priority> rows, String customer) {
        return java.util.Objects.requireNonNull(rows.get(customer));
    }

    @Test
    void aLaterEventIsExactWhateverWasPublishedBefore() {
        pipeline.matched("slot1", "alice", 4, 0);
        pipeline.driver().advanceWallClockTime(Duration.ofMinutes(50));
        pipeline.everything();
        pipeline.sentAt(Pipeline.at(3000)).unmatched("slot1", 1800);
        Priority row = pipeline.row(Topics.PRIORITIES, "alice");
        assertEquals(Pipeline.at(1800), row.getAsOf());
        assertEquals(7200, row.getWeightedAccumulatedUsage());
        assertEquals(0.5 + 3.5 * (1 - Math.sqrt(0.5)), row.getRealPriority(), 1e-12);
    }

    @Test
    void whatWasRefreshedIsNotPublishedAgainUntilItIsOff() {
        pipeline.matched("slot1", "alice", 4, 0);
        pipeline.driver().advanceWallClockTime(Duration.ofHours(100));
        assertEquals(
                Pipeline.at(360_000), pipeline.row(Topics.PRIORITIES, "alice").getAsOf());
        pipeline.driver().advanceWallClockTime(Duration.ofMinutes(50));
        assertEquals(0, pipeline.records(Topics.PRIORITIES).size());
        pipeline.driver().advanceWallClockTime(Duration.ofMinutes(15));
        assertEquals(1, pipeline.records(Topics.PRIORITIES).size());
    }

    @Test
    void aRefreshedRowCarriesTheTimeOfItsSending() {
        pipeline.matched("slot1", "alice", 4, 0);
        pipeline.records(Topics.PRIORITIES);
        pipeline.driver().advanceWallClockTime(PERIOD);
        List<TestRecord<String, Priority>> rows = pipeline.records(Topics.PRIORITIES);
        assertEquals(Pipeline.at(300), rows.get(0).getRecordTime());
    }

    @Test
    void ofOneThatIsDeletedNothingIsPublishedAgain() {
        pipeline.edit("alice", 0, new SetPriority(10.0));
        pipeline.matched("slot1", "bob", 1, 0);
        pipeline.edit("alice", 60, new io.fairstream.schemas.Delete());
        pipeline.everything();
        pipeline.driver().advanceWallClockTime(Duration.ofHours(1));
        assertEquals(Set.of("bob"), pipeline.table(Topics.PRIORITIES).keySet());
    }

    @Test
    void withoutARefreshNothingIsPublishedByTheClock() {
        pipeline.close();
        pipeline = new Pipeline(Pipeline.config(Duration.ZERO));
        pipeline.matched("slot1", "alice", 4, 0);
        pipeline.everything();
        pipeline.driver().advanceWallClockTime(Duration.ofDays(1));
        assertTrue(pipeline.everything().isEmpty());
    }

    @Test
    void aRowWhoseLeaseHasEndedIsOff() {
        pipeline.matched("slot0", "bob", 1, 0);
        pipeline.edit("alice", 0, new SetFactor(10.0, Pipeline.at(60)));
        pipeline.everything();
        pipeline.driver().advanceWallClockTime(PERIOD);
        Map<String, Priority> rows = pipeline.table(Topics.PRIORITIES);
        assertEquals(Set.of("alice", "bob"), rows.keySet());
        assertEquals(1, of(rows, "alice").getPriorityFactor());
    }
}
