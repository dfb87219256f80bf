package io.fairstream.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.it.harness.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@SuppressWarnings("NullAway.Init") // set up before each test
class ITReplayCommand {
    private static final int JOBS = 200;

    @TempDir
    private Path directory;

    private Path trace;

    /** Job i of user i mod 3 runs for 100 i seconds on i mod 8 processors, which for every eighth is none. */
    @BeforeEach
    void writeTrace() throws Exception {
        StringBuilder text = new StringBuilder("; UnixStartTime: 900000000\n");
        for (int i = 1; i <= JOBS; i++) {
            text.append(String.format(
                    Locale.ROOT,
                    "%d %d 0 %d %d -1 -1 -1 -1 -1 1 %d 1 1 1 1 -1 -1%n",
                    i,
                    300 * i,
                    100 * i,
                    i % 8 == 0 ? -1 : i % 8,
                    i % 3));
        }
        trace = directory.resolve("log.swf");
        Files.writeString(trace, text);
    }

    @Test
    void theUsageOfATraceIsItsProcessorSecondsHoweverItIsDelivered() {
        Console inOrder = replay();
        Console shuffled = replay("--shuffle", "7");
        assertEquals(0, inOrder.exitCode(), inOrder.toString());
        assertTrue(inOrder.err().contains("log: 25 jobs left out: without a number of processors"));
        assertTrue(inOrder.err().stream().anyMatch(line -> line.startsWith("350 events in ")), inOrder.toString());
        assertEquals(3, inOrder.out().size(), inOrder.toString());
        long expected = 0;
        for (int i = 1; i <= JOBS; i++) {
            expected += 100L * i * (i % 8);
        }
        assertEquals((double) expected, usage(inOrder));
        assertEquals((double) expected, usage(shuffled));
    }

    /** A file of sacct's, exit codes without and with --strict, and the last line. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
        7|COMPLETED|1|1001|physics   ; 0 ; tux: nothing that is charged was left out or assumed
        7|RUNNING|1|1001|physics     ; 1 ; tux: left out or assumed: 1 rows with an end time although the job is RUNNING or PENDING: the end is ignored
        7|FROBNICATED|1|1001|physics ; 1 ; tux: left out or assumed: 1 records left out: malformed
        7|COMPLETED|1.50K|1001|physics ; 1 ; tux: left out or assumed: 1 rows with a rounded number of CPUs or nodes (1.50K): the exact number is unknown
        7|COMPLETED|1||physics       ; 1 ; tux: left out or assumed: 1 rows without a queued event: user id, group or size is unknown
        """)
    void whatWasLeftOutOrGuessedIsTheLastLineAndStrictFails(String row, int strict, String last) throws IOException {
        Path file = directory.resolve("tux.txt");
        Files.writeString(
                file,
                "JobIDRaw|State|NCPUS|UID|Group|User|Submit|Start|End\n" + row
                        + "|alice|2026-03-02T08:00:00|2026-03-02T08:00:00|2026-03-02T09:00:00\n"
                        + "8|COMPLETED|1|1001|physics|alice|2026-03-02T08:00:00|2026-03-02T08:00:00|2026-03-02T09:00:00\n"
                        + "8.0|COMPLETED|1|||||2026-03-02T08:00:00|2026-03-02T09:00:00\n");
        for (String option : List.of("--wide", "--strict")) {
            Console console =
                    Console.run("replay", file.toString(), "--format", "sacct", "--zone", "UTC", "--embedded", option);
            assertEquals(option.equals("--strict") ? strict : 0, console.exitCode(), console.toString());
            assertEquals(last, console.err().get(console.err().size() - 1));
        }
    }

    @Test
    void strictFailsWhereTheTopologyRefuses() throws IOException {
        Path file = directory.resolve("tux.txt");
        Files.writeString(file, """
                JobIDRaw|State|NCPUS|UID|Group|User|Submit|Start|End
                7|COMPLETED|1|1001|physics|alice|2026-03-02T08:00:00|2026-03-02T08:00:00|2026-03-02T09:00:00
                7|COMPLETED|1|1001|physics|alice|2026-03-02T08:00:00|2026-03-02T08:00:00|2026-03-02T10:00:00
                """);
        Console console =
                Console.run("replay", file.toString(), "--format", "sacct", "--zone", "UTC", "--embedded", "--strict");
        assertEquals(1, console.exitCode(), console.toString());
        assertEquals(
                "tux: nothing that is charged was left out or assumed",
                console.err().get(console.err().size() - 1));
    }

    @Test
    void whatATraceCannotBeIsWrongUsage() {
        assertEquals(2, Console.run("replay", trace.toString(), "--embedded").exitCode());
        assertEquals(2, replay("--as", "sessions").exitCode());
        Console speed = replay("--speed", "-1");
        assertEquals(2, speed.exitCode());
        assertTrue(speed.err().get(0).contains("\"-1\" (expected: max, or seconds of the trace per second"));
        assertEquals(
                2, Console.run("replay", trace.toString(), "--format", "swf").exitCode());
        Console missing = Console.run("replay", "/no/such.swf", "--format", "swf", "--embedded");
        assertEquals(1, missing.exitCode());
        assertFalse(missing.err().isEmpty());
    }

    @Test
    void aBankThatARecordingDoesNotTellIsWrongUsage() {
        assertUsage(
                "--bank account: swf tells no account (expected: one of [group, const])",
                "swf",
                "--as",
                "jobs",
                "--bank",
                "account");
        assertUsage("--bank group: matches have no bank (expected: --as jobs or both)", "swf", "--bank", "group");
        assertUsage(
                "--bank group: flux-jobs tells no group (expected: one of [account, const])",
                "flux-jobs",
                "--bank",
                "group");
        assertUsage(
                "--bank const: matches have no bank (expected: --as jobs or both)",
                "condor-log",
                "--follow",
                "--bank",
                "const");
        assertUsage(
                "--bank const: sonar-sample tells no const (expected: no --bank)", "sonar-sample", "--bank", "const");
        assertUsage(
                "--strict: a followed log has no end (expected: no --follow, no --state)",
                "condor-log",
                "--follow",
                "--strict");
        assertUsage("--job: flux-jobs has job ids (expected: --format flux-eventlog)", "flux-jobs", "--job", "ƒ8");
        assertUsage("--job: id: \"x\" (expected: a job id such as", "flux-eventlog", "--job", "x");
    }

    private void assertUsage(String message, String format, String... more) {
        List<String> arguments = new ArrayList<>(List.of("replay", trace.toString(), "--embedded", "--format", format));
        arguments.addAll(List.of(more));
        Console console = Console.run(arguments.toArray(String[]::new));
        assertEquals(2, console.exitCode(), console.toString());
        assertTrue(console.err().get(0).startsWith("fairstream: " + message), console.toString());
    }

    private Console replay(String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "replay", trace.toString(), "--format", "swf", "--embedded", "--print", "priorities", "--json"));
        arguments.addAll(List.of(more));
        return Console.run(arguments.toArray(String[]::new));
    }

    private static double usage(Console console) {
        String field = "\"weightedAccumulatedUsage\":";
        return console.out().stream()
                .mapToDouble(line -> {
                    int from = line.indexOf(field) + field.length();
                    return Double.parseDouble(line.substring(from, line.indexOf(',', from)));
                })
                .sum();
    }
}
