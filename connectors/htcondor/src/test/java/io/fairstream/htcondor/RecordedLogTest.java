package io.fairstream.htcondor;

import static io.fairstream.htcondor.Samples.counts;
import static io.fairstream.htcondor.Samples.file;
import static io.fairstream.htcondor.Samples.lines;
import static io.fairstream.htcondor.Samples.settings;
import static io.fairstream.htcondor.Samples.usage;
import static io.fairstream.htcondor.Samples.word;
import static io.fairstream.reading.Outcome.BEGIN;
import static io.fairstream.reading.Outcome.CUT_OFF;
import static io.fairstream.reading.Outcome.END;
import static io.fairstream.reading.Outcome.KEPT;
import static io.fairstream.reading.Outcome.LEARNED;
import static io.fairstream.reading.Outcome.MALFORMED;
import static io.fairstream.reading.Outcome.NOT_ABOUT_USE;
import static io.fairstream.reading.Outcome.NOT_RUNNING;
import static io.fairstream.reading.Outcome.NO_CLAIM;
import static io.fairstream.reading.Outcome.NO_CUSTOMER;
import static io.fairstream.reading.Outcome.NO_JOB_ID;
import static io.fairstream.reading.Outcome.NO_MATCH;
import static io.fairstream.reading.Outcome.RESUMED;
import static io.fairstream.reading.Outcome.SUSPENDED;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.htcondor.match.OpenPoint;
import io.fairstream.htcondor.match.Source;
import io.fairstream.reading.Outcome;
import io.fairstream.reading.Problem;
import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@SuppressWarnings("NullAway.Init") // set up before each test
class RecordedLogTest {
    @TempDir
    private Path folder;

    private final List<Problem> problems = new ArrayList<>();

    @Test
    void aLogWithoutYearsOverNewYearGivesEachJobASlotOfItsOwn() throws IOException {
        RecordedLog log = condorLog("legacy.log", "carol@example.org");
        assertEquals(
                List.of(
                        "2023-12-31T21:05:25Z job2758.0.0@ap + carol@example.org 1.0 2758.0.0#2023-12-31T21:05:25Z",
                        "2024-01-01T00:05:32Z job2758.0.0@ap - 2758.0.0#2023-12-31T21:05:25Z",
                        "2024-01-01T08:00:00Z job2759.0.0@ap + carol@example.org 1.0 2759.0.0#2024-01-01T08:00:00Z",
                        "2024-01-01T08:30:00Z job2759.0.0@ap - 2759.0.0#2024-01-01T08:00:00Z"),
                lines(log));
        assertEquals(4, log.size());
        assertEquals(
                counts(BEGIN, 2, END, 2, KEPT, 3, NOT_ABOUT_USE, 2, NO_JOB_ID, 2, NO_MATCH, 1),
                log.outcomes().counts());
        assertEquals(List.of(), problems);
    }

    @Test
    void whereNobodyIsKnownABeginAndItsEndAreLeftOutTogether() throws IOException {
        RecordedLog log = condorLog("legacy.log", null);
        assertEquals(List.of(), lines(log));
        assertEquals(
                counts(KEPT, 3, NOT_ABOUT_USE, 2, NO_JOB_ID, 2, NO_MATCH, 1, NO_CUSTOMER, 4),
                log.outcomes().counts());
    }

    @Test
    void aLogWithJobAdsTellsCustomersSlotsAndCores() throws IOException {
        RecordedLog log = condorLog("iso.log", null);
        String first = "17.0.0#2024-03-20T21:05:25.123Z";
        String second = "17.0.0#2024-03-20T22:30:00Z";
        String third = "18.0.0#2024-03-20T23:30:00Z";
        assertEquals(
                List.of(
                        // cores from the begin itself
                        "2024-03-20T21:05:25.123Z slot1_2@ep1.example.org + alice@example.org 4.0 " + first,
                        "2024-03-20T21:15:25Z slot1_2@ep1.example.org CLAIMED alice@example.org 4.0 suspended",
                        "2024-03-20T21:25:25Z slot1_2@ep1.example.org + alice@example.org 4.0 " + first,
                        "2024-03-20T22:05:25.500Z slot1_2@ep1.example.org - " + first,
                        // the job ad that follows the begin tells slot, cores and who is charged from now on
                        "2024-03-20T22:30:00Z slot1@ep2.example.org + group_physics.alice@example.org 8.0 " + second,
                        "2024-03-20T23:30:00Z slot1@ep2.example.org - " + second,
                        // cores that were allocated stand at the end only, and win over those that were requested
                        "2024-03-20T23:30:00Z slot1@ep3.example.org + bob 6.0 " + third,
                        "2024-03-20T23:31:00Z slot1@ep3.example.org - " + third),
                lines(log));
        assertEquals(
                counts(BEGIN, 3, END, 3, SUSPENDED, 1, RESUMED, 1, LEARNED, 4, NOT_ABOUT_USE, 1, NO_MATCH, 1),
                log.outcomes().counts());
    }

    @Test
    void jsonGivesTheSameAsText() throws IOException {
        RecordedLog log = condorLog("utc.json.log", null);
        String id = "17.0.0#2024-03-20T21:05:25Z";
        assertEquals(
                List.of(
                        "2024-03-20T21:05:25Z slot1_2@ep1.example.org + alice@example.org 4.0 " + id,
                        "2024-03-20T22:05:25.500Z slot1_2@ep1.example.org - " + id),
                lines(log));
        assertEquals(
                counts(BEGIN, 1, END, 1, LEARNED, 1, NOT_ABOUT_USE, 1),
                log.outcomes().counts());
    }

    @Test
    void xmlGivesTheSameAsText() throws IOException {
        RecordedLog log = condorLog("events.xml", null);
        String id = "17.0.0#2024-03-20T21:05:25Z";
        assertEquals(
                List.of(
                        "2024-03-20T21:05:25Z slot1_2@ep1.example.org + nice-user.alice@example.org 2.5 " + id,
                        "2024-03-20T22:05:25Z slot1_2@ep1.example.org - " + id),
                lines(log));
        assertEquals(counts(BEGIN, 1, END, 1, LEARNED, 1), log.outcomes().counts());
    }

    @Test
    void claimsAreMatches() throws IOException {
        RecordedLog log = new RecordedLog(file(folder, "EpEvents.log"), LogFormat.STARTD_LOG, settings(null, problems));
        String claim = "<192.0.2.30:9618?CCBID=192.0.2.9:9618#77>#1710900000#5";
        String group = "slot2@ep1.example.org#2024-03-20T22:10:00Z";
        String text = "slot3@ep1.example.org#2024-03-20T22:20:00Z";
        List<String> lines = lines(log);
        assertEquals(
                List.of(
                        "2024-03-20T21:00:00Z slot1_2@ep1.example.org + alice@example.org 4.0 " + claim,
                        "2024-03-20T22:00:00Z slot1_2@ep1.example.org - " + claim,
                        "2024-03-20T22:10:00Z slot2@ep1.example.org + group_physics.bob@example.org 1.0 " + group,
                        "2024-03-20T22:20:00Z slot3@ep1.example.org + carol@example.org 2.0 " + text),
                lines.subList(0, 4));
        assertEquals(
                List.of(
                        "2024-03-20T23:00:00Z slot2@ep1.example.org - " + group,
                        "2024-03-20T23:00:00Z slot3@ep1.example.org - " + text),
                lines.subList(4, 6).stream().sorted().toList());
        assertEquals(
                counts(BEGIN, 3, END, 2, NOT_ABOUT_USE, 2, NO_CUSTOMER, 1, NOT_RUNNING, 1),
                log.outcomes().counts());
    }

    @Test
    void aListingOfSlotsSaysHowMuchAClaimCounts() throws IOException {
        LogFormat.Settings weighted = new LogFormat.Settings(
                new Source("ep", "west", "dave"),
                ZoneOffset.UTC,
                null,
                Map.of("slot1_2@ep1.example.org", 9.0),
                problems::add);
        RecordedLog log = new RecordedLog(file(folder, "EpEvents.log"), LogFormat.STARTD_LOG, weighted);
        assertEquals(9.0, Double.parseDouble(word(lines(log).get(0), 4)));
        assertEquals("dave", word(lines(log).get(3), 3));
        assertEquals("west", log.iterator().next().getPool());
    }

    @Test
    void theQueueTellsRunsWhoseStartIsBroughtUpToDateAfterTheirStatus() throws IOException {
        RecordedLog log = new RecordedLog(file(folder, "job_queue.log"), LogFormat.JOB_QUEUE, settings(null, problems));
        String first = "1.0.0#2024-03-20T21:05:25Z";
        String second = "1.1.0#2024-03-20T22:16:41Z";
        assertEquals(
                List.of(
                        "2024-03-20T21:05:25Z slot1_2@ep1.example.org + alice@example.org 4.0 " + first,
                        "2024-03-20T21:15:25Z slot1_2@ep1.example.org CLAIMED alice@example.org 4.0 suspended",
                        "2024-03-20T21:25:25Z slot1_2@ep1.example.org + alice@example.org 4.0 " + first,
                        "2024-03-20T22:05:25Z slot1_2@ep1.example.org - " + first,
                        "2024-03-20T22:16:41Z slot2@ep1.example.org + alice@example.org 2.0 " + second,
                        "2024-03-20T23:16:40Z slot2@ep1.example.org - " + second),
                lines(log));
        assertEquals(
                counts(LEARNED, 32, NOT_ABOUT_USE, 16, NO_CUSTOMER, 1),
                log.outcomes().counts());
    }

    /** A job that begins in the first of two hours and ends in the second, and one that begins and ends in either. */
    @Test
    void aGuessOfTheHourThatComesTwiceIsCounted() throws IOException {
        String text = """
                001 (1.000.000) 2024-10-27 02:30:00 Job executing on host: <192.0.2.30:9618>
                ...
                005 (1.000.000) 2024-10-27 02:20:00 Job terminated.
                ...
                001 (2.000.000) 2024-10-27 02:40:00 Job executing on host: <192.0.2.30:9618>
                ...
                """;
        RecordedLog log = new RecordedLog(
                file(folder, "twice.log", text, "2024-10-30T12:00:00Z"),
                LogFormat.CONDOR_LOG,
                settings("carol", "Europe/Berlin", null, problems));
        assertEquals(
                List.of("2024-10-27T00:30:00Z", "2024-10-27T01:20:00Z", "2024-10-27T01:40:00Z"),
                lines(log).stream().map(line -> word(line, 0)).toList());
        assertEquals(1, log.outcomes().notes().get(OpenPoint.HOUR_TWICE));
    }

    /** Origin: made for this test; a workflow's manager in the schedd's queue. */
    @Test
    void aJobOfTheQueueThatClaimsNoSlotIsNotCharged() throws IOException {
        RecordedLog log =
                new RecordedLog(file(folder, "universes.job_queue.log"), LogFormat.JOB_QUEUE, settings(null, problems));
        assertEquals(List.of(), lines(log));
        assertEquals(1, log.outcomes().of(Outcome.NO_CLAIM));
    }

    @Test
    void aParallelJobOfTheQueueClaimsMaxHostsSlotsAndReleasesAll() throws IOException {
        String text = """
                101 5.0 Job Machine
                103 5.0 User "alice@example.org"
                103 5.0 JobUniverse 11
                103 5.0 MaxHosts 2
                103 5.0 CpusProvisioned 4
                103 5.0 RemoteHost "slot1@n1"
                105
                103 5.0 JobStatus 2
                103 5.0 JobCurrentStartDate 1710968725
                103 5.0 EnteredCurrentStatus 1710968725
                106
                105
                103 5.0 JobStatus 7
                103 5.0 EnteredCurrentStatus 1710968735
                106
                105
                103 5.0 JobStatus 4
                103 5.0 CompletionDate 1710968825
                106
                """;
        RecordedLog log = new RecordedLog(
                file(folder, "queue.log", text, "2024-06-30T12:00:00Z"), LogFormat.JOB_QUEUE, settings(null, problems));
        assertEquals(List.of("alice@example.org 800 200"), usage(log));
        assertEquals(
                List.of(
                        "2024-03-20T21:05:25Z slot1@n1 + alice@example.org 4.0 5.0.0#2024-03-20T21:05:25Z",
                        "2024-03-20T21:05:25Z job5.0.1@ap + alice@example.org 4.0 5.0.1#2024-03-20T21:05:25Z",
                        "2024-03-20T21:05:35Z slot1@n1 CLAIMED alice@example.org 4.0 suspended",
                        "2024-03-20T21:05:35Z job5.0.1@ap CLAIMED alice@example.org 4.0 suspended"),
                lines(log).subList(0, 4));
        assertEquals(Map.of(), log.outcomes().notes());
    }

    /** An hour each: a job of the local universe, one that is sent to another system, one of the scheduler universe that is told late. */
    @Test
    void aJobOfALogThatClaimsNoSlotIsNotCharged() throws IOException {
        String text = event(28, 1, "20:59:00", "\nUser = \"alice\"\nJobUniverse = 12")
                + event(1, 1, "21:00:00", "")
                + event(5, 1, "22:00:00", "")
                + event(27, 2, "20:59:00", "Job submitted to grid resource")
                + event(1, 2, "21:00:00", "")
                + event(12, 2, "22:00:00", "")
                + event(1, 3, "21:00:00", "")
                + event(28, 3, "21:00:00", "\nUser = \"alice\"\nJobUniverse = 7")
                + event(5, 3, "22:00:00", "");
        for (String user : Arrays.asList(null, "carol")) {
            RecordedLog log = logOf(text, user);
            assertEquals(List.of(), usage(log), user);
            assertEquals(counts(NO_CLAIM, 6, LEARNED, 3), log.outcomes().counts(), user);
        }
    }

    /** Three slots from 21:00, or a moment later, to 22:00. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        14:0 14:1 14:2 1 28 5  | alice 12 3 | [] | each slot has an event
        14:0 14:1 14:2 1 5     | carol 3 3  | [WEIGHT_UNKNOWN] | and nobody has a job ad
        28 1 5                 | alice 12 3 | [WEIGHT_REQUESTED] | the ad of the submission says how many
        1 28 5                 | alice 12 3 | [] | the ad that follows the begin does
        """)
    void aParallelJobOfALogClaimsEachOfItsSlots(String kinds, String expected, String notes, String why)
            throws IOException {
        String ad = "\nUser = \"alice\"\nJobUniverse = 11\nMaxHosts = 3\nCpusProvisioned = 4";
        StringBuilder text = new StringBuilder();
        for (String kind : kinds.split(" ", -1)) {
            String[] node = kind.split(":", -1);
            text.append(
                    switch (node[0]) {
                        case "14" ->
                            event(
                                    14,
                                    7,
                                    "21:00:00",
                                    "Node " + node[1] + " executing on host: <192.0.2.3" + node[1] + ">");
                        case "1" -> event(1, 7, "21:00:00", "Job executing on host: MPI_job");
                        case "28" -> event(28, 7, "21:00:00", ad);
                        default -> event(5, 7, "22:00:00", "Job terminated.");
                    });
        }
        RecordedLog log = logOf(text.toString(), "carol");
        String[] words = expected.split(" ", -1);
        assertEquals(
                List.of(words[0] + " " + 3600 * Long.parseLong(words[1]) + " " + 3600 * Long.parseLong(words[2])),
                usage(log),
                why);
        assertEquals(
                3, lines(log).stream().map(line -> word(line, 1)).distinct().count(), why);
        assertEquals(notes, log.outcomes().notes().keySet().toString(), why);
    }

    @Test
    void aWeightThatTheEndTellsIsNoGuess() throws IOException {
        String table =
                "\n\tPartitionable Resources :    Usage  Request Allocated\n\t   Cpus                 :                 3         6";
        RecordedLog log = logOf(
                event(1, 1, "21:00:00", "")
                        + event(5, 1, "22:00:00", table)
                        + event(1, 2, "21:00:00", "")
                        + event(5, 2, "22:00:00", ""),
                "carol");
        assertEquals(List.of("carol " + 7 * 3600 + " 7200"), usage(log));
        assertEquals(Map.of(OpenPoint.WEIGHT_UNKNOWN, 1L), log.outcomes().notes());
    }

    private static String event(int kind, int cluster, String time, String text) {
        return String.format(Locale.ROOT, "%03d (%d.0.0) 2024-03-20 %s %s%n...%n", kind, cluster, time, text);
    }

    private RecordedLog logOf(String text, @Nullable String user) throws IOException {
        Path path = file(folder, "made.log", text, "2024-06-30T12:00:00Z");
        return new RecordedLog(path, LogFormat.CONDOR_LOG, settings(user, problems));
    }

    @Test
    void whatIsBrokenIsToldAndSpoilsNothingElse() throws IOException {
        String text = Samples.text("iso.log");
        String broken = text.replace("001 (17.000.000) 2024-03-20 21:05", "001 (17.000.oops) 2024-03-20 21:05")
                        .replaceFirst("\\.\\.\\.\n005", "005")
                + "001 (19.000.000) 2024-03-21 01:00:00 Job exec";
        RecordedLog log = new RecordedLog(
                file(folder, "broken.log", broken, "2024-06-30T12:00:00Z"),
                LogFormat.CONDOR_LOG,
                settings(null, problems));
        assertEquals(
                List.of(
                        "ap:13: not the start of an event (expected: NNN (cluster.process.subprocess) date time)",
                        "ap:37: truncated",
                        "ap:68: truncated"),
                problems.stream().map(Problem::toString).toList());
        assertEquals(1, log.outcomes().of(MALFORMED));
        assertEquals(2, log.outcomes().of(CUT_OFF));
        assertEquals(15, log.outcomes().total());
    }

    private RecordedLog condorLog(String name, @Nullable String user) throws IOException {
        return new RecordedLog(file(folder, name), LogFormat.CONDOR_LOG, settings(user, problems));
    }
}
