package io.fairstream.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.client.RecordSender;
import io.fairstream.it.harness.Console;
import io.fairstream.query.records.ValueFormat;
import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.Topics;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** The first test fills the tables; the others look at them, and add nothing but users of their own. */
@SuppressWarnings("NullAway.Init") // set up before all tests
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ITProduceAndTable {
    private static LocalFairstream fairstream;

    @TempDir
    private static Path directory;

    @BeforeAll
    static void start() throws Exception {
        fairstream = LocalFairstream.start();
    }

    @AfterAll
    static void stop() {
        fairstream.close();
    }

    @Test
    @Order(1)
    void whatIsProducedStandsInTheTables() throws Exception {
        fairstream.produce(
                "matches",
                directory.resolve("day.jsonl"),
                Lines.matched("slot1", "2023-11-14T22:13:20Z", "alice", 1.0),
                Lines.matched("slot2", "2023-11-14T22:13:20Z", "bob \\\"the\\\" wörker", 8.0),
                Lines.unmatched("slot2", "2023-11-15T02:13:20Z"));
        Console table = fairstream.run("table", "priorities", "--at", "2023-11-15T22:13:20Z");
        assertEquals(0, table.exitCode(), table.toString());
        assertEquals(4, table.out().size(), table.toString());
        assertTrue(
                table.out().get(2).startsWith("bob \"the\" wörker "),
                table.out().get(2));
        assertTrue(table.out().get(3).contains("  2023-11-15T22:13:20Z  2023-11-15T22:13:20Z"));
        assertTrue(table.out().get(3).contains("  0.7500         0.7500  "));
        assertTrue(table.out().get(3).contains("  24.00  "));
    }

    @Test
    @Order(2)
    void aKeyHasOneRowWithExactNumbers() {
        Console table = fairstream.run("table", "priorities", "--key", "alice", "--at", "1700086400000", "--json");
        assertEquals(1, table.out().size());
        assertTrue(table.out().get(0).contains("\"realPriority\":0.75,"));
        assertTrue(table.out().get(0).contains("\"weightedAccumulatedUsage\":86400.0,"));
        assertTrue(table.out().get(0).contains("\"asOf\":\"2023-11-15T22:13:20Z\""));
        assertEquals(
                List.of(),
                fairstream
                        .run("table", "priorities", "--key", "nobody", "--json")
                        .out());
    }

    @Test
    @Order(3)
    void openMatchesMatchRecordsAndChargesAreTablesToo() {
        Console open = fairstream.run("table", "open-matches", "--json");
        assertEquals(1, open.out().size());
        assertTrue(open.out().get(0).startsWith("{\"resource\":\"slot1\",\"pool\":\"\",\"customer\":\"alice\","));
        Console records = fairstream.run("table", "match-records", "--json");
        assertEquals(1, records.out().size());
        assertTrue(records.out().get(0).contains("\"endedBy\":\"UNMATCHED\",\"revision\":1"));
        assertEquals(3, fairstream.run("table", "charges", "--json").out().size());
    }

    @Test
    @Order(4)
    void aTimeBeforeARowsOwnIsRefusedNamingIt() {
        Console table = fairstream.run("table", "priorities", "--at", "2023-11-15T00:00:00Z");
        assertEquals(1, table.exitCode());
        assertEquals(List.of(), table.out());
        assertEquals(1, table.err().size(), table.toString());
        assertTrue(
                table.err().get(0).contains("(expected: not before asOf 2023-11-15T02:13:20Z), customer bob \"the\""),
                table.toString());
    }

    @Test
    @Order(5)
    void ofARecordRevisedByALateEventTheNewestRevisionIsShown() throws Exception {
        fairstream.produce(
                "matches",
                directory.resolve("late.jsonl"),
                Lines.matched("slot9", "2023-11-14T10:00:00Z", "carol", 1.0),
                Lines.unmatched("slot9", "2023-11-14T12:00:00Z"),
                Lines.unmatched("slot9", "2023-11-14T11:00:00Z"));
        Console holding = fairstream.run("table", "match-records", "--key", "slot9", "--json");
        Console all = fairstream.run("table", "match-records", "--key", "slot9", "--json", "--all-revisions");
        assertEquals(1, holding.out().size(), holding.toString());
        assertTrue(all.out().size() >= holding.out().size(), all.toString());
        assertEquals(all.out().get(all.out().size() - 1), holding.out().get(0));
    }

    @Test
    void everyBadLineOfAFileIsNamedAndNothingIsSent() throws Exception {
        Path file = directory.resolve("bad.jsonl");
        Files.write(
                file,
                List.of(
                        Lines.matched("slot3", "2023-11-14T22:13:20Z", "nobody", 1.0),
                        "{\"resource\":\"slot3\",\"change\":{\"Unmatched\":{}}}",
                        "",
                        Lines.matched("slot3", "yesterday", "nobody", 1.0)));
        Console console = fairstream.run("produce", "matches", file.toString());
        assertEquals(1, console.exitCode());
        assertEquals(3, console.err().size(), console.toString());
        assertTrue(console.err().get(0).startsWith(file + ":2: at: missing"), console.toString());
        assertTrue(console.err().get(1).startsWith(file + ":4: at: \"yesterday\""), console.toString());
        assertEquals("fairstream: 2 bad lines; nothing was sent", console.err().get(2));
    }

    @Test
    void badLinesCanBePassedOverAndTheResultIsMachineReadable() throws Exception {
        Path file = directory.resolve("mixed.jsonl");
        Files.write(
                file, List.of("what?", Lines.edit("dave", "2023-11-14T22:13:20Z", "{\"SetFactor\":{\"factor\":7}}")));
        Console console = fairstream.run("produce", "account-edits", file.toString(), "--ignore-errors", "--json");
        assertEquals(1, console.exitCode());
        assertEquals(
                List.of("{\"topic\":\"fairstream.account-edits\",\"sent\":1,\"bad\":1,\"refused\":0}"), console.out());
        fairstream.awaitCaughtUp();
        Console row = fairstream.run("table", "priorities", "--key", "dave", "--json");
        assertTrue(row.out().get(0).contains("\"priorityFactor\":7.0"), row.toString());
    }

    @Test
    void standardInputIsSentLineByLineAndItsBadLinesAreNamed() throws Exception {
        InputStream before = System.in;
        String lines = "{}\n" + Lines.matched("slot4", "2023-11-14T22:13:20Z", "erin", 1.0) + "\n";
        System.setIn(new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)));
        try {
            Console console = fairstream.run("produce", "matches");
            assertEquals(1, console.exitCode());
            assertTrue(console.err().get(0).startsWith("standard input:1: "), console.toString());
            assertEquals("1 sent to fairstream.matches", console.err().get(1));
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void whoIsInterruptedClosesInPeaceAndIsInterruptedStill() {
        RecordSender<AccountEdit> sender = ValueFormat.sender(fairstream.settings(), Topics.ACCOUNT_EDITS);
        Thread.currentThread().interrupt();
        sender.close();
        assertTrue(Thread.interrupted());
    }

    @Test
    void onlyTopicsThatTakeEventsCanBeProducedTo() {
        Console console = fairstream.run("produce", "charges", "x.jsonl");
        assertEquals(2, console.exitCode());
        assertTrue(
                console.err()
                        .get(0)
                        .contains("\"charges\", which the topology writes (expected: one of matches,"
                                + " job-events, session-deltas, host-reports, account-edits, shares, allocations, projects,"
                                + " preferences)"),
                console.toString());
    }

    @Test
    void aTableOrATimeThatThereIsNotIsWrongUsage() {
        assertEquals(2, fairstream.run("table", "no-such-table").exitCode());
        assertEquals(2, fairstream.run("table", "charges", "--at", "now").exitCode());
        assertEquals(2, fairstream.run("table", "priorities", "--at", "soon").exitCode());
    }
}
