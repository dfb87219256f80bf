package io.fairstream.query.jobs;

import static io.fairstream.testing.SyntheticUse.accounting;
import static io.fairstream.testing.SyntheticUse.at;
import static io.fairstream.testing.SyntheticUse.job;
import static io.fairstream.testing.SyntheticUse.micros;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.schemas.Job;
import io.fairstream.schemas.JobState;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Times are hours after midnight; now it is noon. */
class RunawayTest {
    private static Job started(JobState state, @Nullable Double start, @Nullable Double end) {
        return job(7, state)
                .setSince(at(2))
                .setStartTime(start == null ? null : at(start))
                .setEndTime(end == null ? null : at(end))
                .build();
    }

    private static List<Runaway> among(List<Job> jobs, @Nullable Double older) {
        List<JobRow> rows = jobs.stream().map(job -> new JobRow(job, null)).toList();
        Duration limit = older == null ? null : Duration.between(at(0), at(older));
        return Runaway.among(rows, limit, at(12));
    }

    @ParameterizedTest(name = "{0} from {1} to {2}, older {3}: {5}")
    @CsvSource(textBlock = """
        # state, started, expected end, older than; hours overdue
        RUNNING,   4, 10,  ,     2,   its expected end is over
        RUNNING,   4, 12,  ,     ,    it may end right now
        RUNNING,   4, 13,  ,     ,    it has an hour left
        RUNNING,   4,   ,  ,     ,    nobody expects its end
        RUNNING,   4,   , 6,     2,   whatever ran for six hours is too old
        RUNNING,   4,   , 8,     ,    it ran for just that long
        RUNNING,   4, 10, 7,     2,   the expected end comes first
        RUNNING,   4, 10, 5,     3,   the greatest age comes first
        RUNNING,    ,   , 6,     4,   without a start since it is in the state: hour 2
        SUSPENDED, 4, 10,  ,     2,   suspended jobs are still there
        STAGE_IN,  4, 10,  ,     2,   so are those whose files come
        STAGE_OUT, 4, 10,  ,     2,   or go
        PENDING,    , 10,  ,     ,    who waits cannot be overdue
        HELD,       , 10,  ,     ,    nor who is held
        COMPLETE,  4, 10,  ,     ,    nor what is over
        """)
    void aRunIsOverdueFromItsExpectedEndOn(
            JobState state,
            @Nullable Double start,
            @Nullable Double end,
            @Nullable Double older,
            @Nullable Double overdue,
            String why) {
        assertEquals(
                overdue == null ? List.of() : List.of(Duration.between(at(0), at(overdue))),
                among(List.of(started(state, start, end)), older).stream()
                        .map(Runaway::late)
                        .toList(),
                why);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        // expected ends of jobs 1, 2 and 3; the longest overdue first
        "10 9 11, 2 1 3",
        "9 9 11,  1 2 3",
        "11 13 9, 3 1",
        "13 13 13, ''",
    })
    void theLongestOverdueComesFirst(String ends, String order) {
        String[] hours = ends.split(" ", -1);
        List<Job> jobs = IntStream.range(0, hours.length)
                .mapToObj(i -> Job.newBuilder(started(JobState.RUNNING, 1.0, Double.valueOf(hours[i])))
                        .setJobId(i + 1L)
                        .build())
                .toList();
        assertEquals(
                order,
                among(jobs, null).stream().map(each -> "" + each.row().jobId()).collect(Collectors.joining(" ")));
    }

    @ParameterizedTest(name = "{0} + {1} h, {2} + {3} processors")
    @CsvSource({"3, 1, 4, 0, 4, 4", "3, 0, 4, 2, 3, 6", "0, 0, 0, 0, 0, 0"})
    void whatIsReservedIsChargedToo(
            double allocated, double reserved, int processors, int awaited, double charged, long growing) {
        JobRow row = new JobRow(
                started(JobState.RUNNING, 4.0, 10.0),
                accounting(7, allocated, 0)
                        .setCpuTimeReservedMicros(micros(reserved))
                        .setProcessorsAllocated(processors)
                        .setProcessorsReserved(awaited)
                        .build());
        Runaway runaway = Runaway.among(List.of(row), null, at(12)).get(0);
        assertEquals(micros(charged), runaway.charged());
        assertEquals(growing, runaway.processors());
    }
}
