package io.fairstream.htcondor;

import static io.fairstream.htcondor.Samples.counts;
import static io.fairstream.htcondor.Samples.lines;
import static io.fairstream.htcondor.Samples.usage;
import static io.fairstream.htcondor.Samples.word;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.htcondor.match.OpenPoint;
import io.fairstream.htcondor.match.Source;
import io.fairstream.reading.Outcome;
import io.fairstream.reading.Problem;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@SuppressWarnings("NullAway.Init") // set up before each test
class JobHistoryTest {
    @TempDir
    private Path folder;

    private final List<Problem> problems = new ArrayList<>();

    @Test
    void theHistoryHasTheLastRunOfEachJob() throws IOException {
        JobHistory history = read("history.json");
        assertEquals(
                List.of(
                        "2024-03-20T21:05:00Z slot2@ep1.example.org + bob@example.org 1.0 19.0.0#2024-03-20T21:05:00Z",
                        "2024-03-20T21:05:25Z slot1_2@ep1.example.org + alice@example.org 4.0 17.0.0#2024-03-20T21:05:25Z",
                        "2024-03-20T21:05:25Z job18.0.0@ap + bob 2.0 18.0.0#2024-03-20T21:05:25Z",
                        "2024-03-20T21:06:25Z job18.0.0@ap - 18.0.0#2024-03-20T21:05:25Z",
                        "2024-03-20T22:05:25Z slot1_2@ep1.example.org - 17.0.0#2024-03-20T21:05:25Z"),
                lines(history));
        assertEquals(5, history.size());
        assertEquals(2, history.outcomes().notes().get(OpenPoint.EARLIER_RUNS));
        assertEquals(
                counts(
                        Outcome.BEGIN,
                        1,
                        Outcome.RUN,
                        2,
                        Outcome.NO_CUSTOMER,
                        1,
                        Outcome.NO_RUN,
                        1,
                        Outcome.NO_RUN_TIME,
                        1),
                history.outcomes().counts());
        assertEquals(List.of(), problems);
    }

    @Test
    void epochsHaveEachRun() throws IOException {
        JobHistory history = read("epochs.txt");
        assertEquals(
                List.of(
                        "2024-03-20T21:05:25Z job17.0.0@ap + alice@example.org 2.0 17.0.0#2024-03-20T21:05:25Z",
                        "2024-03-20T21:06:25Z job17.0.0@ap - 17.0.0#2024-03-20T21:05:25Z",
                        "2024-03-20T21:10:00Z slot1@ep1.example.org + alice@example.org 3.0 17.0.0#2024-03-20T21:10:00Z",
                        "2024-03-20T21:26:40Z slot1@ep1.example.org - 17.0.0#2024-03-20T21:10:00Z"),
                lines(history));
        assertEquals(
                counts(Outcome.RUN, 2, Outcome.NOT_ABOUT_USE, 1),
                history.outcomes().counts());
    }

    @Test
    void jsonWithoutLineBreaksIsReadAdByAd() throws IOException {
        String oneLine = Samples.text("history.json").replaceAll("\\s*\\R\\s*", "");
        Path file = Samples.file(folder, "one.json", oneLine, "2024-06-30T12:00:00Z");
        JobHistory history = JobHistory.read(file, new Source("ap", "", null), problems::add);
        assertEquals(lines(read("history.json")), lines(history));
    }

    @Test
    void anAdThatIsCutOffIsTold() throws IOException {
        String text = Samples.text("history.json");
        Path file = Samples.file(folder, "cut.json", text.substring(0, text.length() - 60), "2024-06-30T12:00:00Z");
        JobHistory history = JobHistory.read(file, new Source("ap", "", null), problems::add);
        assertEquals(1, history.outcomes().of(Outcome.CUT_OFF));
        assertEquals(6, history.outcomes().total());
        assertEquals("ap:15: truncated", problems.get(0).toString());
    }

    /** Origin: made for this test; a workflow's manager, a job of the schedd's machine, one sent to another system, and one that ran. */
    @Test
    void jobsOfUniversesWithoutASlotAreNotCharged() throws IOException {
        JobHistory history = read("universes.history.json");
        assertEquals(List.of("alice@ap.example.org 3600 3600"), usage(history));
        assertEquals(
                counts(Outcome.RUN, 1, Outcome.NO_CLAIM, 3), history.outcomes().counts());
    }

    /** Origin: made for this test, after the ad of a job that was removed two weeks after it was held. */
    @Test
    void aJobThatWasRemovedWhileItWasHeldIsNotChargedForThatTime() throws IOException {
        JobHistory history = read("removed-while-held.history.json");
        assertEquals(List.of("alice@ap.example.org 38927 38927"), usage(history));
        assertEquals(
                Map.of(OpenPoint.END_UNKNOWN, 1L, OpenPoint.EARLIER_RUNS, 3L),
                history.outcomes().notes());
    }

    /** Origin: made for this test; the fields of a job on two slots. */
    @Test
    void aJobOfTheParallelUniverseClaimsMaxHostsSlots() throws IOException {
        JobHistory history = read("parallel.history.json");
        assertEquals(List.of("physics.alice@ap.example.org 400 200"), usage(history));
        assertEquals(
                List.of("slot1_1@n1.example.org", "slot1_1@n2.example.org"),
                lines(history).subList(0, 2).stream().map(line -> word(line, 1)).toList());
        assertEquals(counts(Outcome.RUN, 1), history.outcomes().counts());
    }

    /** Origin: made for this test, after what computing elements write of their jobs. */
    @Test
    void coresAreThoseAllocatedOrAnExpressionOfConstantsAndUndefinedIsNobody() throws IOException {
        JobHistory history = read("request-cpus.history.json");
        assertEquals(
                List.of(
                        "u1@ce.example.org 14400 3600",
                        "u2@ce.example.org 28800 3600",
                        "u3@ce.example.org 28800 3600",
                        "u4@ce.example.org 3600 3600",
                        "u5@ce.example.org 57600 3600"),
                usage(history));
        assertEquals(
                counts(Outcome.RUN, 5, Outcome.NO_CUSTOMER, 1),
                history.outcomes().counts());
        assertEquals(
                Map.of(OpenPoint.WEIGHT_REQUESTED, 1L, OpenPoint.WEIGHT_UNKNOWN, 1L),
                history.outcomes().notes());
    }

    /** Attributes of a job that began at 1700000000; seconds to its end and weight, and notes. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        'JobStatus':3,'LastJobStatus':2,'EnteredCurrentStatus':1700000600,'RemoteWallClockTime':600.0   | 600 1 | [WEIGHT_UNKNOWN]              | removed while it ran
        'JobStatus':5,'LastJobStatus':2,'EnteredCurrentStatus':1700000600,'CpusProvisioned':4           | 600 4 | []                            | held
        'JobStatus':3,'LastJobStatus':5,'EnteredCurrentStatus':1700000600,'CpusProvisioned':4,'RemoteWallClockTime':60.0 | 60 4 | [END_UNKNOWN]  | removed while it was held
        'JobStatus':3,'LastJobStatus':5,'EnteredCurrentStatus':1700000600,'CpusProvisioned':4           | -     | []                            | and nothing says how long it ran
        'JobStatus':3,'EnteredCurrentStatus':1700000600,'CpusProvisioned':4                             | 600 4 | [END_UNKNOWN]                 | nothing says what it did before
        'JobStatus':4,'CompletionDate':1700000600,'CumulativeSlotTime':2400.0,'RemoteWallClockTime':600.0,'RequestCpus':8 | 600 4 | []        | slots' time and time
        'JobStatus':4,'CompletionDate':1700000600,'RequestCpus':'/Expr((1 + 3) * 2)/'                   | 600 8 | [WEIGHT_REQUESTED]            | constants
        'JobStatus':4,'CompletionDate':1700000600,'JobUniverse':11                                      | 600 1 | [WEIGHT_UNKNOWN, SLOTS_UNKNOWN] | nobody knows how many slots
        'JobStatus':4,'CompletionDate':1700000600,'MachineAttrSlotWeight0':0,'RequestCpus':2            | 600 0 | []                            | a slot that counts nothing
        """)
    void aRunEndsWhereTheAdSaysSoAndWhatIsGuessedIsCounted(String more, String expected, String notes, String why)
            throws IOException {
        String ad = "[{'ClusterId':1,'ProcId':0,'User':'u','NumShadowStarts':2,'JobCurrentStartDate':1700000000," + more
                + "}]";
        Path file = Samples.file(folder, "ad.json", ad.replace('\'', '"'), "2024-06-30T12:00:00Z");
        JobHistory history = JobHistory.read(file, new Source("ap", "", null), problems::add);
        List<String> lines = lines(history);
        String told = lines.isEmpty()
                ? "-"
                : Duration.between(Instant.ofEpochSecond(1700000000), Instant.parse(word(lines.get(1), 0)))
                                .toSeconds() + " " + word(lines.get(0), 4).replaceFirst("\\.0$", "");
        assertEquals(expected, told, why);
        assertEquals(
                notes,
                history.outcomes().notes().keySet().stream()
                        .filter(note -> note != OpenPoint.EARLIER_RUNS)
                        .toList()
                        .toString(),
                why);
    }

    private JobHistory read(String name) throws IOException {
        return JobHistory.read(Samples.file(folder, name), new Source("ap", "", null), problems::add);
    }
}
