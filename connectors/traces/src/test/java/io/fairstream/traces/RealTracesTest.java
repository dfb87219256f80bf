package io.fairstream.traces;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fairstream.reading.Outcome;
import io.fairstream.reading.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Logs of the Parallel Workloads Archive (acknowledgements in their headers), which are not part of the project: give
 * their folder by {@code -Dfairstream.traces=FOLDER}. The expected numbers were added up from the columns by awk.
 */
class RealTracesTest {
    private static final String FOLDER = System.getProperty("fairstream.traces", "");

    @ParameterizedTest
    @CsvSource({
        "RICC-2010-2, 895568, 176, 94418301028, 10, 0",
        "KTH-SP2-1996-2.1-cln, 56934, 214, 2016591520, 8, 1",
        "NASA-iPSC-1993-3, 84098, 69, 474928903, 215, 0"
    })
    void readsEveryJob(String name, long events, long users, long processorSeconds, long notRun, long noProcessors)
            throws IOException {
        Path file = Path.of(FOLDER).resolve(name + ".swf.gz");
        assumeTrue(!FOLDER.isEmpty() && Files.exists(file), () -> name + ".swf.gz is not in -Dfairstream.traces");
        List<Problem> problems = new ArrayList<>();
        try (Trace trace = TraceFormat.SWF.open(file, problems::add)) {
            MatchEvents matches = MatchEvents.of(trace);
            TraceSummary summary = TraceSummary.of(name, matches);
            assertEquals(events, matches.size());
            assertEquals(events, summary.events());
            assertEquals(users, summary.users());
            assertEquals(processorSeconds, summary.processorSeconds());
            assertEquals(notRun, trace.outcomes().of(Outcome.NO_RUN_TIME));
            assertEquals(noProcessors, trace.outcomes().of(Outcome.NO_PROCESSORS));
            assertEquals(List.of(), problems);
            MatchEventsTest.checkOrder(matches, events / 2, name);
        }
    }
}
