package io.fairstream.traces;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.reading.Outcome;
import io.fairstream.reading.Problem;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SwfTraceTest {
    private static final String HEADER = "; Version: 2.2\n;  UnixStartTime: 1000000 \n; UnixStartTime: 5\n;\n";

    @TempDir
    private Path folder;

    private final List<String> problems = new ArrayList<>();

    /** One row per case of the columns; null in a column of the result means that nothing is expected there. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
        # submit wait run allocated requested status user group | start   | end     | processors | why
        7 3 5 4 -1 1 12 2       | 1000010 | 1000015 | 4 | wait delays the start
        7 -1 5 4 -1 1 12 2      | 1000007 | 1000012 | 4 | no wait known: started at once
        0 0 5 -1 8 1 12 2       | 1000000 | 1000005 | 8 | requested processors stand in
        0 0 5 0 8 1 12 2        | 1000000 | 1000005 | 8 | nobody runs on 0 processors
        0 0 5 4 8 1 12 2        | 1000000 | 1000005 | 4 | allocated ones come first
        0 0 5 4 8 0 12 2        | 1000000 | 1000005 | 4 | failed jobs used it, too
        0 0 5 4 8 5 12 2        | 1000000 | 1000005 | 4 | cancelled jobs used it, too
        0 0 5 4 8 -1 12 2       | 1000000 | 1000005 | 4 | status unknown
        """)
    void readsWhoUsedWhatAndWhen(String columns, long start, long end, int processors, String why) throws IOException {
        Job job = onlyJob(line(1, columns));
        String[] column = columns.split(" ", -1);
        Instant submitted = Instant.ofEpochSecond(1000000 + Long.parseLong(column[0]));
        assertEquals(
                new Job(
                        "1",
                        submitted,
                        Instant.ofEpochSecond(start),
                        Instant.ofEpochSecond(end),
                        processors,
                        "user12",
                        "group2",
                        12L,
                        null,
                        10L,
                        outcome(column[5])),
                job,
                why);
    }

    private static String outcome(String status) {
        return status.equals("0")
                ? "FAILED"
                : status.equals("1") ? "COMPLETED" : status.equals("5") ? "CANCELLED" : "UNKNOWN";
    }

    /** Seconds and KiB for each of 4 processors, as asked for; null is not known. */
    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
        600, 1024,      10, 4
        601, 1025,      11, 5
        -1,  -1,        -,  -
        0,   0,         -,  -
        -1,  600.7,     -,  3
        x,   ?,         -,  -
        -1,  999999999999, -, -
        """)
    void readsWhatWasAskedFor(String time, String memory, Long minutes, Long mebibytes) throws IOException {
        Job job = onlyJob(line(1, "0 0 5 4 4 1 12 2").replace(" 600 -1 ", " " + time + " " + memory + " "));
        assertEquals(minutes, job.timeLimitMinutes());
        assertEquals(mebibytes, job.memoryMiB());
    }

    @Test
    void chargesJobsOfUnknownUsersToOneOfTheirOwn() throws IOException {
        Job job = onlyJob(line(1, "0 0 5 4 8 1 -1 -1"));
        assertEquals("unknown-user", job.user());
        assertEquals(null, job.userId());
        assertEquals("unknown-group", job.group());
    }

    @ParameterizedTest
    @CsvSource({
        "-1 0 5 4 -1 1 12 2, NO_SUBMIT_TIME",
        "0 0 -1 4 -1 1 12 2, NO_RUN_TIME",
        "0 0 0 4 -1 1 12 2, NO_RUN_TIME",
        "0 0 5 -1 -1 1 12 2, NO_PROCESSORS",
        "0 0 5 0 0 1 12 2, NO_PROCESSORS",
        "0 0 5 4 4 2 12 2, PARTIAL_RECORD",
        "0 0 5 4 4 3 12 2, PARTIAL_RECORD",
        "0 0 5 4 4 4 12 2, PARTIAL_RECORD"
    })
    void countsJobsThatUsedNothingByReason(String columns, Outcome reason) throws IOException {
        Trace trace = open("log.swf", HEADER + line(1, columns));
        assertEquals(List.of(), jobs(trace));
        assertEquals(Map.of(reason, 1L), trace.outcomes().counts());
    }

    @Test
    void reportsEveryMalformedLineAndGoesOn() throws IOException {
        Trace trace = open(
                "log.swf",
                HEADER
                        + line(1, "0 0 5 4 4 1 12 2")
                        + "2 0 0 5\n"
                        + line(3, "0 0 5 4 4 1 12 2").replace("\n", " 7\n")
                        + "\n; a comment between jobs\n"
                        + line(4, "0 0 x 4 4 1 12 2")
                        + line(5, "0 1.5 5 4 4 1 12 2")
                        + line(6, "0 0 5 99999999999 4 1 12 2")
                        + line(7, "0 0 999999999999 4 4 1 12 2")
                        + line(1, "0 0 5 4 4 1 12 2")
                        + line(-1, "0 0 5 4 4 1 12 2")
                        + line(8, "0 0 5 4 4 1 12 2"));
        assertEquals(List.of("1", "3", "8"), jobs(trace).stream().map(Job::id).toList());
        String file = folder.resolve("log.swf").toString();
        assertEquals(
                List.of(
                        file + ":6: 4 columns (expected: 18 or more)",
                        file + ":10: run: \"x\" (expected: a whole number)",
                        file + ":11: wait: \"1.5\" (expected: a whole number)",
                        file + ":12: processors: 99999999999 (expected: at most 2147483647)",
                        file + ":13: run: 999999999999 (expected: at most 100000000000)",
                        file + ":14: job: 1 (expected: a new job number)",
                        file + ":15: job: -1 (expected: 0 or more)"),
                problems);
        assertEquals(7, trace.outcomes().of(Outcome.MALFORMED));
        assertThrows(NoSuchElementException.class, trace::next);
    }

    /** As in logs whose owners added columns of their own. */
    @Test
    void takesTheFirstColumnsOfALineThatHasMoreAndNotesIt() throws IOException {
        String wide = line(0, "0 0 5 4 4 1 12 2").replace("\n", " 7 x 0.5\n");
        Trace trace = open("log.swf", HEADER + wide + line(1, "0 0 5 4 4 1 12 2"));
        assertEquals(List.of("0", "1"), jobs(trace).stream().map(Job::id).toList());
        assertEquals(Map.of(OpenPoint.FURTHER_COLUMNS, 1L), trace.outcomes().notes());
        assertEquals(0, trace.outcomes().of(Outcome.MALFORMED));
    }

    @Test
    void takesTheFirstStartTimeAndHasNothingToNote() throws IOException {
        Trace trace = open("log.swf", HEADER + line(1, "0 0 5 4 4 1 12 2"));
        assertEquals(Instant.ofEpochSecond(1000000), trace.next().submitted());
        assertEquals(Map.of(), trace.outcomes().notes());
        assertEquals("log", trace.name());
    }

    @Test
    void countsWhatItGuesses() throws IOException {
        Trace trace = open("log.swf", HEADER + line(1, "0 0 5 -1 4 1 12 2") + line(2, "0 0 5 4 -1 1 -1 2"));
        assertEquals(2, jobs(trace).size());
        assertEquals(
                Map.of(OpenPoint.PROCESSORS_REQUESTED, 1L, OpenPoint.NO_USER, 1L),
                trace.outcomes().notes());
    }

    @ParameterizedTest
    @CsvSource({
        "; Version: 2.2, ''",
        "; UnixStartTime: soon, 'log.swf:1: UnixStartTime: \"soon\" (expected: seconds since 1970)'"
    })
    void beginsIn1970AndSaysSoWhenTheHeaderDoesNotTell(String header, String problem) throws IOException {
        Trace trace = open("log.swf", header + "\n" + line(1, "3 0 5 4 4 1 12 2") + line(2, "3 0 5 4 4 1 12 2"));
        assertEquals(Instant.ofEpochSecond(3), trace.next().submitted());
        assertEquals(Map.of(OpenPoint.NO_START_TIME, 1L), trace.outcomes().notes());
        assertEquals(
                problem,
                String.join("", problems).replace(folder.resolve("x").toString().replaceFirst("x$", ""), ""));
    }

    @Test
    void readsAnEmptyTrace() throws IOException {
        assertEquals(List.of(), jobs(open("log.swf", "")));
    }

    @Test
    void unzipsFilesNamedGz() throws IOException {
        Path file = folder.resolve("site.v1.swf.gz");
        zip(file, HEADER + line(1, "0 0 5 4 4 1 12 2"));
        try (Trace trace = TraceFormat.SWF.open(file, problem -> problems.add(problem.toString()))) {
            assertEquals("site.v1", trace.name());
            assertEquals(1, jobs(trace).size());
        }
    }

    @Test
    void namesAFileThatBreaksOff() throws IOException {
        Path file = folder.resolve("half.swf.gz");
        zip(file, HEADER + line(1, "0 0 5 4 4 1 12 2"));
        byte[] zipped = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(zipped, zipped.length / 2));
        UncheckedIOException problem =
                assertThrows(UncheckedIOException.class, () -> TraceFormat.SWF.open(file, problems(problems)));
        assertTrue(String.valueOf(problem.getMessage()).startsWith(file.toString()), problem.getMessage());
    }

    @Test
    void namesAFileThatIsNotThereOrNotZipped() throws IOException {
        Path none = folder.resolve("none.swf");
        NoSuchFileException missing =
                assertThrows(NoSuchFileException.class, () -> TraceFormat.SWF.open(none, problems(problems)));
        assertEquals(none.toString(), missing.getFile());
        Path plain = Files.writeString(folder.resolve("plain.swf.gz"), HEADER);
        IOException problem = assertThrows(IOException.class, () -> TraceFormat.SWF.open(plain, problems(problems)));
        assertTrue(String.valueOf(problem.getMessage()).matches("\\Q" + plain + "\\E.{5,}"), problem.getMessage());
    }

    private Job onlyJob(String line) throws IOException {
        List<Job> jobs = jobs(open("log.swf", HEADER + line));
        assertEquals(List.of(), problems);
        assertEquals(1, jobs.size());
        return jobs.get(0);
    }

    private Trace open(String name, String content) throws IOException {
        Path file = Files.writeString(folder.resolve(name), content);
        return TraceFormat.SWF.open(file, problems(problems));
    }

    private static Consumer<Problem> problems(List<String> list) {
        return problem -> list.add(problem.toString());
    }

    private static void zip(Path file, String content) throws IOException {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(content.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static List<Job> jobs(Trace trace) throws IOException {
        List<Job> jobs = new ArrayList<>();
        try (trace) {
            trace.forEachRemaining(jobs::add);
        }
        return jobs;
    }

    /**
     * A line of all 18 columns.
     *
     * @param columns submit wait run allocated requested status user group
     */
    static String line(long number, String columns) {
        String[] c = columns.split(" ", -1);
        return String.join(
                        " ", "  " + number, c[0], c[1], c[2], c[3], "1.50", "-1", c[4], "600", "-1", c[5], c[6], c[7])
                + " -1  1 -1 -1 -1\n";
    }
}
