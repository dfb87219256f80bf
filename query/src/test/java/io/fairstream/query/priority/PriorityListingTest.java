package io.fairstream.query.priority;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.app.config.Settings;
import io.fairstream.query.columns.ShownReport;
import io.fairstream.query.priority.PriorityListing.Selection;
import io.fairstream.query.records.Failure;
import io.fairstream.schemas.Job;
import io.fairstream.schemas.JobState;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PriorityListingTest {
    private static final Instant MONDAY = Instant.parse("2026-03-02T00:00:00Z");
    private static final Selection ALL = new Selection(List.of(), Set.of(), Set.of());

    private static Job job(long id, String user, String partition, JobState state) {
        return Job.newBuilder()
                .setCluster("tux")
                .setJobId(id)
                .setSubmitted(MONDAY.plusSeconds(id))
                .setRuns(0)
                .setState(state)
                .setSince(MONDAY)
                .setUser(user)
                .setBank("root/physics")
                .setPartition(partition)
                .setUrgency(16)
                .build();
    }

    private static final List<Job> JOBS = List.of(
            job(2, "alice", "batch", JobState.PENDING),
            job(1, "alice", "batch", JobState.PENDING),
            job(3, "bob", "debug", JobState.PENDING),
            job(4, "bob", "batch", JobState.RUNNING));

    private static final Style FLUX =
            Style.of(Settings.parse(Map.of("job.priority.queues", "debug=1")).jobPriorities(), List.of(), MONDAY);

    private static PriorityListing listing(Selection selection) {
        return new PriorityListing(JOBS, selection, List.of(), FLUX);
    }

    @Test
    void theHighestPriorityComesFirstThenWhoCameFirst() {
        assertEquals(
                List.of(
                        "JOB|USER|BANK|PARTITION|PRIORITY|FAIRSHARE|QUEUE|BANK|URGENCY",
                        "tux/3|bob|root/physics|debug|10000|0|10,000|0|0",
                        "tux/1|alice|root/physics|batch|0|0|0|0|0",
                        "tux/2|alice|root/physics|batch|0|0|0|0|0"),
                ShownReport.lines(listing(ALL).report(false)));
        assertEquals(
                List.of("fairshare of 3 jobs: no row in fair-share, counted as 0"),
                listing(ALL).notes());
    }

    @Test
    void prioritiesWithoutAnyWeightAreExplained() {
        assertEquals(
                List.of("no term has a weight, so every priority is that of a job without any"
                        + " (expected: such as --set job.priority.weights=fairshare=10000,age=1000)"),
                slurmNotes(Map.of()).subList(0, 1));
        assertEquals(
                List.of(),
                slurmNotes(Map.of("job.priority.weights", "age=1000")).stream()
                        .filter(note -> note.startsWith("no term"))
                        .toList());
    }

    private static List<String> slurmNotes(Map<String, String> weights) {
        Map<String, String> settings = new HashMap<>(weights);
        settings.put("job.priority.style", "slurm");
        Style style = Style.of(Settings.parse(settings).jobPriorities(), List.of(), MONDAY);
        return new PriorityListing(JOBS, ALL, List.of(), style).notes();
    }

    @Test
    void factorsAreShownBeforeTheyAreWeightedIfThatIsAskedFor() {
        assertEquals(
                "tux/3|bob|root/physics|debug|10000|0.000000|1.000000|0.000000|0.000000",
                ShownReport.lines(listing(ALL).report(true)).get(1));
    }

    @Test
    void programsGetEachTermAndWhatIsNotKnown() {
        Map<String, Object> row = ShownReport.fields(listing(ALL).report(false)).get(0);
        assertEquals(List.of("fairshare"), row.get("unknownTerms"));
        assertEquals("flux", row.get("style"));
        assertEquals(Map.of("fairshare", 0.0, "queue", 10_000.0, "bank", 0.0, "urgency", 0.0), row.get("values"));
        assertEquals(
                Map.of("name", "queue", "weight", 10_000.0, "factor", 1.0, "value", 10_000.0),
                ((List<?>) Objects.requireNonNull(row.get("terms"))).get(1));
    }

    @ParameterizedTest(name = "{0} of {1} in {2}")
    @CsvSource({
        "tux/1, '', '', tux/1",
        "1, '', '', tux/1",
        "'', bob, '', tux/3",
        "'', '', batch, tux/1 tux/2",
        "1, bob, '', ''"
    })
    void onlyWhoIsAskedFor(String name, String user, String partition, String expected) {
        Selection selection = new Selection(list(name), Set.copyOf(list(user)), Set.copyOf(list(partition)));
        assertEquals(
                expected,
                String.join(
                        " ",
                        ShownReport.fields(listing(selection).report(false)).stream()
                                .map(row -> (String) row.get("job"))
                                .toList()));
    }

    private static List<String> list(String word) {
        return word.isEmpty() ? List.of() : List.of(word);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "9,     9: no such job (expected: cluster/jobId or jobId of one in jobs)",
        "gnu/1, gnu/1: no such job (expected: cluster/jobId or jobId of one in jobs)",
        "4,     '4: RUNNING (expected: a job that waits, PENDING)'",
    })
    void whoIsNotThereOrDoesNotWaitIsRefused(String name, String expected) {
        Failure failure = assertThrows(Failure.class, () -> listing(new Selection(List.of(name), Set.of(), Set.of())));
        assertEquals(expected, failure.getMessage());
    }

    @Test
    void weightsAreThoseOfTheStyle() {
        assertEquals(
                List.of("TERM|WEIGHT", "fairshare|100,000", "queue|10,000", "bank|0", "urgency|1,000"),
                ShownReport.lines(PriorityListing.weights(FLUX)));
    }
}
