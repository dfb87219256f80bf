package io.fairstream.htcondor;

import static io.fairstream.htcondor.Samples.lines;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fairstream.htcondor.file.LostRange;
import io.fairstream.reading.Outcome;
import io.fairstream.reading.Problem;
import io.fairstream.schemas.MatchEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log that HTCondor itself rotates, which writes the header of the old file anew. */
@SuppressWarnings("NullAway.Init") // set up before each test
class RotatedLogTest {
    @TempDir
    private Path folder;

    private Path log;
    private Path state;
    private final List<Problem> problems = new ArrayList<>();

    @BeforeEach
    void name() {
        log = folder.resolve("EventLog");
        state = folder.resolve("state.json");
    }

    @Test
    void whatIsUnreadWhenTheHeaderIsWrittenAnewIsRead() throws IOException {
        PoolLog pool = new PoolLog(log, 3);
        pool.write(begin(1));
        try (FollowedLog followed = follow()) {
            assertEquals(1, all(followed).size());
            pool.write(begin(2));
            pool.rotate();
            pool.write(begin(3));
            assertEquals(2, all(followed).size());
            assertEquals(List.of(), followed.gaps());
            assertEquals(3, followed.outcomes().of(Outcome.BEGIN));
            assertEquals(2, followed.outcomes().of(Outcome.NOT_ABOUT_USE), "headers");
        }
        assertEquals(List.of(), problems);
    }

    @Test
    void filesThatWereRotatedWhileNobodyFollowedAreReadInTheOrderOfTheirHeaders() throws IOException {
        PoolLog pool = new PoolLog(log, 3);
        pool.write(begin(1));
        try (FollowedLog followed = follow()) {
            all(followed);
            followed.keep();
        }
        for (int job = 2; job <= 4; job++) {
            pool.write(begin(job));
            pool.rotate();
        }
        pool.write(end(1));
        for (int i = 1; i <= 3; i++) {
            Files.setLastModifiedTime(pool.rotated(i), FileTime.from(Instant.parse("2026-11-22T09:00:00Z")));
        }
        try (FollowedLog followed = follow()) {
            assertFalse(followed.isFromBeginning());
            List<String> told = all(followed);
            assertEquals(4, told.size());
            assertTrue(told.get(3).contains(" - 1.0.0#"), told.toString());
        }
    }

    @Test
    void aFollowerThatIsNewBeginsWithTheOldestFileThatIsThere() throws IOException {
        PoolLog pool = new PoolLog(log, 3);
        for (int job = 1; job <= 3; job++) {
            pool.write(begin(job));
            pool.rotate();
        }
        pool.write(end(1));
        try (FollowedLog followed = follow()) {
            assertTrue(followed.isNew());
            assertEquals(4, all(followed).size());
            assertEquals(List.of(), followed.gaps());
        }
    }

    @Test
    void whatWasRotatedAwayUnreadIsMeasuredAndTold() throws IOException {
        PoolLog pool = new PoolLog(log, 1);
        pool.write(begin(1));
        try (FollowedLog followed = follow()) {
            all(followed);
            followed.keep();
        }
        for (int job = 2; job <= 4; job++) {
            pool.write(begin(job));
            pool.rotate();
        }
        long lost = begin(2).length() + pool.removed().get(1);
        pool.write(begin(5));
        try (FollowedLog followed = follow()) {
            assertTrue(followed.isFromBeginning());
            assertEquals("EventLog.old", String.valueOf(followed.beginning().getFileName()));
            assertEquals(2, all(followed).size());
            assertEquals(
                    List.of(lost),
                    followed.gaps().stream().map(LostRange::bytes).toList());
        }
        assertEquals(
                List.of(
                        "EventLog.old:1: the rest of a file and one complete file were rotated away before they were read: "
                                + lost + " bytes are lost"),
                problems.stream().map(Problem::toString).toList());
    }

    @Test
    void aFileThatWentAwayAfterItWasReadIsNoLoss() throws IOException {
        PoolLog pool = new PoolLog(log, 1);
        pool.write(begin(1));
        try (FollowedLog followed = follow()) {
            all(followed);
            followed.keep();
        }
        pool.rotate();
        pool.write(begin(2));
        pool.rotate();
        try (FollowedLog followed = follow()) {
            assertEquals(1, all(followed).size());
            assertEquals(List.of(), followed.gaps());
        }
    }

    @Test
    void aFollowerThatFallsBehindReadsOnInTheOldestFileAndNotInTheNewest() throws IOException {
        PoolLog pool = new PoolLog(log, 1);
        pool.write(begin(1));
        try (FollowedLog followed = follow()) {
            all(followed);
            for (int job = 2; job <= 3; job++) {
                pool.write(begin(job));
                pool.rotate();
            }
            assertEquals(2, all(followed).size());
            assertEquals(List.of(), followed.gaps(), "the open file is read though it has no name");
        }
    }

    @Test
    void whatAProcessWritesThatHasNotNoticedTheRotationIsReadToo() throws IOException {
        PoolLog pool = new PoolLog(log, 3);
        pool.write(begin(1));
        try (FollowedLog followed = follow()) {
            all(followed);
            pool.rotate();
            pool.write(begin(2));
            assertEquals(1, all(followed).size());
            PoolLog.append(pool.rotated(1), begin(3));
            assertEquals(1, all(followed).size());
            followed.keep();
        }
        PoolLog.append(pool.rotated(1), begin(4));
        pool.write(begin(5));
        try (FollowedLog followed = follow()) {
            assertEquals(2, all(followed).size());
        }
    }

    @Test
    void aStateOfBeforeThereWereIdsIsGoneOnWith() throws IOException {
        PoolLog pool = new PoolLog(log, 3);
        pool.write(begin(1) + begin(2).repeat(3));
        try (FollowedLog followed = follow()) {
            all(followed);
            followed.keep();
        }
        ObjectMapper json = new ObjectMapper();
        ObjectNode kept = (ObjectNode) json.readTree(state.toFile());
        ((ObjectNode) kept.get("position")).remove(List.of("log", "before"));
        json.writeValue(state.toFile(), kept);
        pool.write(begin(3));
        try (FollowedLog followed = follow()) {
            assertFalse(followed.isFromBeginning());
            assertEquals(1, all(followed).size());
        }
    }

    @Test
    void theTimeOfARewrittenHeaderIsNotThatOfTheEventsAfterIt() throws IOException {
        String text = """
            008 (-01.-01.-01) 01/05 00:00:05 Global JobLog: ctime=1703000000 id=0.1.2.3 sequence=1 size=9 events=0 offset=0
            ...
            001 (1.0.0) 12/20 23:00:00 Job executing on host: x
            ...
            005 (1.0.0) 01/04 01:00:00 Job terminated.
            ...
            """;
        Path old = Samples.file(folder, "EventLog.old", text, "2024-01-05T00:00:05Z");
        RecordedLog recorded = new RecordedLog(old, LogFormat.CONDOR_LOG, Samples.settings("carol", problems));
        List<Instant> times = new ArrayList<>();
        recorded.forEach(event -> times.add(event.getAt()));
        assertEquals(List.of(Instant.parse("2023-12-20T23:00:00Z"), Instant.parse("2024-01-04T01:00:00Z")), times);
    }

    @Test
    void headersInJsonAndXmlNumberFilesAsWell() throws IOException {
        String info =
                "Global JobLog: ctime=%d id=0.1.2.%d sequence=%d size=9 events=0 offset=%d event_off=0 creator_name=";
        String json =
                "{\"MyType\":\"GenericEvent\",\"EventTypeNumber\":8,\"EventTime\":\"2026-11-22T07:26:17\",\"Info\":\"%s\"}\n";
        String run =
                "{\"EventTypeNumber\":1,\"EventTime\":\"2026-11-22T07:2%d:17\",\"Cluster\":%d,\"Proc\":0,\"Subproc\":0}\n";
        String xml = """
            <c>
            <a n="MyType"><s>GenericEvent</s></a>
            <a n="EventTypeNumber"><i>8</i></a>
            <a n="EventTime"><s>2026-11-22T07:26:17</s></a>
            <a n="Info"><s>%s&lt;&gt;</s></a>
            </c>
            """;
        Files.writeString(
                folder.resolve("EventLog.2"), json.formatted(info.formatted(7, 1, 1, 0)) + run.formatted(1, 1));
        Files.writeString(
                folder.resolve("EventLog.1"), xml.formatted(info.formatted(8, 2, 2, 300)) + run.formatted(2, 2));
        Files.writeString(log, json.formatted(info.formatted(9, 3, 3, 600)) + run.formatted(3, 3));
        try (FollowedLog followed = follow()) {
            assertEquals("EventLog.2", String.valueOf(followed.beginning().getFileName()));
            assertEquals(3, all(followed).size());
            assertEquals(3, followed.outcomes().of(Outcome.NOT_ABOUT_USE));
        }
    }

    /** Random portions, rotations between them, kills of the follower that forget what was not kept. */
    @Test
    void howeverAPoolRotatesItsEventsAreThoseOfTheWhole() throws IOException {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            Path directory = Files.createDirectory(folder.resolve("seed" + seed));
            log = directory.resolve("EventLog");
            state = directory.resolve("state.json");
            int rotations = 1 + random.nextInt(5);
            PoolLog pool = new PoolLog(log, rotations);
            Set<String> told = new HashSet<>();
            Set<String> expected = new HashSet<>();
            FollowedLog followed = null;
            int unread = 0;
            for (int job = 1; job <= 40; job++) {
                pool.write(begin(job));
                expected.add(job + " +");
                if (random.nextBoolean()) {
                    pool.write(end(job));
                    expected.add(job + " -");
                }
                if (unread < rotations && random.nextInt(3) == 0) {
                    pool.rotate();
                    unread++;
                }
                if (unread == rotations || random.nextInt(4) == 0) {
                    followed = followed == null ? follow() : followed;
                    add(all(followed), told);
                    assertEquals(List.of(), followed.gaps(), "seed " + seed);
                    followed.keep();
                    unread = 0;
                    if (random.nextInt(3) == 0) {
                        followed.close();
                        followed = null;
                    }
                } else if (random.nextInt(4) == 0) {
                    try (FollowedLog killed = follow()) {
                        add(lines(Objects.requireNonNullElse(killed.read(), List.of())), told);
                    }
                }
            }
            try (FollowedLog last = followed == null ? follow() : followed) {
                add(all(last), told);
            }
            assertEquals(expected, told, "seed " + seed);
        }
    }

    /** The pool's processes do not wait for who follows. */
    @Test
    void nothingIsLostWhenFilesAreRenamedWhileTheyAreLookedFor() throws Exception {
        AtomicBoolean written = new AtomicBoolean();
        Thread writer = rotating(300, written);
        Set<String> told = new HashSet<>();
        writer.start();
        FollowedLog followed = follow();
        Random random = new Random(1);
        for (boolean last = false; !last; ) {
            last = written.get();
            add(all(followed), told);
            assertEquals(List.of(), followed.gaps());
            if (random.nextInt(4) == 0) {
                followed.keep();
            }
            if (random.nextInt(10) == 0) {
                followed.close();
                followed = follow();
            }
        }
        writer.join();
        add(all(followed), told);
        followed.close();
        assertEquals(600, told.size());
        assertEquals(List.of(), problems);
    }

    @Test
    void isOpenedThoughItIsRenamedAtThatInstant() throws Exception {
        AtomicBoolean written = new AtomicBoolean();
        Thread writer = rotating(100, written);
        writer.start();
        while (!written.get()) {
            try (FollowedLog followed = follow()) {
                assertEquals(List.of(), followed.gaps());
            }
        }
        writer.join();
        assertEquals(List.of(), problems);
    }

    /** Writes the jobs, each to a file of its own. */
    private Thread rotating(int jobs, AtomicBoolean written) {
        PoolLog pool = new PoolLog(log, jobs);
        return new Thread(() -> {
            for (int job = 1; job <= jobs; job++) {
                pool.write(begin(job) + end(job));
                pool.rotate();
            }
            written.set(true);
        });
    }

    private static void add(List<String> lines, Set<String> told) {
        for (String line : lines) {
            String[] words = line.split(" ", -1);
            String id = words[words.length - 1];
            told.add(id.substring(0, id.indexOf('.')) + " " + words[2]);
        }
    }

    private FollowedLog follow() throws IOException {
        return new FollowedLog(log, LogFormat.CONDOR_LOG, Samples.settings("carol", problems), state);
    }

    private static List<String> all(FollowedLog followed) throws IOException {
        List<MatchEvent> all = new ArrayList<>();
        for (List<MatchEvent> events = followed.read(); events != null; events = followed.read()) {
            all.addAll(events);
        }
        return lines(all);
    }

    private static String begin(int job) {
        return "001 (%03d.000.000) 2026-11-22 07:%02d:%02d Job executing on host: <192.0.2.30>\n\tSlotName: slot%d@ep1\n...\n"
                .formatted(job, job / 60, job % 60, job);
    }

    private static String end(int job) {
        return "005 (%03d.000.000) 2026-11-22 08:%02d:%02d Job terminated.\n\t(1) Normal termination (return value 0)\n...\n"
                .formatted(job, job / 60, job % 60);
    }
}
