package io.fairstream.traces;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.JobState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init") // set up before each test
class JobEventsTest {
    @TempDir
    private Path folder;

    @Test
    void aJobIsSubmittedRunsAndEnds() throws IOException {
        List<JobEvent> events = events("7 1000 30 60 4 -1 -1 8 3600 2048 0 12 3 -1 1 -1 -1 -1\n");
        JobEvent.Builder about = JobEvent.newBuilder()
                .setCluster("tux")
                .setJobId(7)
                .setSubmitted(Instant.ofEpochSecond(1000))
                .setUser("user12")
                .setUserId(12L)
                .setGroups(List.of("group3"))
                .setBank("root/group3")
                .setProcessors(4)
                .setMemoryMiB(8L)
                .setTimeLimitMinutes(60L);
        assertEquals(
                List.of(
                        JobEvent.newBuilder(about)
                                .setAt(Instant.ofEpochSecond(1000))
                                .setState(JobState.PENDING)
                                .build(),
                        JobEvent.newBuilder(about)
                                .setAt(Instant.ofEpochSecond(1030))
                                .setState(JobState.RUNNING)
                                .build(),
                        JobEvent.newBuilder(about)
                                .setAt(Instant.ofEpochSecond(1090))
                                .setState(JobState.COMPLETE)
                                .setOutcome("FAILED")
                                .build()),
                events);
    }

    @Test
    void aJobOfNumberZeroHasTheNextFreeNumberAndThatIsNoted() {
        Instant start = Instant.ofEpochSecond(1000);
        List<Job> jobs = List.of(job("0", start), job("7", start));
        JobEvents events = JobEvents.of("tux", jobs);
        Set<Long> numbers = new TreeSet<>();
        events.forEach(event -> numbers.add(event.getJobId()));
        assertEquals(Set.of(7L, 8L), numbers);
        assertEquals(List.of("job 0 becomes job 8, because job events number jobs from 1"), events.notes());
        assertEquals(List.of(), JobEvents.of("tux", List.of(job("7", start))).notes());
    }

    private static Job job(String id, Instant start) {
        return new Job(id, start, start, start.plusSeconds(60), 1, "user1", "group1", 1L, null, null, "COMPLETED");
    }

    /** Job 3 is of nobody known; job 2 starts when job 1 ends, and is submitted then. */
    @Test
    void eventsComeInTheOrderOfTheirTimes() throws IOException {
        List<JobEvent> events = events("""
                1 0 5 10 4 -1 -1 4 -1 -1 1 1 1 -1 1 -1 -1 -1
                3 2 20 5 1 -1 -1 1 -1 -1 1 -1 1 -1 1 -1 -1 -1
                2 15 0 5 4 -1 -1 4 -1 -1 1 2 1 -1 1 -1 -1 -1
                """);
        assertEquals(
                List.of(
                        "1 PENDING 0",
                        "1 RUNNING 5",
                        "1 COMPLETE 15",
                        "2 PENDING 15",
                        "2 RUNNING 15",
                        "2 COMPLETE 20",
                        "3 RUNNING 22",
                        "3 COMPLETE 27"),
                events.stream()
                        .map(event -> event.getJobId() + " " + event.getState() + " "
                                + event.getAt().getEpochSecond())
                        .toList());
    }

    private List<JobEvent> events(String content) throws IOException {
        Path file = Files.writeString(folder.resolve("log.swf"), content);
        List<Job> jobs = new ArrayList<>();
        try (Trace trace = TraceFormat.SWF.open(file, problem -> {
            throw new AssertionError(problem);
        })) {
            trace.forEachRemaining(jobs::add);
        }
        JobEvents events = JobEvents.of("tux", jobs);
        List<JobEvent> all = new ArrayList<>();
        events.forEach(all::add);
        assertEquals(events.size(), all.size());
        return all;
    }
}
