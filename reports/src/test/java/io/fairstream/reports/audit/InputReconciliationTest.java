package io.fairstream.reports.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.schemas.InputCounts;
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

    private static InputCounts inputCounts(long read, long applied, long waiting) {
        return new InputCounts("fairstream.session-deltas", 0, read, applied, 4L, 2L, 1L, waiting, null, null);
    }
}
