package io.fairstream.htcondor;

import static io.fairstream.htcondor.Samples.counts;
import static io.fairstream.htcondor.Samples.file;
import static io.fairstream.htcondor.Samples.lines;
import static io.fairstream.htcondor.Samples.settings;
import static io.fairstream.htcondor.Samples.word;
import static io.fairstream.htcondor.match.RecordOutcome.BEGIN;
import static io.fairstream.htcondor.match.RecordOutcome.CUT_OFF;
import static io.fairstream.htcondor.match.RecordOutcome.END;
import static io.fairstream.htcondor.match.RecordOutcome.KEPT;
import static io.fairstream.htcondor.match.RecordOutcome.LEARNED;
import static io.fairstream.htcondor.match.RecordOutcome.MALFORMED;
import static io.fairstream.htcondor.match.RecordOutcome.NOT_ABOUT_USE;
import static io.fairstream.htcondor.match.RecordOutcome.NOT_RUNNING;
import static io.fairstream.htcondor.match.RecordOutcome.NO_JOB_ID;
import static io.fairstream.htcondor.match.RecordOutcome.NO_USER;
import static io.fairstream.htcondor.match.RecordOutcome.RESUMED;
import static io.fairstream.htcondor.match.RecordOutcome.SUSPENDED;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.htcondor.match.OpenPoint;
import io.fairstream.htcondor.match.Source;
import io.fairstream.reading.Problem;
import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
                counts(BEGIN, 2, END, 2, KEPT, 3, NOT_ABOUT_USE, 3, NO_JOB_ID, 1, NOT_RUNNING, 1),
                log.outcomes().counts());
        assertEquals(List.of(), problems);
    }

    @Test
    void whereNobodyIsKnownABeginAndItsEndAreLeftOutTogether() throws IOException {
        RecordedLog log = condorLog("legacy.log", null);
        assertEquals(List.of(), lines(log));
        assertEquals(
                counts(KEPT, 3, NOT_ABOUT_USE, 3, NO_JOB_ID, 1, NOT_RUNNING, 1, NO_USER, 4),
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
                counts(BEGIN, 3, END, 3, SUSPENDED, 1, RESUMED, 1, LEARNED, 4, NOT_ABOUT_USE, 1, NOT_RUNNING, 1),
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
                counts(BEGIN, 3, END, 2, NOT_ABOUT_USE, 2, NO_USER, 1, NOT_RUNNING, 1),
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
                counts(LEARNED, 32, NOT_ABOUT_USE, 16, NO_USER, 1),
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
                        "ap:13: no event begins so (expected: NNN (cluster.process.subprocess) date time)",
                        "ap:37: cut off before its end",
                        "ap:68: cut off before its end"),
                problems.stream().map(Problem::toString).toList());
        assertEquals(1, log.outcomes().of(MALFORMED));
        assertEquals(2, log.outcomes().of(CUT_OFF));
        assertEquals(15, log.outcomes().total());
    }

    private RecordedLog condorLog(String name, @Nullable String user) throws IOException {
        return new RecordedLog(file(folder, name), LogFormat.CONDOR_LOG, settings(user, problems));
    }
}
