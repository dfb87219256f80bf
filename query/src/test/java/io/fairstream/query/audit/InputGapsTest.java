package io.fairstream.query.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.query.records.GivenRecords;
import io.fairstream.schemas.InputCounts;
import io.fairstream.schemas.Setting;
import io.fairstream.schemas.Topics;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InputGapsTest {
    private static final String ONCE = "matches: every record once";
    private static final String UNREAD = "every input read before it was deleted";
    private static final Instant AT = Instant.parse("2026-03-02T12:00:00Z");

    private final GivenRecords records = new GivenRecords();

    private static GivenRecords matches(GivenRecords records, int inLog, long counted) {
        for (int i = 0; i < inLog; i++) {
            records.with(Topics.MATCHES, "slot1", null);
        }
        InputCounts counts = new InputCounts("fairstream.matches", 0, counted, counted, 0L, 0L, 0L, 0L, null, null);
        return records.with(Topics.INPUT_COUNTS, "fairstream.matches/0", counts);
    }

    private void setting(String name, String value) {
        records.with(Topics.SETTINGS, name, new Setting(name, value, AT, "ann", "made anew"));
    }

    private Check check(String name) {
        return new InputReconciliation(records)
                .checks().stream()
                        .filter(check -> check.name().equals(name))
                        .findFirst()
                        .orElseThrow();
    }

    @ParameterizedTest(name = "{0} in the log, {1} counted, {2} accepted: {3}")
    @CsvSource({
        "10, 10,  0, true,   0",
        " 3, 10,  0, false,  7",
        " 3, 10,  7, true,   7",
        " 3, 10,  6, false,  7",
        "12, 10, 99, false,  0"
    })
    void aLossIsAcceptedUntilItGrows(int inLog, long counted, long accepted, boolean holds, long gap) {
        matches(records, inLog, counted);
        if (accepted > 0) {
            setting("accepted/" + ONCE, Long.toString(accepted));
        }
        Check check = check(ONCE);
        assertEquals(holds, check.holds(), check.detail());
        assertEquals(gap, check.gap());
        assertEquals(
                accepted > 0 && gap > 0,
                check.detail().endsWith("; accepted: " + accepted + ", by ann, made anew, 2026-03-02T12:00:00Z"));
        assertEquals(gap == 0 || !holds, new InputReconciliation(records).isWhole(Topics.MATCHES));
    }

    @Test
    void whatIsFoundTwiceIsOneGap() {
        assertTrue(check(UNREAD).holds());
        setting("unread/fairstream.matches/2/100", "250");
        setting("unread/fairstream.matches/2/90", "250");
        setting("unread/fairstream.matches/2/400", "500");
        setting("unread/fairstream.matches/x", "500");
        Check check = check(UNREAD);
        assertFalse(check.holds());
        assertEquals(260, check.gap());
        assertEquals(
                "at most 260 records were deleted unread: fairstream.matches partition 2 offsets 90 to 249 (160);"
                        + " fairstream.matches partition 2 offsets 400 to 499 (100)",
                check.detail());
    }

    @Test
    void deadLettersThatAreDeletedAreNotMissed() {
        matches(records, 10, 9);
        assertFalse(check(ONCE).holds());
        records.withoutOlder(Topics.DEAD_LETTERS);
        assertTrue(check(ONCE).holds());
        assertTrue(check(ONCE).detail().endsWith("older dead letters are deleted"));
    }
}
