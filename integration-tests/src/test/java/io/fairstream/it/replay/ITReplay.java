package io.fairstream.it.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.it.harness.Console;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One random log; {@code -Dlaws.seed=N} for another one. */
class ITReplay {
    private static final long SEED = Long.getLong("laws.seed", 20240103);
    private static final SwfLog LOG = SwfLog.random(SEED, 4000, Duration.ofDays(50));

    @TempDir
    static @Nullable Path directory;

    private static @Nullable Replay plain;

    @BeforeAll
    static void replayInOrderOfTime() throws Exception {
        plain = Replay.embedded(LOG.write(file("log.swf")));
    }

    @Test
    void theWeightedUsageIsTheProcessorSecondsOfTheLog() {
        assertEquals(BigDecimal.valueOf(LOG.processorSeconds()).stripTrailingZeros(), plain().weightedUsage(), seed());
        assertTrue(
                plain().console()
                        .err()
                        .contains(String.format("log: %,d events of %,d jobs", 2 * LOG.jobs(), LOG.jobs())),
                plain().console().toString());
        for (JsonNode row : plain().priorities().values()) {
            assertEquals(0, row.get("weightInUse").asDouble(), row::toString);
        }
    }

    @Test
    void theEventsOfADayInAnyOrderGiveTheSameTables() {
        double largest = Replay.embedded(file("log.swf"), "--shuffle", Long.toString(SEED))
                .largestDifferenceTo(plain());
        System.out.printf("shuffled: priorities differ by at most %.3g of their value%n", largest);
        assertTrue(largest <= 1e-9, seed() + ": " + largest);
    }

    @Test
    void aGzippedLogIsTheSameLog() throws Exception {
        assertEquals(0, Replay.embedded(LOG.write(file("zipped.swf.gz"))).largestDifferenceTo(plain()), seed());
    }

    @Test
    void aSlowReplayTakesItsTimeAndGivesTheSame() throws Exception {
        Path few = write("few.swf", SwfLog.job(1, 0, 0, 3600, 4, 1), SwfLog.job(2, 1800, -1, 5400, 2, 2));
        long begin = System.nanoTime();
        Replay slow = Replay.embedded(few, "--speed", "3600");
        assertTrue(System.nanoTime() - begin >= Duration.ofSeconds(2).toNanos());
        assertEquals(0, slow.largestDifferenceTo(Replay.embedded(few)));
        assertEquals(new BigDecimal(3600 * 4 + 5400 * 2).stripTrailingZeros(), slow.weightedUsage());
    }

    @Test
    void eventsAfterTheInstantAreNotPlayed() throws Exception {
        Path few = write("until.swf", SwfLog.job(1, 0, 0, 3600, 4, 1), SwfLog.job(2, 1800, 0, 5400, 2, 2));
        Replay half = Replay.embedded(
                few, "--at", Instant.ofEpochSecond(SwfLog.BEGIN + 1799).toString());
        assertEquals(List.of("user1"), List.copyOf(half.priorities().keySet()));
        assertEquals(new BigDecimal(1799 * 4), half.weightedUsage());
    }

    @Test
    void aLineThatIsNoJobIsToldAndTheOthersCount() throws Exception {
        Path bad = write(
                "bad.swf",
                SwfLog.job(1, 0, 0, 10, 1, 1),
                "1 2 3",
                SwfLog.job(1, 5, 0, 10, 1, 1),
                SwfLog.job(2, 5, 0, 10, 3, 1).replace("2 5 0 10", "2 5 0 ten"),
                SwfLog.job(3, 5, 0, 10, 2, 1));
        Replay replay = Replay.embedded(bad);
        assertEquals(new BigDecimal("30").stripTrailingZeros(), replay.weightedUsage());
        List<String> told = replay.console().err().stream()
                .filter(line -> line.startsWith(bad + ":"))
                .toList();
        assertEquals(
                List.of(
                        bad + ":3: 3 columns (expected: 18 or more)",
                        bad + ":4: job: 1 (expected: a new job number)",
                        bad + ":5: run: \"ten\" (expected: a whole number)"),
                told);
    }

    @Test
    void aFileThatCannotBeReadEndsTheCommandWithOneLine() throws Exception {
        Path missing = file("missing.swf");
        assertFails(missing, "fairstream: " + missing + ": no such file");
        Path plainText = Files.writeString(file("plain.swf.gz"), "; no zip at all\n");
        Console failed = Replay.run(plainText, List.of("--embedded"));
        assertEquals(1, failed.exitCode(), failed.toString());
        assertEquals(1, failed.err().size(), failed.toString());
        assertTrue(failed.err().get(0).contains(plainText + ": Not in GZIP format"), failed.toString());
    }

    private static void assertFails(Path file, String message) {
        Console failed = Replay.run(file, List.of("--embedded"));
        assertEquals(1, failed.exitCode(), failed.toString());
        assertEquals(List.of(message), failed.err());
        assertEquals(List.of(), failed.out());
    }

    private static Path write(String name, String... jobs) throws Exception {
        return Files.writeString(
                file(name), "; UnixStartTime: " + SwfLog.BEGIN + "\n" + String.join("\n", jobs) + "\n");
    }

    private static Path file(String name) {
        return Objects.requireNonNull(directory).resolve(name);
    }

    private static Replay plain() {
        return Objects.requireNonNull(plain);
    }

    private static String seed() {
        return "seed " + SEED;
    }
}
