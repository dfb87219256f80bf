package io.fairstream.rules.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.fairstream.rules.Amounts;
import io.fairstream.rules.EventTimes;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.Rejection.Reason;
import io.fairstream.rules.SomeAmounts;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Outcome;
import io.fairstream.rules.journal.Outcome.Effect;
import io.fairstream.rules.session.SessionDelta.Segment;
import io.fairstream.rules.session.SessionDelta.SessionKind;
import io.fairstream.rules.session.SessionLedger.RejectedParts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Records that are refused, and in which words. */
class SessionRefusalTest {
    private static final EventTimes TIMES = new EventTimes(Duration.ofDays(30), Duration.ofHours(1));
    private static final long SENT = Instant.parse("2023-11-14T22:13:20Z").toEpochMilli();

    private static SessionDelta delta(String cluster, String node, String incarnation, SessionKind kind, String user) {
        return delta(cluster, node, incarnation, kind, user, 0, 1, 0, SENT - 30_000, SENT, 4, 0);
    }

    private static SessionDelta numbers(SessionKind kind, long sequence, int parts, long jobId, int processors) {
        return delta("tux", "n1", "a", kind, "alice", sequence, parts, jobId, SENT - 30_000, SENT, processors, 0);
    }

    private static SessionDelta times(long from, long to) {
        return delta("tux", "n1", "a", SessionKind.PROCESSES, "alice", 0, 1, 0, from, to, 4, 0);
    }

    private static SessionDelta cpu(SessionKind kind, long micros) {
        return delta("tux", "n1", "a", kind, "alice", 0, 1, 0, SENT - 30_000, SENT, 4, micros);
    }

    private static SessionDelta delta(
            String cluster,
            String node,
            String incarnation,
            SessionKind kind,
            String user,
            long sequence,
            int parts,
            long jobId,
            long from,
            long to,
            int processors,
            long cpu) {
        return new SessionDelta(
                cluster,
                node,
                incarnation,
                sequence,
                parts,
                1,
                kind,
                jobId,
                7L,
                user,
                from,
                to,
                cpu,
                0,
                Amounts.EMPTY,
                processors,
                0);
    }

    private static SessionDelta amounts(long... amounts) {
        return new SessionDelta(
                "tux",
                "n1",
                "a",
                0,
                1,
                1,
                SessionKind.PROCESSES,
                0,
                7L,
                "alice",
                SENT - 30_000,
                SENT,
                0,
                amounts[0],
                SomeAmounts.of(0, amounts[1], amounts[2], amounts[3], amounts[4]),
                4,
                0);
    }

    static List<Arguments> refused() {
        SessionKind processes = SessionKind.PROCESSES;
        return List.of(
                refused(
                        delta("", "n1", "a", processes, "alice"),
                        Reason.NAME_EMPTY,
                        "cluster: \"\" (expected: a name of 1 to 1024 bytes)"),
                refused(
                        delta("a/b", "n1", "a", processes, "alice"),
                        Reason.KEY_MISMATCH,
                        "cluster: \"a/b\" (expected: no slash, which ends the cluster's name in keys)"),
                refused(
                        delta("tux", "", "a", processes, "alice"),
                        Reason.NAME_EMPTY,
                        "node: \"\" (expected: a name of 1 to 1024 bytes)"),
                refused(
                        delta("tux", "n1", "", processes, "alice"),
                        Reason.NAME_EMPTY,
                        "incarnation: \"\" (expected: a name of 1 to 1024 bytes)"),
                refused(
                        delta("tux", "n1", "x".repeat(129), processes, "alice"),
                        Reason.NAME_TOO_LONG,
                        "incarnation: \"" + "x".repeat(40) + "...\" of 129 bytes (expected: at most 128)"),
                refused(
                        delta("tux", "n1", "a", processes, "x".repeat(129)),
                        Reason.NAME_TOO_LONG,
                        "user: \"" + "x".repeat(40) + "...\" of 129 bytes (expected: at most 128)"),
                refused(
                        delta("tux", "n1", "a", processes, ""),
                        Reason.NAME_EMPTY,
                        "user: \"\" (expected: a name of 1 to 1024 bytes)"),
                refused(
                        delta("tux", "n1", "a", SessionKind.IDLE, "a\nb"),
                        Reason.NAME_CONTROL_CHARACTER,
                        "user: \"a?b\" (expected: no control characters; U+000A at position 1)"),
                refused(
                        times(SENT, SENT),
                        Reason.TIME_IMPOSSIBLE,
                        "from: 2023-11-14T22:13:20Z (expected: before to, 2023-11-14T22:13:20Z)"),
                refused(
                        times(-1, SENT),
                        Reason.TIME_IMPOSSIBLE,
                        "from: 1969-12-31T23:59:59.999Z (expected: 1970 or later)"),
                refused(
                        times(SENT - 1 - 366L * 86_400_000, SENT),
                        Reason.TIME_IMPOSSIBLE,
                        "from: 2022-11-13T22:13:19.999Z (expected: at most PT8784H before to, 2023-11-14T22:13:20Z)"),
                refused(times(-2, -1), Reason.BEFORE_1970, "at: 1969-12-31T23:59:59.999Z (expected: 1970 or later)"),
                refused(
                        times(SENT, SENT + 3_600_001),
                        Reason.IN_THE_FUTURE,
                        "at: 2023-11-14T23:13:20.001Z (expected: at most PT1H after the record was sent, 2023-11-14T22:13:20Z)"),
                refused(
                        times(0, SENT - 86_400_000 * 31L),
                        Reason.TOO_LATE,
                        "at: 2023-10-14T22:13:20Z (expected: at most PT720H behind the newest event, 2023-11-14T22:13:20Z; replay older events under a topic.prefix of their own)"),
                refused(numbers(processes, -1, 1, 0, 4), Reason.NUMBER_IMPOSSIBLE, "sequence: -1 (expected: >= 0)"),
                refused(numbers(processes, 0, 0, 0, 4), Reason.NUMBER_IMPOSSIBLE, "parts: 0 (expected: 1 to 4096)"),
                refused(
                        numbers(processes, 0, 4097, 0, 4),
                        Reason.NUMBER_IMPOSSIBLE,
                        "parts: 4097 (expected: 1 to 4096)"),
                refused(numbers(processes, 0, 1, -1, 4), Reason.NUMBER_IMPOSSIBLE, "jobId: -1 (expected: >= 0)"),
                refused(
                        numbers(processes, 0, 1, 0, 0),
                        Reason.NUMBER_IMPOSSIBLE,
                        "nodeProcessors: 0 (expected: 1 to 100000)"),
                refused(
                        numbers(processes, 0, 1, 0, 100_001),
                        Reason.NUMBER_IMPOSSIBLE,
                        "nodeProcessors: 100001 (expected: 1 to 100000)"),
                refused(
                        cpu(processes, -1),
                        Reason.NUMBER_IMPOSSIBLE,
                        "userCpuMicros: -1 (expected: 0 to 500000000000000)"),
                refused(
                        cpu(SessionKind.IDLE, -1),
                        Reason.NUMBER_IMPOSSIBLE,
                        "userCpuMicros: -1 (expected: 0 to 500000000000000)"),
                refused(
                        cpu(SessionKind.SYSTEM, Long.MIN_VALUE),
                        Reason.NUMBER_IMPOSSIBLE,
                        "userCpuMicros: -9223372036854775808 (expected: -500000000000000 to 500000000000000)"),
                refused(
                        amounts(-1, 0, 0, 0, 0),
                        Reason.NUMBER_IMPOSSIBLE,
                        "systemCpuMicros: -1 (expected: 0 to 500000000000000)"),
                refused(
                        amounts(0, -2, 0, 0, 0),
                        Reason.NUMBER_IMPOSSIBLE,
                        "realMemoryKiBSeconds: -2 (expected: 0 to 500000000000000)"),
                refused(
                        amounts(0, 0, -3, 0, 0),
                        Reason.NUMBER_IMPOSSIBLE,
                        "virtualMemoryKiBSeconds: -3 (expected: 0 to 500000000000000)"),
                refused(
                        amounts(0, 0, 0, -4, 0),
                        Reason.NUMBER_IMPOSSIBLE,
                        "realMemoryHighwaterKiB: -4 (expected: 0 to 500000000000000)"),
                refused(
                        amounts(0, 0, 0, 0, Long.MAX_VALUE),
                        Reason.NUMBER_IMPOSSIBLE,
                        "virtualMemoryHighwaterKiB: 9223372036854775807 (expected: 0 to 500000000000000)"));
    }

    private static Arguments refused(SessionDelta delta, Reason reason, String detail) {
        return Arguments.of(delta, new Rejection(reason, detail));
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("refused")
    void aPartThatCannotBeMeantIsRefused(SessionDelta delta, Rejection refused) {
        assertEquals(refused, refusal(delta));
    }

    static List<SessionDelta> accepted() {
        return List.of(
                times(0, 1),
                times(SENT - 366L * 86_400_000, SENT),
                numbers(SessionKind.PROCESSES, Long.MAX_VALUE, 4096, Long.MAX_VALUE, 100_000),
                cpu(SessionKind.SYSTEM, -500_000_000_000_000L),
                cpu(SessionKind.IDLE, 500_000_000_000_000L),
                delta("tux", "a/b", "a", SessionKind.SYSTEM, ""));
    }

    @ParameterizedTest
    @MethodSource("accepted")
    void atTheLimitsNothingIsRefused(SessionDelta delta) {
        assertNull(delta.refusal(TIMES, SENT, EventTimes.NONE));
    }

    private static @Nullable Rejection refusal(SessionDelta delta) {
        return delta.refusal(TIMES, SENT, SENT);
    }

    @ParameterizedTest(name = "{1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "a#0 0-30 x4 10:alice=50 bob=11 SYSTEM=-1 IDLE=59"
                        + " | sessions 61000000 + SYSTEM -1000000 + IDLE 59000000 = 119000000 us (expected: 4 processors x 30000 ms = 120000000 us)",
                "a#0/1 0-30 x4 alice=1 IDLE=*; a#0/1 0-60 x8 alice=1 SYSTEM=0 IDLE=*"
                        + " | from: 1970-01-01T00:00:00Z, to: 1970-01-01T00:01:00Z, parts: 3, nodeProcessors: 8 (expected: from: 1970-01-01T00:00:00Z, to: 1970-01-01T00:00:30Z, parts: 2, nodeProcessors: 4, as offset 0 says)",
                "a#0/1 0-30 x4 alice=1 IDLE=*; a#0/1 0-30 x4 alice=2 IDLE=*"
                        + " | session: 1 with other content (expected: the same again, as offset 0 says)",
                "a#7 0-30 x4 IDLE=*; a#8 30-60 x4 IDLE=*; b#0 50-80 x4 IDLE=*"
                        + " | from: 1970-01-01T00:00:50Z, to: 1970-01-01T00:01:20Z (expected: time that is not covered; incarnation a covers 1970-01-01T00:00:00Z to 1970-01-01T00:01:00Z with sequences 7 to 8)",
            })
    void aSnapshotThatCannotBeMeantIsRefusedWithTheArithmetic(String history, String detail) {
        SessionLedger ledger = new SessionLedger();
        Outcome<Charge, RejectedParts> outcome = Outcome.of(Effect.DUPLICATE);
        for (Segment part : Snapshots.of(history)) {
            outcome = ledger.apply(part, Snapshots.CAUSE);
        }
        assertEquals(detail, outcome.results().get(0).refused().detail());
    }

    @Test
    void aTotalThatWouldNotFitIsRefused() {
        SessionLedger ledger = new SessionLedger();
        ledger.apply(Snapshots.of("a#0 0-1 x100000 IDLE=*").get(0), Snapshots.CAUSE);
        Outcome<Charge, RejectedParts> outcome =
                ledger.apply(Snapshots.of("a#1 50000000-50000001 x1 IDLE=*").get(0), Snapshots.CAUSE);
        assertEquals(
                new Rejection(
                        Reason.NUMBER_IMPOSSIBLE,
                        "processors x time: 100000 from 1970-01-01T00:00:00Z to 1971-08-02T16:53:21Z (expected: at most"
                                + " 5000000000000000000 us of a node in all)"),
                outcome.results().get(0).refused());
        assertEquals("0+0+100000+0=100000 0-1 x100000", Snapshots.told(ledger.time()));
    }

    @Test
    void thatWouldNotFitBecauseSystemIsFarBelowZeroIsRefused() {
        SessionLedger ledger = new SessionLedger();
        String much = "SYSTEM=-500000000 IDLE=500000004";
        Outcome<Charge, RejectedParts> outcome = Outcome.of(Effect.DUPLICATE);
        for (int i = 0; i < 10_001; i++) {
            for (Segment part : Snapshots.of("a#%d %d-%d x4 %s".formatted(i, i, i + 1, much))) {
                outcome = ledger.apply(part, Snapshots.CAUSE);
            }
            assertEquals(i < 9_999, outcome.results().isEmpty(), "snapshot " + i);
        }
        assertEquals(
                "IDLE: 5000000040000000000 us (expected: at most 5000000000000000000 us of a node in all)",
                outcome.results().get(0).refused().detail());
    }
}
