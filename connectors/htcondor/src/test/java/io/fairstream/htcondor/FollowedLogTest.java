package io.fairstream.htcondor;

import static io.fairstream.htcondor.Samples.lines;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.reading.Outcome;
import io.fairstream.reading.Problem;
import io.fairstream.schemas.MatchEvent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init") // set up before each test
class FollowedLogTest {
    @TempDir
    private Path folder;

    private Path log;
    private Path state;
    private final List<Problem> problems = new ArrayList<>();

    @BeforeEach
    void name() {
        log = folder.resolve("EventLog");
        state = folder.resolve("kept/state.json");
    }

    @Test
    void anEventIsReadOnceItIsWholeAndABeginOnceNothingFollows() throws IOException {
        append("001 (1.0.0) 2024-03-20 21:00:00 Job executing on host: <192.0.2.30>\n\tSlotNa");
        try (FollowedLog followed = follow()) {
            assertTrue(followed.isNew());
            assertEquals(List.of(), all(followed));
            append("me: slot1@ep1\n...\n");
            assertEquals(
                    List.of("2024-03-20T21:00:00Z slot1@ep1 + carol 1.0 1.0.0#2024-03-20T21:00:00Z"), all(followed));
            append("028 (1.0.0) 2024-03-20 21:00:00 Job ad\nUser = \"late\"\n...\n" + end(1, "22:00:00"));
            assertEquals(List.of("2024-03-20T22:00:00Z slot1@ep1 - 1.0.0#2024-03-20T21:00:00Z"), all(followed));
            assertEquals(List.of(), all(followed));
        }
    }

    @Test
    void aFollowerThatIsStartedAgainGoesOnAndKnowsWhatRan() throws IOException {
        append(begin(1, "21:00:00") + begin(2, "21:10:00"));
        try (FollowedLog followed = follow()) {
            assertEquals(2, all(followed).size());
            followed.keep();
        }
        append(end(1, "22:00:00"));
        try (FollowedLog followed = follow()) {
            assertFalse(followed.isNew());
            assertFalse(followed.isFromBeginning());
            assertEquals(List.of("2024-03-20T22:00:00Z slot1@ep1 - 1.0.0#2024-03-20T21:00:00Z"), all(followed));
        }
        try (FollowedLog followed = follow()) {
            assertEquals(
                    List.of("2024-03-20T22:00:00Z slot1@ep1 - 1.0.0#2024-03-20T21:00:00Z"),
                    all(followed),
                    "what was not kept is told again, the same");
        }
    }

    @Test
    void whatIsRememberedIsForItsOwner() throws IOException {
        append(begin(1, "21:00:00"));
        Path folder = state.resolveSibling("new").resolve("followed");
        try (FollowedLog followed = new FollowedLog(
                log, LogFormat.CONDOR_LOG, Samples.settings("carol", problems), folder.resolve("pool.json"))) {
            all(followed);
            followed.keep();
        }
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)));
    }

    @Test
    void aLogThatIsRenamedIsReadToItsEndBeforeTheNextOne() throws IOException {
        append(begin(1, "21:00:00"));
        try (FollowedLog followed = follow()) {
            all(followed);
            append(begin(2, "21:10:00"));
            rotate("EventLog.old");
            append(end(1, "21:20:00"));
            assertEquals(2, all(followed).size());
            append(end(2, "21:30:00"));
            assertEquals(List.of("2024-03-20T21:30:00Z slot2@ep1 - 2.0.0#2024-03-20T21:10:00Z"), all(followed));
        }
    }

    @Test
    void logsThatWereRotatedWhileNobodyFollowedAreReadInTurn() throws IOException {
        append(begin(1, "21:00:00"));
        try (FollowedLog followed = follow()) {
            all(followed);
            followed.keep();
        }
        append(begin(2, "21:10:00"));
        rotate("EventLog.2");
        Files.setLastModifiedTime(folder.resolve("EventLog.2"), FileTime.from(Instant.parse("2024-03-20T21:11:00Z")));
        append(begin(3, "21:20:00"));
        rotate("EventLog.1");
        Files.setLastModifiedTime(folder.resolve("EventLog.1"), FileTime.from(Instant.parse("2024-03-20T21:21:00Z")));
        append(end(1, "21:30:00"));
        Files.writeString(folder.resolve("EventLog.lock"), begin(4, "21:00:00"));
        try (FollowedLog followed = follow()) {
            assertFalse(followed.isFromBeginning());
            assertEquals(
                    List.of(
                            "2024-03-20T21:10:00Z slot2@ep1 + carol 1.0 2.0.0#2024-03-20T21:10:00Z",
                            "2024-03-20T21:20:00Z slot3@ep1 + carol 1.0 3.0.0#2024-03-20T21:20:00Z",
                            "2024-03-20T21:30:00Z slot1@ep1 - 1.0.0#2024-03-20T21:00:00Z"),
                    all(followed));
        }
    }

    @Test
    void aLogThatIsCopiedAndEmptiedIsReadOnInTheCopyAndThenFromItsBeginning() throws IOException {
        append(begin(1, "21:00:00"));
        try (FollowedLog followed = follow()) {
            all(followed);
            append(begin(2, "21:10:00"));
            Files.copy(log, folder.resolve("EventLog.1"));
            Files.writeString(log, "");
            append(end(1, "21:20:00"));
            assertEquals(2, all(followed).size());
            Files.writeString(log, begin(3, "21:30:00") + begin(4, "21:40:00"));
            assertEquals(2, all(followed).size());
        }
    }

    @Test
    void whatIsCutOffInARenamedLogIsCounted() throws IOException {
        append(begin(1, "21:00:00") + "005 (1.0.0) 2024-03-20 22:00");
        try (FollowedLog followed = follow()) {
            all(followed);
            rotate("EventLog.old");
            append(begin(2, "21:10:00"));
            all(followed);
            assertEquals(1, followed.outcomes().of(Outcome.CUT_OFF));
            assertEquals(2, followed.outcomes().of(Outcome.BEGIN));
        }
    }

    @Test
    void aLogThatIsAnotherOneIsReadFromItsBeginning() throws IOException {
        append(begin(1, "21:00:00"));
        try (FollowedLog followed = follow()) {
            all(followed);
            followed.keep();
        }
        Files.writeString(log, begin(2, "21:10:00") + begin(3, "21:10:00"));
        try (FollowedLog followed = follow()) {
            assertTrue(followed.isFromBeginning());
            assertEquals(2, all(followed).size());
        }
    }

    @Test
    void yearsGoOnOverARestart() throws IOException {
        append("001 (1.0.0) 12/31 23:00:00 Job executing on host: x\n...\n");
        Files.setLastModifiedTime(log, FileTime.from(Instant.parse("2023-12-31T23:00:01Z")));
        try (FollowedLog followed = follow()) {
            all(followed);
            followed.keep();
        }
        append("005 (1.0.0) 01/01 01:00:00 Job terminated.\n...\n");
        try (FollowedLog followed = follow()) {
            assertEquals(List.of("2024-01-01T01:00:00Z job1.0.0@ap - 1.0.0#2023-12-31T23:00:00Z"), all(followed));
        }
    }

    @Test
    void theQueueIsReadAgainForItsAdsButTellsNothingTwice() throws IOException {
        List<String> lines = Samples.text("job_queue.log").lines().toList();
        Set<String> told = new HashSet<>();
        List<String> expected = new ArrayList<>();
        try (FollowedLog followed = queue(folder.resolve("whole.json"))) {
            Files.writeString(log, String.join("\n", lines) + "\n");
            expected.addAll(all(followed));
        }
        Files.delete(log);
        Files.writeString(log, "");
        append(String.join("\n", lines.subList(0, 17)) + "\n");
        for (String next : lines.subList(17, lines.size())) {
            append(next + "\n");
            try (FollowedLog followed = queue(state)) {
                for (String line : all(followed)) {
                    assertTrue(told.add(line), "told twice: " + line);
                }
                followed.keep();
            }
        }
        assertEquals(expected.stream().sorted().toList(), told.stream().sorted().toList());
    }

    @Test
    void aJobThatIsMissingInANewQueueLogIsOver() throws IOException {
        append("""
                107 1 CreationTimestamp 1
                101 1.0 Job Machine
                103 1.0 User "alice"
                103 1.0 JobStatus 2
                103 1.0 JobCurrentStartDate 1710968725
                103 1.0 EnteredCurrentStatus 1710968725
                """);
        try (FollowedLog followed = queue(state)) {
            assertEquals(1, all(followed).size());
            followed.keep();
        }
        Files.delete(log);
        append("""
                107 2 CreationTimestamp 1
                101 2.0 Job Machine
                103 2.0 User "bob"
                103 2.0 JobStatus 1
                103 2.0 EnteredCurrentStatus 1710969000
                """);
        try (FollowedLog followed = queue(state)) {
            assertEquals(List.of("2024-03-20T21:10:00Z job1.0.0@ap - 1.0.0#2024-03-20T21:05:25Z"), all(followed));
        }
    }

    /** Random portions, rotations and restarts, some of which forget what was not kept. */
    @Test
    void howeverALogGrowsItsEventsAreThoseOfTheWhole() throws IOException {
        StringBuilder whole = new StringBuilder();
        for (int job = 1; job <= 30; job++) {
            whole.append(begin(job, "21:%02d:00".formatted(job)));
            if (job % 3 != 0) {
                whole.append(end(job, "22:%02d:00".formatted(job)));
            }
        }
        String text = whole.toString();
        Path reference = Samples.file(folder, "whole", text, "2024-06-30T12:00:00Z");
        Set<String> expected = new HashSet<>(
                lines(new RecordedLog(reference, LogFormat.CONDOR_LOG, Samples.settings("carol", problems))));
        for (long seed = 0; seed < 40; seed++) {
            assertEquals(expected, grown(text, new Random(seed), folder.resolve("seed" + seed)), "seed " + seed);
        }
    }

    private Set<String> grown(String text, Random random, Path directory) throws IOException {
        Files.createDirectory(directory);
        log = directory.resolve("EventLog");
        state = directory.resolve("state.json");
        Set<String> told = new HashSet<>();
        int rotations = 0;
        FollowedLog followed = null;
        for (int from = 0; from < text.length(); ) {
            int to = Math.min(text.length(), from + 1 + random.nextInt(300));
            append(text.substring(from, to));
            from = to;
            followed = followed == null ? follow() : followed;
            told.addAll(all(followed));
            if (random.nextBoolean()) {
                followed.keep();
            }
            if (random.nextInt(4) == 0) {
                followed.close();
                followed = null;
            }
            if (text.startsWith("...\n", from - 4) && random.nextInt(2) == 0) {
                rotations++;
                Files.move(log, directory.resolve("EventLog." + (1000 - rotations)));
                Files.setLastModifiedTime(
                        directory.resolve("EventLog." + (1000 - rotations)), FileTime.fromMillis(1000L * rotations));
                append("");
            }
        }
        try (FollowedLog last = followed == null ? follow() : followed) {
            told.addAll(all(last));
        }
        return told;
    }

    @Test
    void aStateOfSomethingElseIsRefused() throws IOException {
        append(begin(1, "21:00:00"));
        try (FollowedLog followed = follow()) {
            followed.keep();
        }
        IOException refused = assertThrows(IOException.class, () -> queue(state));
        assertTrue(String.valueOf(refused.getMessage()).contains("not the saved position of a followed JOB_QUEUE"));
        Files.writeString(state, "[]");
        assertThrows(IOException.class, this::follow);
    }

    private FollowedLog follow() throws IOException {
        return new FollowedLog(log, LogFormat.CONDOR_LOG, Samples.settings("carol", problems), state);
    }

    private FollowedLog queue(Path kept) throws IOException {
        return new FollowedLog(log, LogFormat.JOB_QUEUE, Samples.settings(null, problems), kept);
    }

    private static List<String> all(FollowedLog followed) throws IOException {
        List<MatchEvent> all = new ArrayList<>();
        for (List<MatchEvent> events = followed.read(); events != null; events = followed.read()) {
            all.addAll(events);
        }
        return lines(all);
    }

    private void rotate(String name) throws IOException {
        Files.move(log, folder.resolve(name));
    }

    private void append(String text) throws IOException {
        Files.write(
                log,
                text.getBytes(StandardCharsets.UTF_8),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.APPEND);
    }

    private static String begin(int job, String time) {
        return "001 (%03d.000.000) 2024-03-20 %s Job executing on host: <192.0.2.30>\n\tSlotName: slot%d@ep1\n...\n"
                .formatted(job, time, job);
    }

    private static String end(int job, String time) {
        return "005 (%03d.000.000) 2024-03-20 %s Job terminated.\n\t(1) Normal termination (return value 0)\n...\n"
                .formatted(job, time);
    }
}
