package io.fairstream.slurm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.reading.Outcome;
import io.fairstream.reading.Problem;
import io.fairstream.reading.Recorded;
import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.JobState;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** topics.jsonl is synthetic: the fields that Slurm 26.05 writes, times and sizes made up. */
class RecordedTopicsTest {
    private final List<String> problems = new ArrayList<>();

    /** CPU minutes, by hand from the times and sizes in the file. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        1  | 20 | 2 CPUs for 10 min
        2  | 3  | its end came twice
        3  | 0  | cancelled while it waited: no processors, and its start is its end
        4  | 15 | 3 CPUs for 2 min, back into the queue, then 3 min
        5  | 19 | a node failed after 7 min, the second run had 12
        6  | 49 | 4 CPUs for 5 min, 3 for 3, 2 for 10; elapsed says 120, 120 and 18 min
        7  | 6  | a task of an array has its own number
        8  | 6  | and so has the other
        9  | 4  | a part of a het job, too
        10 | 4  | and the other
        11 | 10 | no start was told, and no name of the run
        """)
    void aJobsAllocatedTimeIsItsPiecesTimesTheirProcessors(long job, long minutes, String why) throws IOException {
        assertEquals(60 * minutes, Allocated.cpuSeconds(sample().events()).get(job), why);
    }

    @Test
    void countsEveryRecordOnce() throws IOException {
        assertEquals(
                Map.of(
                        Outcome.START,
                        12L,
                        Outcome.END,
                        12L,
                        Outcome.REQUEUE,
                        1L,
                        Outcome.SIZE,
                        2L,
                        Outcome.NEVER_RAN,
                        1L),
                sample().outcomes().counts());
        assertEquals(28, sample().outcomes().total());
    }

    @Test
    void theEndRepeatsWordForWordWhatTheStartTold() throws IOException {
        List<JobEvent> running = sample().events().stream()
                .filter(event -> event.getState() == JobState.RUNNING)
                .toList();
        // 12 starts, a run without one, and two changes of size; 13 ends of runs tell the run again, one of them twice.
        assertEquals(12 + 1 + 2, new HashSet<>(running).size());
        assertEquals(12 + 13 + 1, running.size());
    }

    @Test
    void tellsWhoseAndWhatTheJobIs() throws IOException {
        JobEvent start = only(1, JobState.RUNNING, sample()).get(0);
        JobEvent expected = JobEvent.newBuilder()
                .setCluster("tux")
                .setJobId(1)
                .setSubmitted(Instant.parse("2026-03-02T08:00:00Z"))
                .setRun("s1a")
                .setAt(Instant.parse("2026-03-02T08:00:00Z"))
                .setState(JobState.RUNNING)
                .setUser("alice")
                .setUserId(1001L)
                .setGroups(List.of("alice"))
                .setBank("root/physics/astro")
                .setPartition("main")
                .setName("job 1")
                .setProcessors(2)
                .setNodes(2)
                .setNodeList("n[1-2]")
                .setGpus(1)
                .setMemoryMiB(400L)
                .setPriority(1000.0)
                .setTimeLimitMinutes(120L)
                .setTres("cpu=2,mem=400M,node=2,gres/gpu:a100=1")
                .setQos("normal")
                .build();
        assertEquals(expected, start);
    }

    /** Job, its last state, outcome, exit code, signal, run, submission. */
    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
        2,  FAILED,        3, -,  s2a, 2026-03-02T08:00:00Z
        3,  CANCELLED,     0, -,  s3a, 2026-03-02T08:00:00Z
        4,  COMPLETED,     0, -,  s4b, 2026-03-02T08:02:00Z
        5,  TIMEOUT,       0, 15, s5b, 2026-03-02T08:07:00Z
        6,  COMPLETED,     0, -,  s6a, 2026-03-02T08:00:00Z
        11, OUT_OF_MEMORY, 0, 9,  '',  2026-03-02T08:01:00Z
        """)
    void tellsHowTheLastRunEnded(long job, String outcome, int code, Integer signal, String run, Instant submitted)
            throws IOException {
        List<JobEvent> ends = only(job, JobState.COMPLETE, sample());
        JobEvent last = ends.get(ends.size() - 1);
        assertEquals(outcome, last.getOutcome());
        assertEquals(code, last.getExitCode());
        assertEquals(signal, last.getSignal());
        assertEquals(run, last.getRun());
        assertEquals(submitted, last.getSubmitted());
    }

    @Test
    void aRequeuedJobWaitsAgain() throws IOException {
        JobEvent waits = only(4, JobState.PENDING, sample()).get(0);
        assertEquals(Instant.parse("2026-03-02T08:02:00Z"), waits.getAt());
        assertEquals(Instant.parse("2026-03-02T08:00:00Z"), waits.getSubmitted());
        assertEquals(null, waits.getOutcome());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        [1]                                                         | not a JSON object
        {"jobid":1                                                  | no JSON: Unexpected end-of-input
        {"@start":"2026-03-02T08:00:00","cluster":"c"}              | jobid: missing
        {"jobid":0,"@start":"2026-03-02T08:00:00"}                  | jobid: 0 (expected: above 0)
        {"jobid":"1","@start":"2026-03-02T08:00:00"}                | jobid: "1" (expected: a whole number, 0 to 9223372036854775807)
        {"jobid":1,"total_cpus":-1,"@start":"2026-03-02T08:00:00"}  | total_cpus: -1 (expected: a whole number, 0 to 2147483647)
        {"jobid":1,"@start":"08:00"}                                | @start: "08:00" (expected: a time like 2026-03-02T08:00:00)
        {"jobid":1,"state":null}                                    | @start: missing
        {"jobid":1,"state":"FAILED","@start":"2026-03-02T08:00:00"} | @end: missing
        {"jobid":1,"state":"FAILED","@start":"2026-03-02T08:00:01","@end":"2026-03-02T08:00:00"} | @end: 2026-03-02T08:00:00Z (expected: not before @start, 2026-03-02T08:00:01Z)
        {"jobid":1,"state":"FROBNICATED","@end":"2026-03-02T08:00:00"} | state: "FROBNICATED" (expected: a Slurm state, such as RUNNING or CANCELLED by 17)
        {"jobid":1,"state":"RUNNING","@end":"2026-03-02T08:00:00"}  | state: "RUNNING" (expected: a state that ends a run, such as COMPLETED or REQUEUED)
        {"jobid":1,"state":"FAILED","@end":"2026-03-02T08:00:00","exit_code":"x"} | exit_code: "x" (expected: code:signal)
        """)
    void tellsWhatItCannotReadAndGoesOn(String line, String problem) throws IOException {
        String good = "{\"jobid\":7,\"@start\":\"2026-03-02T08:00:00\",\"total_cpus\":1}";
        Recorded<JobEvent> jobs = read(line + "\n\n" + good + "\n");
        assertEquals(1, problems.size());
        String told = problems.get(0);
        assertEquals("t.jsonl:1: " + problem, told.substring(0, Math.min(told.length(), problem.length() + 11)));
        assertEquals(
                Map.of(Outcome.MALFORMED, 1L, Outcome.START, 1L),
                jobs.outcomes().counts());
        assertEquals("named-by-the-caller", jobs.events().get(0).getCluster());
    }

    private List<JobEvent> only(long job, JobState state, Recorded<JobEvent> jobs) {
        return jobs.events().stream()
                .filter(event -> event.getJobId() == job && event.getState() == state)
                .toList();
    }

    private Recorded<JobEvent> sample() throws IOException {
        try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream("topics.jsonl"))) {
            return read(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    private Recorded<JobEvent> read(String text) throws IOException {
        return RecordedTopics.read(
                "t.jsonl", new BufferedReader(new StringReader(text)), "named-by-the-caller", this::tell);
    }

    private void tell(Problem problem) {
        problems.add(problem.toString());
    }
}
