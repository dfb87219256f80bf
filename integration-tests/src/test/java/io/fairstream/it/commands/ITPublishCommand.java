package io.fairstream.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.it.harness.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Synthetic jobs on the cluster {@code tux}, through a real broker and the topology, to messages and files. */
@SuppressWarnings("NullAway.Init") // set up before all tests
class ITPublishCommand {
    private static final String FIELDS =
            ",\"cluster\":\"tux\",\"user\":\"alice\",\"userId\":1001,\"groups\":[\"physics\"],\"bank\":\"root/physics\","
                    + "\"partition\":\"batch\",\"processors\":4,\"nodes\":2,\"nodeList\":\"n[1-2]\",\"gpus\":1,\"memoryMiB\":8192";

    @TempDir
    private static Path directory;

    private static LocalFairstream fairstream;

    @BeforeAll
    static void start() throws Exception {
        fairstream = LocalFairstream.start(Map.of("budgets", "root/physics=100"));
        List<String> lines = new ArrayList<>();
        lines.addAll(run(1, "2026-02-28T20:00:00Z", "2026-02-28T23:00:00Z"));
        lines.addAll(run(2, "2026-02-28T22:00:00Z", "2026-03-01T01:30:00.250Z"));
        lines.addAll(run(3, "2026-03-02T08:00:00Z", "2026-03-02T10:00:00Z"));
        // Runs still.
        lines.addAll(run(4, "2026-03-02T09:00:00Z", "2026-03-02T11:00:00Z").subList(0, 2));
        fairstream.produce("job-events", directory.resolve("jobs.jsonl"), lines.toArray(String[]::new));
    }

    @AfterAll
    static void stop() {
        fairstream.close();
    }

    /** Submitted when it started; half of its time its processes used. */
    private static List<String> run(int id, String start, String end) {
        String job = "{\"jobId\":" + id + ",\"name\":\"job" + id + "\",\"submitted\":\"" + start + "\"" + FIELDS;
        return List.of(
                job + ",\"at\":\"" + start + "\",\"state\":\"PENDING\"}",
                job + ",\"at\":\"" + start + "\",\"state\":\"RUNNING\"}",
                job + ",\"at\":\"" + end + "\",\"state\":\"COMPLETE\",\"outcome\":\"COMPLETED\",\"exitCode\":0,"
                        + "\"cpuMillis\":3600000}");
    }

    private static Console done(int code, String... arguments) {
        Console console = fairstream.run(arguments);
        assertEquals(code, console.exitCode(), console.toString());
        return console;
    }

    private static List<Path> messages(Path in) throws IOException {
        try (Stream<Path> files = Files.list(in)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private static long sum(Path file, String key) throws IOException {
        return Pattern.compile("^" + key + ": (\\d+)$", Pattern.MULTILINE)
                .matcher(Files.readString(file))
                .results()
                .mapToLong(match -> Long.parseLong(match.group(1)))
                .sum();
    }

    @Test
    void summariesAreSentOnceAndStatusSaysSo() throws IOException {
        Path to = directory.resolve("apel");
        String[] publish = {
            "publish", "apel", "--directory", to.toString(), "--site", "TUX", "--benchmark", "hepspec=10"
        };
        List<String> rows = done(0, with(publish, "--json")).out();
        assertEquals(2, rows.size(), rows.toString());
        assertTrue(
                rows.get(0).startsWith("{\"file\":\"000001-apel-2026-02.txt\",\"jobs\":1,\"wallMicros\":10800000000"),
                rows.get(0));
        assertEquals(
                List.of("000001-apel-2026-02.txt", "000002-apel-2026-03.txt"),
                messages(to).stream().map(file -> file.getFileName().toString()).toList());
        Path march = messages(to).get(1);
        assertEquals("APEL-summary-job-message: v0.3", Files.readAllLines(march).get(0));
        assertEquals(2, sum(march, "NumberOfJobs"));
        assertEquals(5 * 3600 + 1800, sum(march, "WallDuration"));
        assertEquals(10 * (5 * 3600 + 1800), sum(march, "NormalisedWallDuration"));
        assertEquals(7200, sum(march, "CpuDuration"));
        assertEquals(List.of(), done(0, with(publish, "--json")).out());
        assertEquals(
                List.of(
                        "{\"month\":\"2026-02\",\"sent\":1,\"pending\":0,\"changed\":0,\"wallMicros\":10800000000,"
                                + "\"cpuMicros\":3600000000,\"allocatedMicros\":43200000000}",
                        "{\"month\":\"2026-03\",\"sent\":2,\"pending\":0,\"changed\":0,\"wallMicros\":19800250000,"
                                + "\"cpuMicros\":7200000000,\"allocatedMicros\":79201000000}"),
                done(0, "publish", "status", "--directory", to.toString(), "--json")
                        .out());
        Files.delete(march);
        assertEquals(List.of(), done(0, with(publish, "--json")).out(), "who takes messages may delete them");
    }

    /** All messages together have the use that the clusters gave away, to the microsecond, except for the job that still runs. */
    @Test
    void sumsOfAllMessagesAreThoseOfTheReportOfClusters() {
        Path to = directory.resolve("sums");
        List<String> rows = done(
                        0, "publish", "gracc", "--directory", to.toString(), "--site", "TUX", "--probe", "p", "--json")
                .out();
        long sent =
                rows.stream().mapToLong(row -> number(row, "allocatedMicros")).sum();
        List<String> report = done(
                        0,
                        "report",
                        "cluster",
                        "utilization",
                        "--start",
                        "2026-02-28T00:00:00Z",
                        "--end",
                        "2026-03-02T10:00:00Z",
                        "--json")
                .out();
        long running = 4 * 3_600_000_000L;
        assertEquals(number(report.get(0), "allocated") - running, sent);
    }

    private static long number(String row, String name) {
        Matcher matcher = Pattern.compile("\"" + name + "[A-Za-z]*\":(\\d+)").matcher(row);
        assertTrue(matcher.find(), row);
        MatchResult found = matcher.toMatchResult();
        return Long.parseLong(found.group(1));
    }

    @Test
    void recordsAreOneForEachJobAndAStatusWithoutThemEndsWithOne() throws IOException {
        Path to = directory.resolve("gracc");
        done(0, "publish", "gracc", "--directory", to.toString(), "--site", "TUX", "--probe", "slurm:ce.example.org");
        List<String> records = new ArrayList<>();
        for (Path file : messages(to)) {
            records.addAll(Files.readAllLines(file));
        }
        assertEquals(3, records.size());
        assertEquals(
                1,
                records.stream()
                        .filter(record -> record.contains("\"WallDuration\":12600.25,"))
                        .count());
        Console other = done(1, "publish", "apel", "--directory", to.toString(), "--site", "TUX");
        assertTrue(other.err().get(0).contains("for {format=gracc, grid=Local, probe=slurm:ce.example.org, site=TUX}"));
    }

    @Test
    void costsAreThoseOfTheList() throws IOException {
        Path prices = Files.writeString(directory.resolve("prices"), """
                currency = EUR
                provider = Example
                cpu-hour = 0.02 from 2026-01-01
                gpu-hour = 1 from 2026-03-01
                gib-hour = 0.001 from 2026-03-02
                """);
        Path to = directory.resolve("costs.json");
        done(
                0,
                "publish",
                "focus",
                "--prices",
                prices.toString(),
                "--start",
                "2026-02-28",
                "--end",
                "2026-03-01",
                "--file",
                to.toString());
        List<String> february = Files.readAllLines(to);
        assertEquals(1, february.size(), february.toString());
        assertTrue(february.get(0).startsWith("{\"BilledCost\":0.40,"), "3 and 2 hours on 4 processors: " + february);
        List<String> csv = done(
                        0,
                        "publish",
                        "focus",
                        "--prices",
                        prices.toString(),
                        "--start",
                        "2026-02-28",
                        "--end",
                        "2026-03-02",
                        "--by",
                        "day",
                        "--csv")
                .out();
        assertEquals(4, csv.size(), csv.toString());
        Console bad = done(1, "publish", "focus", "--prices", to.toString(), "--start", "2026-02-28");
        assertTrue(bad.err().get(0).startsWith("fairstream: " + to + ":1: "), bad.toString());
    }

    @Test
    void jobsAreDumpedAsXdmodTakesThem() {
        assertEquals(
                List.of("2|2|tux|batch||physics|physics||alice|1001|2026-02-28T22:00:00|Unknown|2026-02-28T22:00:00"
                        + "|2026-03-01T01:30:00|03:30:00|0:0|COMPLETED|2|4||8192M||||n[1-2]|job2"),
                done(0, "publish", "sacct", "--start", "2026-03-01", "--end", "2026-03-02")
                        .out());
    }

    @Test
    void balancesAreWhatIsLeftOfBudgets() {
        List<String> out = done(0, "publish", "open-ondemand", "--set", "budgets=root/physics=100")
                .out();
        assertTrue(
                out.get(0).endsWith("\"balances\":[{\"user\":\"alice\",\"project\":\"root/physics\",\"value\":82}]}"),
                "2 nodes for 3, 3.5 and 2 hours: " + out);
        assertTrue(done(1, "publish", "open-ondemand").err().get(0).contains("budgets: none"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    publish apel --site X                               | 2 | --directory=DIR is missing
                    publish apel --directory /nowhere --site X --benchmark a=1 | 1 | benchmark: a=1 (expected: hepspec=N or HEPscore23=N, N above 0)
                    publish apel --directory /nowhere --site X --infrastructure y | 1 | infrastructure: "y" (expected: grid or local)
                    publish apel --directory /nowhere --site X --month 2026-13 | 2 | 2026-13
                    publish gracc --directory /nowhere --site X                | 2 | --probe=NAME is missing
                    publish status --directory /nowhere                        | 1 | /nowhere: no ledger (expected: a directory of publish apel or gracc)
                    publish sacct --start 2026-03-02 --end 2026-03-01     | 2 | --start: 2026-03-02T00:00:00Z (expected: before the end, 2026-03-01T00:00:00Z)
                    publish focus --prices /nowhere                     | 1 | /nowhere: no such file
                    publish focus --prices p --file x.txt                 | 2 | --file: x.txt (expected: a file that ends in .csv or .json)
                    """)
    void whatIsWrongIsRefusedInALine(String command, int code, String refusal) {
        Console console = done(code, command.split(" ", -1));
        assertTrue(console.err().get(0).contains(refusal), console.toString());
    }

    private static String[] with(String[] arguments, String... more) {
        return Stream.concat(Stream.of(arguments), Stream.of(more)).toArray(String[]::new);
    }
}
