package io.fairstream.query.publish;

import static io.fairstream.testing.SyntheticUse.at;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.publish.FinishedJob;
import io.fairstream.schemas.Job;
import io.fairstream.schemas.JobAccounting;
import io.fairstream.schemas.JobState;
import io.fairstream.testing.SyntheticUse;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SacctLinesTest {
    private static final Instant FROM = at(0);
    private static final Instant TO = at(24);

    private static FinishedJob job(long id, String user, String bank, double from, double to, int processors) {
        Job job = SyntheticUse.ended(id, user, bank, from, to, processors);
        return new FinishedJob(job, SyntheticUse.accountOf(job), 0, id);
    }

    private static List<String> lines(List<Job> jobs, FinishedJob... accounts) {
        return SacctLines.of(
                        jobs,
                        Arrays.stream(accounts).map(FinishedJob::accounting).toList(),
                        FROM,
                        TO,
                        Set.of())
                .toList();
    }

    @Test
    void aJobIsALineOfTheFieldsThatXdmodAsksFor() {
        FinishedJob ran = job(17, "alice", "root/physics", 2, 4.5, 4);
        Job full = Job.newBuilder(ran.job())
                .setTres("cpu=4,mem=16G,node=1")
                .setMemoryMiB(16384L)
                .setTimeLimitMinutes(1500L)
                .setQos("normal")
                .setName("a|b\nc")
                .setSignal(9)
                .build();
        List<String> lines = lines(List.of(full), ran);
        assertEquals(
                List.of("17|17|tux|batch|normal|physics|physics||alice|1001|2026-03-02T00:00:00|Unknown"
                        + "|2026-03-02T02:00:00|2026-03-02T04:30:00|02:30:00|0:9|COMPLETED|1|4||16384M||cpu=4,mem=16G,node=1"
                        + "|1-01:00:00|n1|a|b c"),
                lines);
        assertEquals(SacctLines.FIELDS.size(), lines.get(0).split("\\|", 26).length);
    }

    @Test
    void aJobThatNeverRanHasNoNodes() {
        Job cancelled = SyntheticUse.job(3, JobState.COMPLETE)
                .setStartTime(null)
                .setEndTime(at(1))
                .setOutcome("CANCELLED")
                .setRuns(0)
                .build();
        assertEquals(
                List.of(
                        "3|3|tux|batch||physics|physics||alice|1001|2026-03-02T00:00:00|Unknown|None|2026-03-02T01:00:00"
                                + "|00:00:00|0:0|CANCELLED|1|0|4|||||None assigned|job3"),
                lines(List.of(cancelled)));
    }

    @Test
    void elapsedIsWithoutSuspensionAndOfTheLastRun() {
        FinishedJob ran = job(17, "alice", "root/physics", 2, 4, 4);
        FinishedJob half = new FinishedJob(
                ran.job(),
                JobAccounting.newBuilder(ran.accounting())
                        .setCpuTimeAllocatedMicros(ran.allocatedMicros() / 2)
                        .build(),
                0,
                0);
        assertEquals("01:00:00", elapsed(half));
        FinishedJob twice = new FinishedJob(
                ran.job(),
                JobAccounting.newBuilder(half.accounting()).setRuns(2).build(),
                0,
                0);
        assertEquals("02:00:00", elapsed(twice));
    }

    private static String elapsed(FinishedJob job) {
        return lines(List.of(job.job()), job).get(0).split("\\|", -1)[14];
    }

    @Test
    void thePeriodIsOfEndsAndItsEndDoesNotBelongToIt() {
        List<Job> jobs = List.of(
                job(1, "a", "b", -2, 0, 1).job(),
                job(2, "a", "b", -2, -0.001, 1).job(),
                job(3, "a", "b", 23, 24, 1).job(),
                job(4, "a", "b", 22, 23.9, 1).job(),
                SyntheticUse.job(5, JobState.RUNNING).setStartTime(at(1)).build());
        assertEquals(
                List.of("1", "4"),
                lines(jobs).stream().map(line -> line.split("\\|", 2)[0]).toList());
        assertEquals(0, SacctLines.of(jobs, List.of(), FROM, TO, Set.of("nix")).count());
    }

    @Test
    void aBarInAnyOtherNameIsRefused() {
        Job odd = Job.newBuilder(job(1, "a", "b", 1, 2, 1).job()).setQos("x|y").build();
        assertThrows(IllegalArgumentException.class, () -> lines(List.of(odd)));
    }
}
