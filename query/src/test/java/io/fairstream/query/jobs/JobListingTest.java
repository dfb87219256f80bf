package io.fairstream.query.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.query.columns.ShownReport;
import io.fairstream.schemas.Job;
import io.fairstream.schemas.JobDetails;
import io.fairstream.schemas.JobState;
import io.fairstream.testing.SyntheticUse;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** It is 8 o'clock. */
class JobListingTest {
    private static final Job RUNNING = Cluster.running(1, 4, 10.0);
    private static final Job WAITING = Cluster.waiting(11, 4, 1, 90);
    private static final List<Job> ALL = List.of(
            WAITING,
            RUNNING,
            SyntheticUse.job(3, JobState.COMPLETE).build(),
            SyntheticUse.job(4, JobState.HELD)
                    .setUser("bob")
                    .setPartition("debug")
                    .build(),
            SyntheticUse.job(5, JobState.RUNNING).setCluster("gnu").build());

    @ParameterizedTest(name = "{5}")
    @CsvSource({
        "'',  '',        '',    '',       false, 1 4 5 11,   all that are not complete",
        "'',  '',        '',    '',       true,  1 3 4 5 11, all",
        "gnu, '',        '',    '',       true,  5,          those of a cluster",
        "'',  bob carol, '',    '',       false, 4,          those of some users",
        "'',  '',        debug, '',       false, 4,          those in a partition",
        "'',  '',        '',    COMPLETE, false, 3,          those in a state",
        "tux, alice,     batch, RUNNING,  false, 1,          those who are all of that",
        "tux, bob,       batch, '',       true,  '',         none is all of that",
    })
    void listsWhoIsAskedFor(
            String clusters, String users, String partitions, String states, boolean all, String expected, String why) {
        JobListing.Selection selection = new JobListing.Selection(
                set(clusters),
                set(users),
                set(partitions),
                set(states).stream().map(JobState::valueOf).collect(Collectors.toSet()),
                all);
        assertEquals(
                expected,
                ShownReport.fields(new JobListing(ALL, ALL, selection, Map.of(), SyntheticUse.at(8)).report(false))
                        .stream()
                        .map(row -> (Long) row.get("jobId"))
                        .sorted()
                        .map(String::valueOf)
                        .collect(Collectors.joining(" ")),
                why);
    }

    private static Set<String> set(String words) {
        return Arrays.stream(words.split(" ")).filter(word -> !word.isEmpty()).collect(Collectors.toSet());
    }

    private static JobListing listing(Job... jobs) {
        JobListing.Selection all = new JobListing.Selection(Set.of(), Set.of(), Set.of(), Set.of(), true);
        return new JobListing(List.of(jobs), List.of(jobs), all, Map.of(), SyntheticUse.at(8));
    }

    @Test
    void partitionsComeByNameThenTheHighestPriority() {
        Job other = Job.newBuilder(WAITING).setPartition("alpha").build();
        Job low = Cluster.waiting(12, 1, 1, 80);
        assertEquals(
                List.of(11L, 11L, 12L),
                ShownReport.fields(listing(low, WAITING, other).report(false)).stream()
                        .map(row -> row.get("jobId"))
                        .toList());
    }

    @Test
    void estimatesAreMarkedForPeopleAndHaveAFieldOfTheirOwn() {
        List<String> lines = ShownReport.lines(listing(RUNNING, WAITING).report(false));
        assertTrue(lines.get(1).contains("|~2026-03-02T10:00:00Z|"), lines.toString());
        List<String> records = ShownReport.records(listing(RUNNING, WAITING).report(false));
        assertTrue(records.get(0).endsWith(",\"estimatedStart\":\"2026-03-02T10:00:00Z\"}"), records.get(0));
        assertFalse(records.get(0).contains("startTime"), records.get(0));
        assertFalse(records.get(1).contains("estimatedStart"), records.get(1));
    }

    @Test
    void aJobsNumberIsNoAmount() {
        List<String> lines = ShownReport.lines(
                listing(SyntheticUse.job(1_234_567, JobState.PENDING).build()).report(false));
        assertTrue(lines.get(0).contains("|JOB|") && lines.get(1).contains("|1234567|"), lines.toString());
    }

    @Test
    void urgencyAndDetailsAreShownWhereSomebodyHasThemOrAsksForThem() {
        Job urgent = SyntheticUse.job(1, JobState.PENDING)
                .setUrgency(20)
                .setDetails(JobDetails.newBuilder()
                        .setNodes(2)
                        .setContiguous(true)
                        .setMinMemoryMiB(512L)
                        .build())
                .build();
        String usual = ShownReport.lines(listing(RUNNING).report(false)).get(0);
        assertFalse(usual.contains("URGENCY"), usual);
        assertFalse(usual.contains("DETAILS"), usual);
        List<String> lines = ShownReport.lines(listing(urgent).report(true));
        assertTrue(lines.get(0).endsWith("|URGENCY|DETAILS"), lines.toString());
        assertTrue(lines.get(1).endsWith("|20|nodes>=2, contiguous, memory MiB per node>=512"), lines.toString());
    }
}
