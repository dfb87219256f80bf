package io.fairstream.query.audit;

import static io.fairstream.query.DocumentLines.rows;
import static io.fairstream.query.DocumentLines.sentences;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.query.records.Row;
import io.fairstream.query.tables.Refusals;
import io.fairstream.query.tables.RefusedTopic;
import io.fairstream.schemas.Rejection;
import io.fairstream.schemas.RejectionReason;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AuditTest {
    private static final Check GOOD = new Check("usage = charges", true, "2 customers");
    private static final Check BAD = new Check("nodes = charges", false, "\"tux/n1\": no row (expected: one)");
    private static final RefusalSummary NONE = new RefusalSummary(44, List.of());

    /**
     * Matches of which two came too late.
     *
     * @param counted how many refusals were counted
     */
    private static RefusalSummary late(long counted) {
        Refusals refusals = new Refusals();
        for (long offset = 7; offset < 9; offset++) {
            Rejection rejection =
                    new Rejection("fairstream.matches", 1, offset, null, RejectionReason.TOO_LATE, "at: long ago", "");
            refusals.add(new Row<>("slot1@node7", rejection, 0, offset, new RecordHeaders()));
        }
        RefusedTopic topic = refusals.topics().iterator().next();
        return new RefusalSummary(44, List.of(new RefusalSummary.Of(topic, 40, counted)));
    }

    @Test
    void checksAreRowsAndTheLastRowCountsThem() {
        Audit audit = new Audit(List.of(GOOD, BAD), NONE);
        assertFalse(audit.balanced());
        assertEquals(1, audit.failed());
        assertEquals(
                List.of(
                        Map.of("holds", true, "check", "usage = charges", "detail", "2 customers"),
                        Map.of("holds", false, "check", "nodes = charges", "detail", BAD.detail()),
                        Map.of("balanced", false, "checks", 2, "records", 44L, "refused", 0L, "unreadable", 0L)),
                rows(audit.document()));
        assertEquals(List.of(), sentences(audit.document()), "the failure is what it ends with");
    }

    @Test
    void booksThatBalanceAreSaidTo() {
        assertEquals(
                List.of("The books balance, all 1 checks hold; none of 44 records was refused."),
                sentences(new Audit(List.of(GOOD), NONE).document()));
    }

    @Test
    void whatCountsForNothingIsSaidWithAnExample() {
        Audit audit = new Audit(List.of(GOOD), late(2));
        assertTrue(audit.balanced());
        assertEquals(
                List.of(
                        "The books balance, all 1 checks hold, BUT 2 of 44 records are not accounted: 2 rejected, 0"
                                + " unreadable (see table rejections).",
                        "REFUSED 2 of 40 records of fairstream.matches, from node7 (2)"),
                sentences(audit.document()));
        List<Map<String, Object>> rows = rows(audit.document());
        assertEquals(
                "{topic=fairstream.matches, reason=TOO_LATE, refused=2, records=40, partition=1, offset=7, key=slot1@node7,"
                        + " detail=at: long ago}",
                rows.get(1).toString());
        assertEquals(
                "{topic=fairstream.matches, source=node7, refused=2}",
                rows.get(2).toString());
    }

    @Test
    void refusalsWhoseRowsAreDeletedAreCountedToo() {
        RefusalSummary refusals = late(5);
        assertEquals(5, refusals.refused());
        assertTrue(sentences(refusals.document()).contains("The rows of 3 are deleted."));
    }

    @ParameterizedTest(name = "{0} differences")
    @CsvSource({"0, true, fine", "1, false, d1", "3, false, d1; d2; d3", "5, false, d1; d2; d3; and 2 more"})
    void aCheckShowsTheFirstDifferences(int differences, boolean holds, String detail) {
        List<String> all = List.of("d1", "d2", "d3", "d4", "d5").subList(0, differences);
        assertEquals(new Check("some", holds, detail), Check.of("some", "fine", all));
    }
}
