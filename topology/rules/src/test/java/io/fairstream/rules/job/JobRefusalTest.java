package io.fairstream.rules.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.fairstream.rules.EventTimes;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.job.JobEvent.JobState;
import io.fairstream.rules.job.JobFacts.Billed;
import io.fairstream.rules.job.JobFacts.JobDetails;
import io.fairstream.rules.job.JobFacts.ReportedUse;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Reasons to refuse a job event, whatever else is known. */
class JobRefusalTest {
    private static final EventTimes TIMES = new EventTimes(Duration.ofDays(30), Duration.ofHours(1));
    private static final JobFacts SUBMISSION = facts(1001L, List.of("users"), 4, 0.5, null);

    private static JobFacts facts(
            @Nullable Long userId,
            List<String> groups,
            @Nullable Integer processors,
            double priority,
            @Nullable JobDetails details) {
        return new JobFacts(
                null,
                "alice",
                userId,
                groups,
                "",
                "",
                "",
                processors,
                null,
                "",
                null,
                null,
                priority,
                null,
                null,
                null,
                null,
                null,
                null,
                details,
                null,
                Billed.EMPTY,
                ReportedUse.EMPTY);
    }

    private static JobEvent event(String cluster, long jobId, @Nullable Long submitted, JobState state, JobFacts said) {
        return new JobEvent(cluster, jobId, submitted, "", 10_000, state, said);
    }

    private static void refused(String expected, JobEvent event) {
        Rejection refused = event.refusal(TIMES, 10_000, EventTimes.NONE);
        assertEquals(expected, refused == null ? "" : refused.reason() + " " + refused.detail());
    }

    private static void fine(JobEvent event) {
        assertNull(event.refusal(TIMES, 10_000, EventTimes.NONE));
    }

    @Test
    void aSubmissionSaysWhoWantsWhat() {
        fine(event("tux", 7, null, JobState.PENDING, SUBMISSION));
        refused(
                "JOB_INCOMPLETE userId: absent (expected: the number of the user who submits)",
                event("tux", 7, null, JobState.PENDING, facts(null, List.of("users"), 4, 0, null)));
        refused(
                "JOB_INCOMPLETE groups: none (expected: the names of the user's groups)",
                event("tux", 7, 10_000L, JobState.HELD, facts(1001L, List.of(), 4, 0, null)));
        refused(
                "JOB_INCOMPLETE nodeList, processors, nodes: absent (expected: one of them with a submission)",
                event("tux", 7, null, JobState.PENDING, facts(1001L, List.of("users"), null, 0, null)));
    }

    @Test
    void whatItWantsMayStandInTheDetails() {
        JobDetails details = new JobDetails("n[1-4]", null, null, "", false, false, null, null, null, "", "", 1, false);
        fine(event("tux", 7, null, JobState.PENDING, facts(1001L, List.of("users"), null, 0, details)));
    }

    @Test
    void laterEventsNeedNotSayItAgain() {
        fine(event("tux", 7, null, JobState.RUNNING, JobFacts.EMPTY));
        fine(event("tux", 7, 5_000L, JobState.PENDING, JobFacts.EMPTY));
    }

    @Test
    void numbersAndTimesMustBePossible() {
        refused("NUMBER_IMPOSSIBLE jobId: 0 (expected: above 0)", event("tux", 0, null, JobState.RUNNING, SUBMISSION));
        refused(
                "NUMBER_IMPOSSIBLE processors: -1 (expected: 0 to 100000000)",
                event("tux", 7, null, JobState.RUNNING, facts(1001L, List.of(), -1, 0, null)));
        fine(event("tux", 7, null, JobState.RUNNING, facts(1001L, List.of(), 100_000_000, 0, null)));
        refused(
                "NUMBER_IMPOSSIBLE processors: 2147483647 (expected: 0 to 100000000)",
                event("tux", 7, null, JobState.RUNNING, facts(1001L, List.of(), Integer.MAX_VALUE, 0, null)));
        refused(
                "NUMBER_IMPOSSIBLE priority: NaN (expected: -1e15 to 1e15)",
                event("tux", 7, null, JobState.RUNNING, facts(1001L, List.of(), 1, Double.NaN, null)));
        refused(
                "NUMBER_IMPOSSIBLE cpuMillis: -1 (expected: 0 to 9000000000000000)",
                JobText.event("10 COMPLETE cpu=-1"));
        refused(
                "NUMBER_IMPOSSIBLE memoryHighwaterKiB: 1000000000000001 (expected: 0 to 1000000000000000)",
                JobText.event("10 COMPLETE cpu=9000000000000000 peak=1000000000000001"));
        fine(JobText.event("10 COMPLETE cpu=9000000000000000 peak=1000000000000000"));
        refused(
                "TIME_IMPOSSIBLE submitted: 1970-01-01T00:00:11Z (expected: 1970 or later, not after at,"
                        + " 1970-01-01T00:00:10Z)",
                event("tux", 7, 11_000L, JobState.RUNNING, SUBMISSION));
    }

    @Test
    void aClusterIsNamedWithoutASlash() {
        refused(
                "KEY_MISMATCH cluster: \"a/b\" (expected: no slash, which ends the cluster's name in keys)",
                event("a/b", 7, null, JobState.RUNNING, SUBMISSION));
        refused(
                "NAME_EMPTY cluster: \"\" (expected: a name of 1 to 1024 bytes)",
                event("", 7, null, JobState.RUNNING, SUBMISSION));
    }

    @Test
    void whatIsSaidFitsWhereAJobsEventsAreKept() {
        JobDetails wide =
                new JobDetails("n".repeat(30_000), null, null, "", false, false, null, null, null, "", "", 1, false);
        refused(
                "NAME_TOO_LONG texts of the job: 30019 bytes in all (expected: at most 24576)",
                event("tux", 7, null, JobState.RUNNING, facts(1001L, List.of("users", "physics"), 4, 0, wide)));
        List<String> groups = Collections.nCopies(30_000, "");
        refused(
                "NAME_TOO_LONG texts of the job: 30005 bytes in all (expected: at most 24576)",
                event("tux", 7, null, JobState.RUNNING, facts(1001L, groups, 4, 0, null)));
        JobDetails manyNodes =
                new JobDetails("n".repeat(24_000), null, null, "", false, false, null, null, null, "", "", 1, false);
        fine(event("tux", 7, null, JobState.RUNNING, facts(1001L, List.of("users"), 4, 0, manyNodes)));
    }
}
