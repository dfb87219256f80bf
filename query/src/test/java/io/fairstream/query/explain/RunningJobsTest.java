package io.fairstream.query.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.query.explain.RunningJobs.Run;
import io.fairstream.rules.Spending;
import io.fairstream.schemas.Job;
import io.fairstream.schemas.JobState;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunningJobsTest {
    /** Runs as START-LIMIT:RATE, times in seconds. */
    @ParameterizedTest(name = "{4}")
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            ''                   | 100 | 0  | -   | nothing runs
            0-100:2              | 100 | 10 | 50  | 20 are used, the other 80 last for 40 s
            0-100:2              | 200 | 10 | 100 | all of it at the limit
            0-100:2              | 201 | 10 | -   | one is left at the limit
            0-100:2 0-50:4       | 400 | 0  | 100 | the second ends first: 300 until then, 100 after it
            0-100:2 0-50:4       | 240 | 0  | 40  | both
            0-:2                 | 100 | 10 | 50  | no limit
            0-5:2                | 100 | 10 | -   | over its limit by the clock, it ends at once
            0-100:2              | 20  | 10 | 10  | spent already
            0-100:2              | -5  | 10 | 10  | and more than that
            """)
    void spendTheBalance(String runs, double balance, long now, @Nullable Long spent, String why) {
        List<Run> all = runs.isEmpty()
                ? List.of()
                : Stream.of(runs.split(" ")).map(RunningJobsTest::run).toList();
        Long at = new RunningJobs(all).spentAt(balance, now * 1000);
        assertEquals(spent, at == null ? null : (Long) (at / 1000), why);
    }

    private static Run run(String text) {
        String[] parts = text.split("[-:]", -1);
        return new Run(
                Long.parseLong(parts[0]) * 1000,
                parts[1].isEmpty() ? null : (Long) (Long.parseLong(parts[1]) * 1000),
                Double.parseDouble(parts[2]));
    }

    private static Job job(String bank, String user, JobState state, int processors) {
        Instant start = Instant.ofEpochSecond(100);
        return Job.newBuilder()
                .setCluster("tux")
                .setJobId(processors)
                .setRuns(1)
                .setState(state)
                .setSince(start)
                .setBank(bank)
                .setUser(user)
                .setProcessors(processors)
                .setNodes(2)
                .setStartTime(start)
                .setTimeLimitMinutes(1L)
                .build();
    }

    @Test
    void areThoseOfTheBankAndOfAllBelowIt() {
        List<Job> jobs = List.of(
                job("root/physics", "alice", JobState.RUNNING, 4),
                job("root/physics/optics", "bob", JobState.RUNNING, 8),
                job("root/physics", "carol", JobState.PENDING, 16),
                job("root/physics2", "dave", JobState.RUNNING, 32));
        assertEquals(
                List.of(new Run(100_000, 160_000L, 4), new Run(100_000, 160_000L, 8)),
                RunningJobs.of(jobs, "/root/physics", Spending.Unit.CPU, held -> 0)
                        .runs());
        assertEquals(
                List.of(new Run(100_000, 160_000L, 4)),
                RunningJobs.of(jobs, "/root/physics/alice", Spending.Unit.CPU, held -> 0)
                        .runs());
        assertEquals(
                48, RunningJobs.of(jobs, "/root", Spending.Unit.NODE, held -> 0).used(108_000));
        assertEquals(
                List.of(),
                RunningJobs.of(jobs, "/root", Spending.Unit.GPU, held -> 0).runs());
    }
}
