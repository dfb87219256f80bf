package io.fairstream.query.jobs;

import static io.fairstream.testing.SyntheticUse.accounting;
import static io.fairstream.testing.SyntheticUse.at;
import static io.fairstream.testing.SyntheticUse.job;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.schemas.Job;
import io.fairstream.schemas.JobAccounting;
import io.fairstream.schemas.JobState;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs of a synthetic cluster, submitted at midnight; times are hours after it. */
class JobRowTest {
    @ParameterizedTest(name = "{0} {1}: {5}")
    @CsvSource(textBlock = """
        # state, how it ended; sacct's state, start, end and hours elapsed at noon of a run from 1 on that ends, or may end, at 9
        PENDING,  ,       PENDING,   ,  ,  ,  what the table says of a waiting job is only expected
        HELD,     ,       HELD,      ,  ,  ,  so it is of one that is held
        RUNNING,  ,       RUNNING,   1, ,  11, an end to come is no end
        SUSPENDED, ,      SUSPENDED, 1, ,  11, a suspended run goes on
        COMPLETE, ,       COMPLETE,  1, 9, 8,  from start to end
        COMPLETE, FAILED, FAILED,    1, 9, 8,  how it ended says more than that it did
        """)
    void aRowSaysWhatHappenedAndNotWhatIsExpected(
            JobState state,
            @Nullable String outcome,
            String shown,
            @Nullable Double start,
            @Nullable Double end,
            @Nullable Double elapsed,
            String why) {
        JobRow row = new JobRow(
                job(7, state)
                        .setStartTime(at(1))
                        .setEndTime(at(9))
                        .setOutcome(outcome)
                        .build(),
                null);
        assertEquals(shown, row.state(), why);
        assertEquals(start == null ? null : at(start), row.started(), why);
        assertEquals(end == null ? null : at(end), row.ended(), why);
        assertEquals(elapsed == null ? null : Duration.between(at(0), at(elapsed)), row.elapsed(at(12)), why);
    }

    @ParameterizedTest(name = "{0}, {1}: {3}")
    @CsvSource(textBlock = """
        # is the row of the job there, is it final; sacct's state
        true,  false, RUNNING,  the table has it
        false, true,  COMPLETE, the account knows that it is over
        false, false, '',       nobody knows any more
        """)
    void aPurgedJobIsWhatItsAccountSays(boolean hasJob, boolean isFinal, String state, String why) {
        JobAccounting accounting = accounting(7, 1, 1).setFinal$(isFinal).build();
        assertEquals(state, new JobRow(hasJob ? job(7, JobState.RUNNING).build() : null, accounting).state(), why);
    }

    @ParameterizedTest(name = "{0} runs")
    @CsvSource({"0, ", "1, 0", "2, 1", "5, 4"})
    void theFirstStartIsNoRestart(int runs, @Nullable Integer restarts) {
        assertEquals(
                restarts, new JobRow(null, accounting(7, 1, 1).setRuns(runs).build()).restarts());
        assertEquals(restarts, new JobRow(job(7, JobState.RUNNING).setRuns(runs).build(), null).restarts());
    }

    @ParameterizedTest(name = "{0} MiB on {1} nodes: {3}")
    @CsvSource({
        "1024, 1, 1048576, all of it on the only node",
        "1024, 4, 262144,  a quarter on each of four",
        "1024, ,  1048576, on one if nobody says how many",
        "1024, 0, 1048576, nothing runs on no node",
        "0,    2, ,        nothing was asked for",
        ",     2, ,        nobody said",
    })
    void memoryIsAskedForOnAllNodesTogether(
            @Nullable Long mebibytes, @Nullable Integer nodes, @Nullable Double kibibytes, String why) {
        Job job =
                job(7, JobState.RUNNING).setMemoryMiB(mebibytes).setNodes(nodes).build();
        assertEquals(kibibytes, new JobRow(job, null).requestedKiBPerNode(), why);
    }

    @ParameterizedTest(name = "{0} to {1}: {3}")
    @CsvSource(textBlock = """
        # begin and end of what is asked for; whether a job that was seen from 4 to 8 and is over, or goes on, was there
        ,  ,  true,  true,  always
        5, 6, true,  true,  in the midst of it
        8, 9, true,  true,  its last instant
        9, ,  false, true,  after its end
        , 4,  false, false, before its begin
        , 5,  true,  true,  its first hour
        """)
    void aJobWasThereFromItsFirstEntryToItsLastAndOneThatIsNotOverGoesOn(
            @Nullable Double begin, @Nullable Double end, boolean isOver, boolean goesOn, String why) {
        for (boolean isFinal : new boolean[] {true, false}) {
            JobRow row = new JobRow(
                    null,
                    accounting(7, 1, 1)
                            .setFirstSeen(at(4))
                            .setLastSeen(at(8))
                            .setFinal$(isFinal)
                            .build());
            assertEquals(
                    isFinal ? isOver : goesOn,
                    row.isWithin(begin == null ? null : at(begin), end == null ? null : at(end)),
                    why);
        }
    }

    @ParameterizedTest(name = "{2}")
    @CsvSource({
        // hour in which job 7 was submitted, as the two tables have it; rows, with what is known
        "0, 0, 7 job accounting,   both know the same job",
        "0, 1, 7 accounting|7 job, the number was used again",
    })
    void jobsOfTheSameNumberAreToldApartByTheirSubmission(double job, double accounting, String rows, String why) {
        List<JobRow> joined = JobRow.join(
                List.of(job(7, JobState.RUNNING).setSubmitted(at(job)).build()),
                List.of(accounting(7, 1, 1).setSubmitted(at(accounting)).build()));
        assertEquals(
                rows,
                String.join(
                        "|",
                        joined.stream()
                                .map(row -> row.jobId()
                                        + Stream.of(
                                                        row.job() == null ? "" : " job",
                                                        row.accounting() == null ? "" : " accounting")
                                                .reduce("", String::concat))
                                .toList()),
                why);
    }

    @ParameterizedTest(name = "{0} micros, {1} KiB: {2}")
    @CsvSource({"1, 0, true", "0, 1, true", "0, 0, false"})
    void whoUsedNeitherProcessorsNorMemoryWasNotMeasured(long micros, long highwater, boolean isMeasured) {
        JobRow row = new JobRow(
                null,
                accounting(7, 1, 0)
                        .setCpuTimeUsedMicros(micros)
                        .setRealMemoryHighwaterKiB(highwater)
                        .build());
        assertEquals(isMeasured, row.isMeasured());
    }
}
