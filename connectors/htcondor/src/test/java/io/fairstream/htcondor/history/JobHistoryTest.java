package io.fairstream.htcondor.history;

import static io.fairstream.htcondor.Samples.counts;
import static io.fairstream.htcondor.Samples.lines;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.htcondor.Samples;
import io.fairstream.htcondor.match.RecordOutcome;
import io.fairstream.htcondor.match.Source;
import io.fairstream.reading.Problem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
        assertEquals(2, history.earlierRuns());
        assertEquals(
                counts(
                        RecordOutcome.BEGIN,
                        1,
                        RecordOutcome.RUN,
                        2,
                        RecordOutcome.NO_USER,
                        1,
                        RecordOutcome.NEVER_RAN,
                        1,
                        RecordOutcome.NO_LENGTH,
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
                counts(RecordOutcome.RUN, 2, RecordOutcome.NOT_ABOUT_USE, 1),
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
        assertEquals(1, history.outcomes().of(RecordOutcome.CUT_OFF));
        assertEquals(6, history.outcomes().total());
        assertEquals("ap:15: cut off before its end", problems.get(0).toString());
    }

    private JobHistory read(String name) throws IOException {
        return JobHistory.read(Samples.file(folder, name), new Source("ap", "", null), problems::add);
    }
}
