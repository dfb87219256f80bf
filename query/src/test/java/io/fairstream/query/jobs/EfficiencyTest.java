package io.fairstream.query.jobs;

import static io.fairstream.testing.SyntheticUse.accounting;
import static io.fairstream.testing.SyntheticUse.at;
import static io.fairstream.testing.SyntheticUse.job;
import static io.fairstream.testing.SyntheticUse.micros;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.fairstream.schemas.Job;
import io.fairstream.schemas.JobAccounting;
import io.fairstream.schemas.JobState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EfficiencyTest {
    private static final long MIB = 1024;

    @Test
    void theWorstComesFirstAndOfEqualsTheLargest() {
        List<Efficiency> jobs =
                List.of(efficiency(1, 10, 9, null, 0), efficiency(2, 10, 5, null, 0), efficiency(3, 20, 10, null, 0));
        assertEquals(
                List.of(3L, 2L, 1L),
                jobs.stream()
                        .sorted(Efficiency.WORST_FIRST)
                        .map(line -> Objects.requireNonNull(line.row()).jobId())
                        .toList());
    }

    @Test
    void ofAUserSumsAreDividedBySumsAndMemoryOnlyOfJobsThatAskedForSome() {
        List<Efficiency> users = Efficiency.byUser(List.of(
                efficiency(1, 10, 9, 1000L, 500 * MIB),
                efficiency(2, 30, 3, 3000L, 1000 * MIB),
                efficiency(3, 0.5, 0.5, null, 9000 * MIB)));
        assertEquals(1, users.size());
        assertEquals(12.5 / 40.5, users.get(0).cpu(), 1e-12);
        assertEquals(1500.0 / 4000, Objects.requireNonNull(users.get(0).memory()), 1e-12);
        assertEquals(micros(28), users.get(0).wasted());
        assertEquals(3, users.get(0).jobs());
    }

    @Test
    void memoryIsComparedWithWhatWasAskedForOnOneNode() {
        JobAccounting accounting = accounting(1, 10, 9)
                .setMemoryMiB(4000L)
                .setRealMemoryHighwaterKiB(900 * MIB)
                .build();
        Job ofFourNodes = job(1, JobState.COMPLETE).setNodes(4).build();
        assertEquals(0.9, memory(new JobRow(ofFourNodes, accounting)));
        assertEquals(0.225, memory(new JobRow(null, accounting)), "where nobody knows the nodes, with all");
        assertNull(of(new JobRow(null, accounting(1, 1, 1).build())).memory());
    }

    private static double memory(JobRow row) {
        return Objects.requireNonNull(of(row).memory());
    }

    private static Efficiency of(JobRow row) {
        return Efficiency.of(row).orElseThrow();
    }

    /** An hour on 4 processors of 2 nodes, with 4000 MiB on both together, of which an agent measured so much and the scheduler so much. */
    @ParameterizedTest
    @CsvSource({
        // agents: CPU hours, MiB; scheduler: CPU seconds, MiB; expected
        "0, 0,        ,     , ,                       nobody measured",
        "0, 0,    7200, 1000, SCHEDULER 0.5 0.25,     as seff: memory of all nodes",
        "0, 0,    7200,     , SCHEDULER 0.5 null,     memory was not measured",
        "0, 0,       0, 1000, SCHEDULER 0.0 0.25,     it slept",
        "0, 0,   15840, 1000, SCHEDULER 1.1 0.25,     used more than it was given",
        "0, 0,        , 1000, ,                       without CPU time nothing is known of its efficiency",
        "1, 1000, 7200, 1000, AGENTS 0.25 0.5,        what agents measured goes before: memory of a node",
        "1, 0,    7200, 1000, AGENTS 0.25 0.0,        all of it",
        "1, 1000,     ,     , AGENTS 0.25 0.5,        only agents measured",
    })
    void theSchedulersNumbersHoldWhereNoAgentMeasured(
            double hours,
            long mebibytes,
            @Nullable Long cpuSeconds,
            @Nullable Long schedulersMebibytes,
            @Nullable String expected,
            String reason) {
        Job job = job(1, JobState.COMPLETE)
                .setNodes(2)
                .setMemoryMiB(4000L)
                .setCpuMillis(cpuSeconds == null ? null : (Long) (cpuSeconds * 1000))
                .setMemoryHighwaterKiB(schedulersMebibytes == null ? null : (Long) (schedulersMebibytes * MIB))
                .build();
        JobAccounting accounting = accounting(1, 4, hours)
                .setRealMemoryHighwaterKiB(mebibytes * MIB)
                .build();
        assertEquals(
                expected,
                Efficiency.of(new JobRow(job, accounting))
                        .map(each -> each.measuredBy() + " " + each.cpu() + " " + each.memory())
                        .orElse(null),
                reason);
    }

    @Test
    void whoMeasuredIsSaidOfAUserToo() {
        Job job = job(1, JobState.COMPLETE).setCpuMillis(1L).build();
        Efficiency agents = efficiency(1, 1, 1, null, 0);
        Efficiency scheduler = of(new JobRow(job, accounting(1, 1, 0).build()));
        assertEquals("[SCHEDULER]", meters(scheduler, scheduler));
        assertEquals("[AGENTS]", meters(agents, agents));
        assertEquals("[BOTH]", meters(agents, scheduler, scheduler));
    }

    private static String meters(Efficiency... jobs) {
        return Efficiency.byUser(List.of(jobs)).stream()
                .map(Efficiency::measuredBy)
                .toList()
                .toString();
    }

    @Test
    void aJobOfWhichNoProcessWasSeenIsNotMeasured() {
        assertEquals(false, new JobRow(null, accounting(1, 10, 0).build()).isMeasured());
        assertEquals(true, new JobRow(null, accounting(1, 10, 0.1).build()).isMeasured());
        assertEquals(
                true,
                new JobRow(
                                null,
                                accounting(1, 10, 0)
                                        .setRealMemoryHighwaterKiB(1)
                                        .build())
                        .isMeasured(),
                "it slept, and is the worst of all");
    }

    @Test
    void rowsOfBothTablesMeetAlsoWhenANumberIsUsedAgain() {
        JobAccounting first = accounting(7, 1, 1).build();
        JobAccounting second = accounting(7, 2, 1).setSubmitted(at(5)).build();
        JobAccounting outside = accounting(0, 0, 3).setSubmitted(null).build();
        Job newest = job(7, JobState.RUNNING).setSubmitted(at(5)).build();
        Job waiting = job(8, JobState.PENDING).build();
        List<JobRow> rows = JobRow.join(List.of(newest, waiting), List.of(first, second, outside));
        assertEquals(List.of(new JobRow(null, first), new JobRow(newest, second), new JobRow(waiting, null)), rows);
    }

    @ParameterizedTest
    @CsvSource({
        // the state and the table's start and end in hours; expected processors, start and end
        "PENDING,   5,  , , , ,  an expected start is none",
        "HELD,       ,  , , , ,  what it asked for is not allocated",
        "STAGE_IN,   ,  , 4, , , what is reserved is its own",
        "RUNNING,   1, 3, 4, 1,, an expected end is none",
        "COMPLETE,  1, 3, 4, 1, 3, all of it was",
        "COMPLETE,   , 3, , , 3, cancelled while it waited",
    })
    void aJobHasProcessorsAStartAndAnEndOnceItReallyHas(
            JobState state,
            @Nullable Double start,
            @Nullable Double end,
            @Nullable Integer processors,
            @Nullable Double started,
            @Nullable Double ended,
            String reason) {
        JobRow row = new JobRow(
                job(1, state)
                        .setStartTime(instant(start))
                        .setEndTime(instant(end))
                        .build(),
                null);
        assertEquals(processors, row.processors(), reason);
        assertEquals(instant(started), row.started(), reason);
        assertEquals(instant(ended), row.ended(), reason);
    }

    private static @Nullable Instant instant(@Nullable Double hours) {
        return hours == null ? null : at(hours);
    }

    @Test
    void runsOverdueAreRunawaysWithWhatTheyAreCharged() {
        List<JobRow> rows = List.of(
                row(1, JobState.RUNNING, 2.0),
                row(2, JobState.RUNNING, 9.0),
                row(3, JobState.STAGE_OUT, 3.0),
                row(4, JobState.COMPLETE, 2.0),
                row(5, JobState.RUNNING, null),
                row(6, JobState.PENDING, null));
        assertEquals(List.of("1 PT3H", "3 PT2H"), overdue(rows, null));
        assertEquals(
                List.of("1 PT3H", "2 PT2H", "3 PT2H", "5 PT2H"),
                overdue(rows, Duration.ofHours(3)),
                "older than 3 hours whatever the limit, or over it");
        assertEquals(micros(10), Runaway.among(rows, null, at(5)).get(0).charged());
        assertEquals(4, Runaway.among(rows, null, at(5)).get(0).processors());
    }

    private static List<String> overdue(List<JobRow> rows, @Nullable Duration older) {
        return Runaway.among(rows, older, at(5)).stream()
                .map(each -> each.row().jobId() + " " + each.late())
                .toList();
    }

    /** Started at midnight. */
    private static JobRow row(long id, JobState state, @Nullable Double end) {
        Job job = job(id, state)
                .setStartTime(at(0))
                .setEndTime(end == null ? null : at(end))
                .build();
        JobAccounting accounting =
                accounting(id, 10, 0).setProcessorsAllocated(4).setFinal$(false).build();
        return new JobRow(job, accounting);
    }

    private static Efficiency efficiency(
            long id, double allocated, double used, @Nullable Long memoryMiB, long highwaterKiB) {
        return of(new JobRow(
                null,
                accounting(id, allocated, used)
                        .setMemoryMiB(memoryMiB)
                        .setRealMemoryHighwaterKiB(highwaterKiB)
                        .build()));
    }
}
