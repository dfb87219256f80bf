package io.fairstream.publish;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutboxTest {
    private static final Instant AT = Instant.parse("2026-03-02T08:00:00Z");

    @TempDir
    private Path directory;

    /** A kill of the process after so many steps. */
    private static final class Killed extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** Counts steps down, and kills. */
    private static final class Steps implements Runnable {
        private int left;

        Steps(int left) {
            this.left = left;
        }

        @Override
        public void run() {
            if (left-- == 0) {
                throw new Killed();
            }
        }
    }

    /** Takes what there is, as one who sends it on. */
    private static List<String> take(Path directory) throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                lines.addAll(Files.readAllLines(file));
                Files.delete(file);
            }
        }
        return lines;
    }

    private static List<String> expected(List<Item> items) {
        return Publisher.message(items).lines().toList();
    }

    @Test
    void eachThingIsSentOnceWhereverTheProcessIsKilled() throws IOException {
        int steps = 0;
        boolean isDone = false;
        while (!isDone) {
            Path one = Files.createDirectory(directory.resolve("after" + steps));
            List<String> taken = new ArrayList<>();
            try {
                Publisher.publish(one, 0, new Steps(steps));
                isDone = true;
            } catch (Killed e) {
                taken.addAll(take(one));
            }
            Publisher.publish(one, 0, () -> {});
            taken.addAll(take(one));
            assertEquals(expected(Publisher.jobs(0)), taken, "killed after " + steps + " steps");
            assertNothingIsLeftOver(one);
            steps++;
        }
        assertTrue(steps > 100, "of so many steps: " + steps);
    }

    private static void assertNothingIsLeftOver(Path one) throws IOException {
        try (Stream<Path> staged = Files.list(one.resolve("ledger/staged"));
                Outbox outbox = Outbox.open(one, Publisher.PURPOSE);
                Stream<Path> files = Files.list(one.resolve("ledger"))) {
            assertEquals(0, staged.count());
            assertEquals(
                    outbox.entries().size(),
                    files.filter(file -> file.getFileName().toString().startsWith("items-"))
                            .count());
        }
    }

    @Test
    void itIsKilledAgainAndAgain() throws IOException {
        List<String> taken = new ArrayList<>();
        int kills = 0;
        for (boolean isDone = false; !isDone; ) {
            try {
                // Recovery alone takes some steps, after the third message none of which is more than the first time.
                Publisher.publish(directory, 0, new Steps(12 + kills % 7));
                isDone = true;
            } catch (Killed e) {
                kills++;
            }
            taken.addAll(take(directory));
        }
        assertTrue(kills > 5, "kills: " + kills);
        assertEquals(expected(Publisher.jobs(0)), taken);
    }

    @Test
    void whatIsCorrectedIsSentAgainAndNamesWhatItReplaces() throws IOException {
        Publisher.publish(directory, 0, () -> {});
        take(directory);
        Publisher.publish(directory, 1, () -> {});
        List<Item> corrected =
                Publisher.jobs(1).stream().filter(job -> job.offset() % 10 == 0).toList();
        assertEquals(expected(corrected), take(directory));
        try (Outbox outbox = Outbox.open(directory, Publisher.PURPOSE)) {
            assertEquals(17, outbox.entries().size(), "15 and 2");
            Entry again = outbox.entries().get(15);
            assertEquals(
                    List.of("test-000001.txt", "test-000003.txt", "test-000006.txt", "test-000008.txt"),
                    again.replaces());
            assertEquals(Map.of("jobs-0", List.of(0L, 30L)), again.offsets());
            assertEquals(
                    "11",
                    Objects.requireNonNull(outbox.sent().get("tux/10")).item().value("seconds"));
            assertEquals(AT, again.made());
        }
        Publisher.publish(directory, 1, () -> {});
        assertEquals(List.of(), take(directory), "all is sent");
    }

    @Test
    void anOutboxIsForOneThing() throws IOException {
        Publisher.publish(directory, 0, () -> {});
        TreeMap<String, String> other = new TreeMap<>(Map.of("format", "test", "site", "NIX"));
        OutboxException refused = assertThrows(
                OutboxException.class, () -> Outbox.open(directory, other).close());
        assertEquals(
                directory + ": for {format=test, site=TUX} (expected: {format=test, site=NIX}, or another directory)",
                refused.getMessage());
        assertEquals(Publisher.PURPOSE, Outbox.purpose(directory));
        assertThrows(OutboxException.class, () -> Outbox.purpose(directory.resolve("none")));
    }

    @Test
    void oneProcessWorksAtATime() throws IOException {
        try (Outbox outbox = Outbox.open(directory, Publisher.PURPOSE)) {
            assertEquals(1, outbox.next());
            OutboxException refused = assertThrows(
                    OutboxException.class,
                    () -> Outbox.open(directory, Publisher.PURPOSE).close());
            assertEquals(directory + ": in use (expected: one process at a time)", refused.getMessage());
        }
        Outbox.open(directory, Publisher.PURPOSE).close();
    }

    @Test
    void whatAnotherHandHasChangedIsRefused() throws IOException {
        Publisher.publish(directory, 0, () -> {});
        Path items = directory.resolve("ledger/items-000002.jsonl");
        byte[] asWritten = Files.readAllBytes(items);
        Files.writeString(items, "{}\n");
        assertTrue(refusal().contains("items-000002.jsonl: changed (expected: the list of 4 items of test-000002.txt"));
        Files.delete(items);
        assertTrue(refusal().contains("items-000002.jsonl: missing"), refusal());
        Files.write(items, asWritten);
        Path journal = directory.resolve("ledger/ledger.jsonl");
        List<String> lines = new ArrayList<>(Files.readAllLines(journal));
        String third = lines.remove(3);
        Files.write(journal, lines);
        assertTrue(refusal().contains("ledger.jsonl:4: sequence 4 (expected: 3"), refusal());
        lines.add(3, "no JSON");
        Files.write(journal, lines);
        assertTrue(refusal().contains("ledger.jsonl:4: Unrecognized token"), refusal());
        lines.set(3, third);
        Files.write(journal, lines);
        Publisher.publish(directory, 0, () -> {});
    }

    private String refusal() {
        return String.valueOf(assertThrows(
                        OutboxException.class,
                        () -> Outbox.open(directory, Publisher.PURPOSE).close())
                .getMessage());
    }

    @Test
    void aLineThatIsNotWholeIsOfNoMessage() throws IOException {
        Publisher.publish(directory, 0, () -> {});
        Path journal = directory.resolve("ledger/ledger.jsonl");
        long whole = Files.size(journal);
        Files.writeString(journal, "{\"sequence\":16,\"fi", StandardOpenOption.APPEND);
        try (Outbox outbox = Outbox.open(directory, Publisher.PURPOSE)) {
            assertEquals(15, outbox.entries().size());
        }
        assertEquals(whole, Files.size(journal));
    }

    @Test
    void namesOfFilesAreWordsAndNew() throws IOException {
        try (Outbox outbox = Outbox.open(directory, Publisher.PURPOSE)) {
            for (String name : List.of("../x", "ledger", "", ".x", "a b")) {
                assertThrows(
                        IllegalArgumentException.class, () -> outbox.send(name, "", List.of(), Map.of(), AT), name);
            }
            outbox.send("a.txt", "", List.of(), Map.of(), AT);
            assertThrows(IllegalArgumentException.class, () -> outbox.send("a.txt", "", List.of(), Map.of(), AT));
        }
        assertTrue(Files.exists(directory.resolve("a.txt")));
        assertFalse(Files.exists(directory.resolve("ledger/staged/a.txt")));
    }
}
