package io.fairstream.rules.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.job.JobSnapshot.JobCensus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Which finished jobs have to go first. */
class JobCensusTest {
    private static JobSnapshot job(String events) {
        JobPipeline books = new JobPipeline();
        JobText.events(events).forEach(books::apply);
        return Objects.requireNonNull(books.ledger().newest());
    }

    @Test
    void aFloodOfJobsThatFailAtOnceGoesFirstThenWhatEndedFirst() {
        JobCensus census = new JobCensus();
        JobSnapshot flood = job("50 RUNNING bob; 52 COMPLETE FAILED");
        JobSnapshot old = job("10 RUNNING alice; 20 COMPLETE COMPLETED");
        JobSnapshot failedOnce = job("30 RUNNING alice; 31 COMPLETE FAILED");
        for (int i = 0; i < 10; i++) {
            census.changes(null, flood);
        }
        census.changes(null, old);
        census.changes(null, failedOnce);
        List<JobCensus.Finished> finished = new ArrayList<>(List.of(
                census.finished("failed once", failedOnce),
                census.finished("flood", flood),
                census.finished("old", old)));
        finished.sort(JobCensus.Finished.FIRST);
        assertEquals(
                List.of("flood", "old", "failed once"),
                finished.stream().map(JobCensus.Finished::key).toList());
        assertEquals(12, census.rows());
        assertEquals(Map.of("alice", 1, "bob", 10), census.failures());
    }

    @Test
    void whatWasCancelledOrRanForLongDidNotFailAtOnce() {
        JobCensus census = new JobCensus();
        census.changes(null, job("10 COMPLETE CANCELLED alice"));
        census.changes(null, job("10 RUNNING alice; 16 COMPLETE FAILED"));
        census.changes(null, job("10 RUNNING alice; 11 COMPLETE COMPLETED"));
        assertEquals(Map.of(), census.failures());
        assertEquals(3, census.rows());
    }

    @Test
    void aRowThatGoesIsNoLongerCounted() {
        JobCensus census = new JobCensus();
        JobSnapshot running = job("10 RUNNING bob");
        JobSnapshot failed = job("10 RUNNING bob; 11 COMPLETE FAILED");
        census.changes(null, running);
        census.changes(running, failed);
        assertEquals(Map.of("bob", 1), census.failures());
        census.changes(failed, null);
        assertEquals(Map.of(), census.failures());
        assertEquals(0, census.rows());
    }

    @Test
    void onlyFinishedJobsAreDueToGo() {
        JobRetention retention = new JobRetention(Duration.ofSeconds(60), 100);
        JobSnapshot done = job("10 RUNNING bob; 11 COMPLETE");
        assertFalse(retention.isOver(done, 71_000));
        assertTrue(retention.isOver(done, 71_001));
        assertFalse(retention.isOver(job("10 RUNNING bob"), 1_000_000));
        assertEquals(0, retention.surplus(100));
        assertEquals(1, retention.surplus(101));
        assertEquals(0, new JobRetention(Duration.ofSeconds(60), 0).surplus(1_000_000));
        assertEquals(25, retention.share(4).maxRows());
    }
}
