package io.fairstream.cli.shares;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.cli.shares.Edit.Kind;
import io.fairstream.query.priority.EditText;
import io.fairstream.schemas.Lease;
import io.fairstream.schemas.LeaseKind;
import io.fairstream.schemas.PlainJson;
import io.fairstream.schemas.Priority;
import io.fairstream.testing.SyntheticPool;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EditTest {
    private static final Instant ONE = SyntheticPool.NOON.plusSeconds(3600);

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            nullValues = "-",
            value = {
                "SET_PRIORITY         | 12.5       | {\"SetPriority\":{\"priority\":12.5}}",
                "SET_FACTOR           | 1          | {\"SetFactor\":{\"factor\":1.0}}",
                "SET_CEILING          | -1         | {\"SetCeiling\":{\"ceiling\":-1.0}}",
                "SET_FLOOR            | 0          | {\"SetFloor\":{\"floor\":0.0}}",
                "CANCEL_FACTOR_LEASE  | ''         | {\"CancelLease\":{\"kind\":\"FACTOR\"}}",
                "CANCEL_CEILING_LEASE | ''         | {\"CancelLease\":{\"kind\":\"CEILING\"}}",
                "CANCEL_FLOOR_LEASE   | ''         | {\"CancelLease\":{\"kind\":\"FLOOR\"}}",
                "SET_ACCUM            | 7200       | {\"SetAccumulatedUsage\":{\"weightedAccumulatedUsage\":7200.0}}",
                "SET_BEGIN            | 1772452800 | {\"SetBeginUsage\":{\"at\":\"2026-03-02T12:00:00Z\"}}",
                "SET_LAST             | 2026-03-02T12:00:00Z | {\"SetLastUsage\":{\"at\":\"2026-03-02T12:00:00Z\"}}",
                "RESET_USAGE          | ''         | {\"ResetUsage\":{}}",
                "RESET_ALL            | ''         | {\"ResetUsage\":{}}",
                "DELETE               | ''         | {\"Delete\":{}}",
            })
    void isTheRecordThatTheTopicTakes(Kind kind, String value, String expected) {
        Edit edit = new Edit(kind, "alice", value);
        assertEquals(
                "{\"customer\":\"alice\",\"at\":\"2026-03-02T12:00:00Z\",\"by\":\"root@head\",\"edit\":" + expected
                        + "}",
                PlainJson.write(
                        edit.record("alice", new Edit.Circumstances(SyntheticPool.NOON, null, "root@head", null))));
    }

    @Test
    void aReasonIsPartOfTheRecordAndHasItsBounds() {
        Edit edit = new Edit(Kind.RESET_USAGE, "alice", "");
        String long1000 = "ä".repeat(500);
        for (String why : List.of("", "he said \"please\"", long1000)) {
            assertEquals(
                    why,
                    edit.record("alice", new Edit.Circumstances(SyntheticPool.NOON, null, "root", why))
                            .getReason());
        }
        for (String why : List.of(long1000 + "x", "a\nb")) {
            IllegalArgumentException refused = assertThrows(
                    IllegalArgumentException.class,
                    () -> edit.record("alice", new Edit.Circumstances(SyntheticPool.NOON, null, "root", why)));
            assertTrue(String.valueOf(refused.getMessage()).matches("reason: .*expected: .*"), refused.toString());
        }
    }

    @Test
    void aFactorCeilingOrFloorCanEnd() {
        Edit edit = new Edit(Kind.SET_CEILING, "alice", "64");
        assertEquals(
                "set the ceiling to 64 until 2026-03-02T13:00:00Z",
                EditText.of(edit.record("alice", new Edit.Circumstances(SyntheticPool.NOON, ONE, "root", null))));
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "SET_FACTOR,   0.5,       'factor: 0.5 (expected: 1 to 1e15), customer alice'",
        "SET_FACTOR,   NaN,       'factor: NaN (expected: 1 to 1e15), customer alice'",
        "SET_FACTOR,   cheap,     'factor: \"cheap\" (expected: a number)'",
        "SET_PRIORITY, -1,        'priority: -1.0 (expected: 0 to 1e15), customer alice'",
        "SET_CEILING,  -2,        'ceiling: -2.0 (expected: 0 to 1e15, or -1 for none), customer alice'",
        "SET_FLOOR,    -1,        'floor: -1.0 (expected: 0 to 1e15), customer alice'",
        "SET_ACCUM,    -1,        'weightedAccumulatedUsage: -1.0 (expected: 0 to 1e25), customer alice'",
        "SET_BEGIN,    -1,        'at: 1969-12-31T23:59:59Z (expected: 1970 or later), customer alice'",
        "SET_LAST,     soon,      'last usage: \"soon\" (expected: seconds since 1970, or a time like 2026-03-02T08:00:00Z)'",
    })
    void anImpossibleValueIsRefusedBeforeItIsSent(Kind kind, String value, String expected) {
        Edit edit = new Edit(kind, "alice", value);
        IllegalArgumentException refusal = assertThrows(
                IllegalArgumentException.class,
                () -> edit.record("alice", new Edit.Circumstances(SyntheticPool.NOON, null, "root", null)));
        assertEquals(expected, refusal.getMessage());
    }

    @Test
    void namesAreThoseOfTheRules() {
        Edit edit = new Edit(Kind.SET_FACTOR, "a\nb", "2");
        assertThrows(
                IllegalArgumentException.class,
                () -> edit.record("a\nb", new Edit.Circumstances(SyntheticPool.NOON, null, "root", null)));
        assertThrows(
                IllegalArgumentException.class,
                () -> edit.record("alice", new Edit.Circumstances(SyntheticPool.NOON, null, "ro\tot", null)));
        assertThrows(
                IllegalArgumentException.class,
                () -> edit.record(
                        "alice", new Edit.Circumstances(SyntheticPool.NOON, SyntheticPool.NOON, "root", null)));
    }

    @Test
    void whoHasOpenMatchesIsDeletedByForceOnly() {
        Edit delete = new Edit(Kind.DELETE, "frank@pool", "");
        assertTrue(String.valueOf(delete.objection(SyntheticPool.FRANK, false))
                .startsWith("frank@pool: 1 open match, which"));
        assertNull(delete.objection(SyntheticPool.FRANK, true));
        assertNull(delete.objection(SyntheticPool.DAVE, false));
    }

    @Test
    void onlyALeaseThatIsInForceCanBeCancelled() {
        Lease lease = Lease.newBuilder()
                .setKind(LeaseKind.FACTOR)
                .setValue(3)
                .setAt(SyntheticPool.NOON)
                .setUntil(ONE)
                .setPrior(10.0)
                .build();
        Priority leased = Priority.newBuilder(SyntheticPool.FRANK)
                .setLeases(List.of(lease))
                .build();
        assertNull(new Edit(Kind.CANCEL_FACTOR_LEASE, "frank@pool", "").objection(leased, false));
        assertEquals(
                "frank@pool: no lease of kind FLOOR is in force (expected: one to cancel)",
                new Edit(Kind.CANCEL_FLOOR_LEASE, "frank@pool", "").objection(leased, false));
    }
}
