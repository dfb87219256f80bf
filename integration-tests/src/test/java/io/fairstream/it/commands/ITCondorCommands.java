package io.fairstream.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.it.harness.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each test has users, slots and a pool of its own on one cluster; all that happens is on the same day. */
@SuppressWarnings("NullAway.Init") // set up before all tests
class ITCondorCommands {
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
    void aJobLogIsReplayedAndWhatIsLeftOutIsTold() throws IOException {
        Path log = directory.resolve("EventLog.log");
        Files.writeString(log, """
                000 (17.000.000) 2024-03-20 21:00:00 Job submitted from host: <192.0.2.1:9618>
                ...
                028 (17.000.000) 2024-03-20 21:00:00 Job ad information event triggered.
                User = "alice@example.org"
                TriggerEventTypeNumber = 0
                ...
                001 (17.000.000) 2024-03-20 21:05:25 Job executing on host: <192.0.2.30:9618>
                \tSlotName: slot1_2@ep1.example.org
                \tCpus = 4
                ...
                what is this?
                ...
                005 (17.000.000) 2024-03-20 22:05:25 Job terminated.
                \t(1) Normal termination (return value 0)
                ...
                005 (18.000.000) 2024-03-20 22:05:25 Job term""");
        Console console = Console.run(
                "replay",
                log.toString(),
                "--format",
                "condor-log",
                "--zone",
                "Europe/Berlin",
                "--pool",
                "west",
                "--embedded",
                "--print",
                "match-records",
                "--json");
        assertEquals(0, console.exitCode(), console.toString());
        assertEquals(
                List.of(
                        "{\"resource\":\"slot1_2@ep1.example.org\",\"pool\":\"west\",\"customer\":\"alice@example.org\","
                                + "\"slotWeight\":4.0,\"start\":\"2024-03-20T20:05:25Z\",\"end\":\"2024-03-20T21:05:25Z\","
                                + "\"matchId\":\"17.0.0#2024-03-20T20:05:25Z\",\"endedBy\":\"UNMATCHED\",\"revision\":1}"),
                console.out());
        List<String> err = console.err();
        assertTrue(err.get(0).startsWith("EventLog:11: not the start of an event"), console.toString());
        assertEquals("EventLog:16: truncated", err.get(1));
        assertEquals(
                "EventLog: 6 entries: 1 begin a match, 1 end a match or run, 1 describe a job or slot", err.get(2));
        assertTrue(err.contains("EventLog: 1 entries left out: truncated"), console.toString());
    }

    @Test
    void aListingIsComparedWithTheMatchesOfItsPoolAndTheSecondTimeNothingChanges() throws Exception {
        Path first = write(
                "first.json", ad("s1", "Claimed", "scan-alice", 100) + "," + ad("s2", "Claimed", "scan-bob", 100));
        Console counts = scan(first, "--json");
        assertEquals(
                List.of("{\"listing\":\"" + first
                        + "\",\"pool\":\"scanned\",\"claimed\":2,\"matched\":0,\"unclaimed\":0,"
                        + "\"other\":0,\"nameless\":0,\"vanished\":0,\"sent\":2}"),
                counts.out(),
                counts.toString());
        fairstream.produce(
                "matches",
                directory.resolve("east.jsonl"),
                "{\"resource\":\"s9\",\"pool\":\"scanned-not\",\"at\":\"2024-03-20T21:00:00Z\","
                        + "\"change\":{\"Matched\":{\"customer\":\"scan-eve\"}}}");
        List<String> open = rows("open-matches", "\"pool\":\"scanned\"");
        assertEquals(2, open.size(), open.toString());
        scan(first);
        fairstream.awaitCaughtUp();
        assertEquals(open, rows("open-matches", "\"pool\":\"scanned\""));

        Path second = write("second.json", ad("s1", "Owner", "", 200) + "," + ad("s3", "Claimed", "scan-bob", 300));
        Console partial = scan(second, "--partial");
        assertTrue(partial.err().get(0).contains("1 claimed, 0 matched, 1 unclaimed"), partial.toString());
        fairstream.awaitCaughtUp();
        assertEquals(2, rows("open-matches", "\"pool\":\"scanned\"").size());
        Console whole = scan(second);
        assertTrue(whole.err().get(0).contains("1 vanished; 3 events sent"), whole.toString());
        fairstream.awaitCaughtUp();
        List<String> last = rows("open-matches", "\"pool\":\"scanned\"");
        assertEquals(1, last.size(), last.toString());
        assertTrue(last.get(0).startsWith("{\"resource\":\"s3\","), last.toString());
        List<String> records = rows("match-records", "\"pool\":\"scanned\"");
        assertEquals(
                List.of("s1 2024-03-20T21:03:20Z UNCLAIMED", "s2 2024-03-20T21:05:00Z VANISHED"),
                records.stream().map(ITCondorCommands::end).sorted().toList());
        assertEquals(1, rows("open-matches", "\"pool\":\"scanned-not\"").size());
    }

    @Test
    void ofAListingThatCannotBeReadNothingIsSent() throws IOException {
        Path broken = write("broken.json", ad("b1", "Owner", "", 100) + ",{\"State\":\"Owner\"}");
        Console nameless = scan(broken);
        assertEquals(1, nameless.exitCode());
        assertTrue(nameless.err().get(1).endsWith("nothing was sent"), nameless.toString());
        Path empty = write("empty.json", "");
        assertTrue(scan(empty).err().get(0).contains("no slot (expected:"));
        assertEquals(0, scan(empty, "--allow-empty", "--pool", "nobody's").exitCode());
        assertEquals(1, scan(Path.of("/no/such/listing")).exitCode());
    }

    @ParameterizedTest
    @ValueSource(strings = {"condor-log", "condor-history", "startd-log", "job-queue", "swf"})
    void aFileOfWhichNothingCanBeReadIsAnotherOneThanWasMeant(String format) throws IOException {
        Path file = Files.writeString(directory.resolve("other"), "no log { at all\nnor here\n");
        Console console = Console.run("replay", file.toString(), "--format", format, "--embedded");
        assertEquals(1, console.exitCode(), console.toString());
        assertEquals(
                "fairstream: other: nothing is readable (expected: a file of format " + format + ")",
                console.err().get(console.err().size() - 1));
    }

    @Test
    void aLogIsFollowedWhileItIsWrittenAndGoneOnWithTheNextTime() throws Exception {
        Path log = directory.resolve("followed");
        Path state = directory.resolve("followed.state");
        Files.writeString(log, begin(1, "21:00:00"));
        Console once = follow(log, state);
        assertEquals(0, once.exitCode(), once.toString());
        assertTrue(once.err().contains("followed: 1 events sent"), once.toString());

        Console[] ended = new Console[1];
        Thread follower = new Thread(() -> ended[0] = follow(log, state, "--follow"));
        follower.start();
        append(log, end(1, "22:00:00") + begin(2, "22:00:00"));
        awaitRow("open-matches", "\"matchId\":\"2.0.0#");
        Files.move(log, directory.resolve("followed.old"));
        append(log, end(2, "22:30:00"));
        awaitRow("match-records", "\"matchId\":\"2.0.0#");
        follower.interrupt();
        follower.join(TimeUnit.SECONDS.toMillis(30));
        assertFalse(follower.isAlive());
        assertEquals(0, ended[0].exitCode(), ended[0].toString());
        assertTrue(ended[0].err().contains("followed: 3 events sent"), ended[0].toString());

        assertTrue(follow(log, state).err().contains("followed: 0 events sent"));
        Files.delete(state);
        assertTrue(follow(log, state).err().contains("followed: 0 events sent"), "an end whose begin is rotated away");
        assertEquals(2, rows("match-records", "follow-carol").size());
    }

    @Test
    void onlyLogsAreFollowedAndNothingElseIsAskedOfThem() throws IOException {
        Path log = directory.resolve("usage");
        Files.writeString(log, begin(7, "21:00:00"));
        for (List<String> wrong : List.of(
                List.of("--format", "condor-history", "--follow"),
                List.of("--format", "swf", "--state", "x"),
                List.of("--format", "condor-log", "--follow", "--print", "priorities"),
                List.of("--format", "condor-log", "--follow", "--shuffle", "1"),
                List.of("--format", "condor-log", "--follow", "--at", "now"),
                List.of("--format", "condor-logs"))) {
            List<String> arguments = new ArrayList<>(List.of("replay", log.toString()));
            arguments.addAll(wrong);
            Console console = fairstream.run(arguments.toArray(String[]::new));
            assertEquals(2, console.exitCode(), console.toString());
            assertTrue(console.err().get(0).matches(".*\\((expected: |did you mean ).*"), console.toString());
        }
        assertEquals(
                2,
                Console.run("replay", log.toString(), "--format", "condor-log", "--follow", "--embedded")
                        .exitCode());
    }

    private static Console scan(Path listing, String... more) {
        List<String> arguments = new ArrayList<>(List.of("scan", listing.toString()));
        arguments.addAll(List.of(more));
        if (!arguments.contains("--pool")) {
            arguments.addAll(List.of("--pool", "scanned"));
        }
        return fairstream.run(arguments.toArray(String[]::new));
    }

    private static Console follow(Path log, Path state, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "replay",
                log.toString(),
                "--format",
                "condor-log",
                "--zone",
                "UTC",
                "--user",
                "follow-carol",
                "--state",
                state.toString()));
        arguments.addAll(List.of(more));
        return fairstream.run(arguments.toArray(String[]::new));
    }

    private static List<String> rows(String table, String with) {
        return fairstream.run("table", table, "--json").out().stream()
                .filter(row -> row.contains(with))
                .toList();
    }

    private static void awaitRow(String table, String with) throws Exception {
        CompletableFuture.runAsync(() -> {
                    while (rows(table, with).isEmpty()) {
                        Thread.onSpinWait();
                    }
                })
                .get(120, TimeUnit.SECONDS);
    }

    private static String end(String record) {
        Matcher fields = Pattern.compile(".*\"resource\":\"(.*?)\".*\"end\":\"(.*?)\".*\"endedBy\":\"(.*?)\".*")
                .matcher(record);
        return fields.matches() ? fields.group(1) + " " + fields.group(2) + " " + fields.group(3) : record;
    }

    private static Path write(String name, String ads) throws IOException {
        return Files.writeString(directory.resolve(name), "[\n" + ads + "\n]\n");
    }

    /** Heard that many seconds after 21:00 UTC on 20 March 2024. */
    private static String ad(String slot, String state, String user, int heard) {
        return "{\"MyType\":\"Machine\",\"Name\":\"%s\",\"State\":\"%s\",\"RemoteUser\":\"%s\",\"LastHeardFrom\":%d}\n"
                .formatted(slot, state, user, 1710968400 + heard);
    }

    private static String begin(int job, String time) {
        return "001 (%03d.000.000) 2024-03-20 %s Job executing on host: <192.0.2.30>\n...\n".formatted(job, time);
    }

    private static String end(int job, String time) {
        return "005 (%03d.000.000) 2024-03-20 %s Job terminated.\n...\n".formatted(job, time);
    }

    private static void append(Path file, String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
