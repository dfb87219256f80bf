package io.fairstream.streams.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.Amounts;
import io.fairstream.rules.Amounts.Quantity;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.session.Coverage;
import io.fairstream.rules.session.Coverage.Interval;
import io.fairstream.rules.session.NodeTime;
import io.fairstream.rules.session.SessionDelta;
import io.fairstream.rules.session.SessionDelta.Segment;
import io.fairstream.rules.session.SessionDelta.SessionKind;
import io.fairstream.rules.session.SessionLedger;
import io.fairstream.streams.SomeAmounts;
import io.fairstream.streams.runtime.StateCodec;
import io.fairstream.streams.session.SessionStage.NodeLedger;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Ledgers of nodes are read as they were written, and are small. */
class NodeLedgerCodecTest {
    private static final Cause CAUSE = new Cause("session-deltas", 0, 0, 0);
    private static final String KEY = "tux/rack1/n7";
    private static final long START = 1_700_000_000_000L;
    private static final int SECONDS = 30;
    private static final int SESSIONS = 20;

    /** Lies on disks and in changelogs: never change it; a new layout gets a version of its own. */
    private static final String RELEASED =
            "01800280028780e6bf3380809bee0280809bee0280808ece1c8780c4aa2287c0ac929ec501c7fc15c0a90708"
                    + "00086c6966650000c5fc15c7a9078002040808c7a907c7a90780020000080000080410500004000008c7a907"
                    + "c7a90780c08db70100240080c8ceb40d8098fba71c809c9c3980b8b872000000000080028094ebdc030ca006"
                    + "080804105088e209008892f4010488d30e001470687973696369737432c5a907c7a90780c08db70100240080"
                    + "c8ceb40d8098fba71c809c9c3980b8b872000000000080028094ebdc030ca80600";

    private static final List<SessionKind> KINDS = List.of(SessionKind.values());

    private final StateCodec<NodeLedger, Void> codec = NodeLedger.codec();
    private final Random random = new Random(20231114);

    @Test
    void ledgersAreReadAsTheyWereWritten() {
        for (int i = 0; i < 500; i++) {
            SessionLedger kept = ledger();
            byte[] bytes = codec.write(new NodeLedger(kept));
            SessionLedger read = codec.read(KEY, bytes).ledger;
            assertEquals(kept.time(), read.time());
            assertEquals(kept.coverage().stretches(), read.coverage().stretches());
            assertEquals(kept.coverage().hasForgotten(), read.coverage().hasForgotten());
            assertEquals(kept.waiting(), read.waiting());
            assertEquals(kept.waitingParts(), read.waitingParts());
            assertArrayEquals(bytes, codec.write(new NodeLedger(read)));
        }
    }

    @Test
    void aLayoutOfANewerReleaseIsRefusedInWords() {
        byte[] bytes = codec.write(codec.create());
        bytes[0] = 9;
        IllegalStateException e = assertThrows(IllegalStateException.class, () -> codec.read(KEY, bytes));
        assertEquals(
                "session ledger: layout version 9 (expected: one this release knows; was the state written by a newer"
                        + " one?)",
                e.getMessage());
    }

    @Test
    void theReleasedLayoutIsReadAndWrittenStill() {
        SessionLedger ledger = new SessionLedger();
        for (int snapshot = 0; snapshot < 4; snapshot += 2) {
            for (int session = 0; session < SESSIONS; session++) {
                ledger.apply(new Segment(delta("life", snapshot, session, snapshot), 3, 100 + session), CAUSE);
            }
        }
        ledger.apply(new Segment(delta("life", 4, 0, 4), 3, 200), CAUSE);
        ledger.apply(new Segment(delta("life", 4, 2, 4), 3, 202), CAUSE);
        assertEquals(RELEASED, HexFormat.of().formatHex(codec.write(new NodeLedger(ledger))));
        SessionLedger read = codec.read(KEY, HexFormat.of().parseHex(RELEASED)).ledger;
        assertEquals(ledger.time(), read.time());
        assertEquals(ledger.coverage().stretches(), read.coverage().stretches());
        assertEquals(ledger.waiting(), read.waiting());
    }

    @Test
    void aDayOfTwentySessionsAndFiveRestartsOfTheAgentTakesUnderTenKiB() {
        SessionLedger ledger = new SessionLedger();
        int most = 0;
        int life = 0;
        long sequence = 0;
        for (int snapshot = 0; snapshot < 86_400 / SECONDS; snapshot++) {
            if (snapshot % 480 == 479) {
                life++;
                sequence = 0;
                continue;
            }
            String incarnation = "0c1d0f5e-8f7b-4a44-9d1c-7a3b6f0e5d2" + life + "/1700000000.123456";
            for (int session = 0; session < SESSIONS; session++) {
                ledger.apply(
                        new Segment(delta(incarnation, sequence, session, snapshot), 3, random.nextInt(1 << 30)),
                        CAUSE);
                most = Math.max(most, codec.write(new NodeLedger(ledger)).length);
            }
            sequence++;
        }
        assertEquals(6, ledger.coverage().stretches().size());
        int rest = codec.write(new NodeLedger(ledger)).length;
        assertTrue(rest < 500, "between snapshots: " + rest);
        assertTrue(most < 2100, "within a snapshot: " + most);
    }

    @Test
    void aNodeOfManyGapsAndLongNamesTakesUnderTenKiBToo() {
        SessionLedger ledger = new SessionLedger();
        for (int snapshot = 0; snapshot < 2000; snapshot += 2) {
            String incarnation = "life " + snapshot / 20 + " of an agent with a name as long as this, or longer";
            for (int session = 0; session < SESSIONS; session++) {
                ledger.apply(new Segment(delta(incarnation, snapshot, session, snapshot), 3, snapshot), CAUSE);
            }
        }
        int rest = codec.write(new NodeLedger(ledger)).length;
        assertTrue(ledger.coverage().hasForgotten());
        assertTrue(rest < 10 * 1024, "size: " + rest);
    }

    /** A record of Kafka takes 1 MiB unless somebody allows more. */
    @Test
    void partsOfANodeWithLongNamesFitIntoOneRecordWhileTheyWait() {
        List<Segment> waiting = new ArrayList<>();
        for (int session = 0; session < SessionDelta.MAX_PARTS - 1; session++) {
            waiting.add(new Segment(
                    new SessionDelta(
                            "c".repeat(1024),
                            "n".repeat(1024),
                            "life",
                            7,
                            SessionDelta.MAX_PARTS,
                            session,
                            SessionKind.PROCESSES,
                            1_000_000 + session,
                            60_000L + session,
                            "physicist" + "x".repeat(80) + session,
                            START,
                            START + 30_000,
                            4_000_000,
                            0,
                            SomeAmounts.of(0, 900_000_000, 1_900_000_000, 30_000_000, 60_000_000),
                            64,
                            250_000_000),
                    3,
                    session));
        }
        SessionLedger ledger = new SessionLedger(NodeTime.ZERO, new Coverage(), waiting);
        int size = codec.write(new NodeLedger(ledger)).length;
        assertTrue(size < 1_000_000, "size: " + size);
    }

    private static SessionDelta delta(String incarnation, long sequence, int session, int snapshot) {
        SessionKind kind = switch (session) {
            case 0 -> SessionKind.SYSTEM;
            case 1 -> SessionKind.IDLE;
            default -> SessionKind.PROCESSES;
        };
        long cpu = 64L * SECONDS * 1_000_000 / SESSIONS;
        return new SessionDelta(
                "tux",
                "rack1/n7",
                incarnation,
                sequence,
                SESSIONS,
                session < 2 ? -session : 40_000 + session,
                kind,
                kind == SessionKind.PROCESSES ? 1_000_000 + session : 0,
                kind == SessionKind.PROCESSES ? (Long) (60_000L + session) : null,
                kind == SessionKind.PROCESSES ? "physicist" + session : "",
                START + 1000L * SECONDS * snapshot,
                START + 1000L * SECONDS * (snapshot + 1),
                cpu,
                0,
                SomeAmounts.of(0, 900_000_000, 1_900_000_000, 30_000_000, 60_000_000),
                64,
                250_000_000);
    }

    private SessionLedger ledger() {
        List<Interval> stretches = new ArrayList<>();
        for (int left = random.nextInt(5); left > 0; left--) {
            long first = random.nextLong() >>> 2;
            long from = number();
            stretches.add(new Interval(
                    name(), first, first + random.nextInt(999), from, from + random.nextInt(999), random.nextInt()));
        }
        NodeTime time = new NodeTime(
                random.nextInt(),
                random.nextInt(),
                number(),
                number(),
                number(),
                number(),
                number(),
                number(),
                number(),
                number());
        return new SessionLedger(time, new Coverage(stretches, random.nextBoolean()), waiting());
    }

    private List<Segment> waiting() {
        List<Segment> parts = new ArrayList<>();
        for (int snapshot = random.nextInt(4); snapshot > 0; snapshot--) {
            String incarnation = name() + snapshot;
            long from = number();
            long to = number();
            int sessions = 1 + random.nextInt(4);
            for (int session = 0; session < sessions; session++) {
                parts.add(part(incarnation, from, to, session));
            }
        }
        return parts;
    }

    private Segment part(String incarnation, long from, long to, int session) {
        SessionDelta delta = new SessionDelta(
                "tux",
                "rack1/n7",
                incarnation,
                17,
                9,
                session,
                KINDS.get(random.nextInt(3)),
                number(),
                random.nextBoolean() ? null : (Long) number(),
                name(),
                from,
                to,
                number(),
                number(),
                Amounts.of(quantity -> quantity == Quantity.CPU_USED ? 0 : number()),
                4,
                number());
        return new Segment(delta, random.nextInt(100), random.nextLong() >>> 1);
    }

    private long number() {
        return random.nextBoolean() ? random.nextInt(100) : random.nextLong() >> 1;
    }

    private String name() {
        return List.of("", "alice", "Zoë O'Brien", "用户🦉", "x".repeat(1024)).get(random.nextInt(5));
    }
}
