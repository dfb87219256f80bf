package io.fairstream.htcondor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.htcondor.file.Ending;
import io.fairstream.htcondor.file.Pieces;
import io.fairstream.htcondor.file.RawEntry;
import io.fairstream.htcondor.match.Listing;
import io.fairstream.htcondor.match.Source;
import io.fairstream.reading.RecordOutcomes;
import io.fairstream.schemas.MatchEvent;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Samples with bits flipped and pieces lost: nothing throws, and every byte is in an entry that is counted. */
@SuppressWarnings("NullAway.Init") // set up before each test
class FuzzTest {
    private static final int SEEDS = 400;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "legacy.log, CONDOR_LOG",
        "iso.log, CONDOR_LOG",
        "utc.json.log, CONDOR_LOG",
        "events.xml, CONDOR_LOG",
        "EpEvents.log, STARTD_LOG",
        "job_queue.log, JOB_QUEUE"
    })
    void aLogThatIsDamagedIsReadToItsEnd(String name, LogFormat format) throws IOException {
        for (int seed = 0; seed < SEEDS; seed++) {
            Path file = damaged(name, seed);
            LogFormat.Settings settings = new LogFormat.Settings(
                    new Source("ap", "", "carol"), ZoneOffset.UTC, null, Map.of(), problem -> {});
            RecordedLog log = new RecordedLog(file, format, settings);
            long events = 0;
            for (MatchEvent event : log) {
                assertTrue(event.getAt() != null, context(name, seed));
                events++;
            }
            assertEquals(log.size(), events, context(name, seed));
            check(file, format.ending(), log.outcomes(), context(name, seed));
        }
    }

    @ParameterizedTest
    @CsvSource({"history.json", "epochs.txt", "slots.txt", "parallel.history.json", "request-cpus.history.json"})
    void adsThatAreDamagedAreReadToTheirEnd(String name) throws IOException {
        for (int seed = 0; seed < SEEDS; seed++) {
            Path file = damaged(name, seed);
            JobHistory history = JobHistory.read(file, new Source("ap", "", "carol"), problem -> {});
            check(file, Ending.BLANK_LINE, history.outcomes(), context(name, seed));
            Listing listing = Listing.read("slots", new ByteArrayInputStream(Files.readAllBytes(file)), problem -> {});
            assertEquals(history.outcomes().total(), listing.outcomes().total(), context(name, seed));
        }
    }

    private static String context(String name, int seed) {
        return name + ", seed " + seed;
    }

    /** Every byte is in one entry, or between entries and no part of one; and every entry is counted. */
    private static void check(Path file, Ending ending, RecordOutcomes outcomes, String context) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        List<RawEntry> pieces = new ArrayList<>();
        try (Pieces all = Pieces.open(file, ending)) {
            all.forEachRemaining(pieces::add);
        }
        assertEquals(pieces.size(), outcomes.total(), context);
        long end = 0;
        for (RawEntry piece : pieces) {
            checkBetween(bytes, end, piece.start(), context);
            assertTrue(piece.end() > piece.start(), context);
            end = piece.end();
            assertEquals(lines(bytes, piece.start()), piece.line(), context);
        }
        checkBetween(bytes, end, bytes.length, context);
    }

    private static long lines(byte[] bytes, long offset) {
        long line = 1;
        for (int i = 0; i < offset; i++) {
            line += bytes[i] == '\n' ? 1 : 0;
        }
        return line;
    }

    private static void checkBetween(byte[] bytes, long from, long to, String context) {
        assertTrue(from <= to, context);
        String between = new String(bytes, (int) from, (int) (to - from), StandardCharsets.ISO_8859_1);
        String rest = between.replaceAll("(?s)<[^>]*>", "").replaceAll("(?m)^\\.\\.\\.\r?$", "");
        assertEquals("", rest.replaceAll("[\\[\\],\\x00-\\x20]|\\p{Space}", ""), context);
    }

    private Path damaged(String name, int seed) throws IOException {
        Random random = new Random(seed);
        byte[] bytes = Samples.text(name).getBytes(StandardCharsets.UTF_8);
        int flips = random.nextInt(6);
        for (int i = 0; i < flips; i++) {
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int cuts = random.nextInt(4);
        int from = 0;
        for (int i = 0; i < cuts; i++) {
            int to = from + random.nextInt(bytes.length - from);
            out.write(bytes, from, to - from);
            from = Math.min(bytes.length - 1, to + random.nextInt(40));
        }
        out.write(bytes, from, random.nextBoolean() ? bytes.length - from : random.nextInt(bytes.length - from));
        Path file = Files.write(folder.resolve("damaged"), out.toByteArray());
        return file;
    }
}
