package io.fairstream.query.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.query.records.GivenRecords;
import io.fairstream.schemas.InputCounts;
import io.fairstream.schemas.Rejection;
import io.fairstream.schemas.RejectionReason;
import io.fairstream.schemas.Topics;
import org.junit.jupiter.api.Test;

class InputReconciliationTest {
    @Test
    void recordsThatWaitForTheirSnapshotAreNotLost() {
        InputReconciliation.Counts counts = InputReconciliation.Counts.of(inputCounts(20, 10, 3));
        assertTrue(counts.adds());
        assertEquals(
                "10 applied + 4 duplicates + 2 without effect + 1 rejected + 3 waiting for their snapshot + 0 dead letters",
                counts.text());
    }

    @Test
    void duplicatesThatMayHaveBeenNewAreShownWithWhatMendsIt() {
        InputCounts inputCounts =
                InputCounts.newBuilder(inputCounts(17, 10, 0)).setAmbiguous(3L).build();
        assertEquals(
                "10 applied + 4 duplicates (3 may have been new: name the matches by matchId) + 2 without effect + 1"
                        + " rejected + 0 dead letters",
                InputReconciliation.Counts.of(inputCounts).text());
    }

    @Test
    void aRecordThatIsNeitherIsMissed() {
        assertFalse(InputReconciliation.Counts.of(inputCounts(20, 10, 2)).adds());
        assertTrue(InputReconciliation.Counts.of(inputCounts(17, 10, 0)).adds());
    }

    @Test
    void rejectionsOfOneOffsetCountEachSinceATopicMayHaveBeenMadeAgain() {
        GivenRecords records = new GivenRecords()
                .with(
                        Topics.INPUT_COUNTS,
                        "fairstream.matches/0",
                        new InputCounts("fairstream.matches", 0, 2L, 0L, 0L, 0L, 2L, 0L, null, null))
                .with(Topics.REJECTIONS, "slot1", rejection("one"))
                .with(Topics.REJECTIONS, "slot2", rejection("other"));
        Check reported = new InputReconciliation(records)
                .checks().stream()
                        .filter(check -> check.name().equals("matches: every rejection reported"))
                        .findFirst()
                        .orElseThrow();
        assertEquals(new Check("matches: every rejection reported", true, "2 rows in rejections, 2 counted"), reported);
    }

    private static Rejection rejection(String original) {
        return new Rejection("fairstream.matches", 0, 7L, null, RejectionReason.TOO_LATE, "at: long ago", original);
    }

    private static InputCounts inputCounts(long read, long applied, long waiting) {
        return new InputCounts("fairstream.session-deltas", 0, read, applied, 4L, 2L, 1L, waiting, null, null);
    }
}
