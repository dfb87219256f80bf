package io.fairstream.query.priority;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairstream.query.priority.MultifactorPriority.FluxPriority;
import io.fairstream.query.priority.MultifactorPriority.SlurmPriority;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The priorities of flux and Slurm, term by term. flux's own numbers are among the vectors. */
class PrioritiesTest {
    @Test
    void everyTermOfFluxIsSeen() {
        MultifactorPriority priority = FluxPriority.DEFAULT.of(0.75, 2, 300, 20);
        assertEquals(
                List.of("fairshare 75000.0", "queue 20000.0", "bank 0.0", "urgency 4000.0"),
                priority.terms().stream()
                        .map(term -> term.name() + " " + term.value())
                        .toList());
        assertEquals(99_000, priority.sum());
        assertEquals(99_000, priority.priority());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            fair share | queue | urgency | priority   | why
            0.5        | 0     | 0       | 0          | held, whatever the terms say
            0.0        | 0     | 31      | 4294967295 | expedited
            0.0        | 0     | 15      | 0          | not below 0
            0.0        | -1    | 16      | 0          | not below 0
            0.000005   | 0     | 16      | 1          | a half goes up
            0.0000049  | 0     | 16      | 0          | less than a half does not
            1.0        | 1e6   | 16      | 4294967295 | not above the highest
            """, useHeadersInDisplayName = true)
    void fluxBoundsAndRounds(double fairShare, double queue, int urgency, long priority, String why) {
        assertEquals(
                priority, FluxPriority.DEFAULT.of(fairShare, queue, 0, urgency).priority(), why);
    }

    @Test
    void refusesAnUrgencyThatFluxDoesNotKnow() {
        assertEquals(
                "urgency: 32 (expected: 0 to 31)",
                assertThrows(IllegalArgumentException.class, () -> FluxPriority.DEFAULT.of(0.5, 0, 0, 32))
                        .getMessage());
        assertEquals(
                "bank: 0.0 x NaN (expected: a finite weight and factor)",
                assertThrows(IllegalArgumentException.class, () -> FluxPriority.DEFAULT.of(0.5, 0, Double.NaN, 16))
                        .getMessage());
    }

    private static final SlurmPriority SLURM = new SlurmPriority(
            1000, Duration.ofDays(7), 10, 100_000, 500, 2000, 4000, Map.of("gres/gpu", 800.0, "cpu", 300.0));

    private static SlurmPriority.Job job(Duration waited, long site, long nice) {
        return new SlurmPriority.Job(
                waited,
                0.5,
                0.25,
                SlurmPriority.largeSize(2, 4, 16, 64),
                1,
                0.5,
                Map.of("cpu", 0.25, "mem", 1.0),
                site,
                nice);
    }

    @Test
    void everyTermOfSlurmIsSeen() {
        MultifactorPriority priority = SLURM.of(job(Duration.ofHours(84), 7, 20));
        assertEquals(
                List.of(
                        "site 7.0",
                        "age 500.0",
                        "association 5.0",
                        "fairshare 25000.0",
                        "jobsize 187.5",
                        "partition 2000.0",
                        "qos 2000.0",
                        "tres/cpu 75.0",
                        "tres/gres/gpu 0.0",
                        "nice -20.0"),
                priority.terms().stream()
                        .map(term -> term.name() + " " + term.value())
                        .toList());
        assertEquals(29_754.5, priority.sum());
        assertEquals(29_754, priority.priority(), "Slurm cuts off");
    }

    @Test
    void slurmsAgeCountsUpToItsMaximum() {
        assertEquals(1000, ageOf(Duration.ofDays(7)));
        assertEquals(1000, ageOf(Duration.ofDays(700)));
        assertEquals(0, ageOf(Duration.ofHours(-1)), "not eligible yet");
        assertThrows(
                IllegalArgumentException.class, () -> new SlurmPriority(1, Duration.ZERO, 1, 1, 1, 1, 1, Map.of()));
    }

    private static double ageOf(Duration waited) {
        return SLURM.of(job(waited, 0, 0)).terms().get(1).value();
    }

    @Test
    void slurmsPriorityIsFromOneToTheHighest() {
        assertEquals(1, SLURM.of(job(Duration.ZERO, 0, 1_000_000)).priority());
        assertEquals(
                MultifactorPriority.HIGHEST,
                SLURM.of(job(Duration.ZERO, 1L << 40, 0)).priority());
    }

    @Test
    void meetsThePrioritiesThatFluxComputes() throws IOException {
        JsonNode vectors;
        try (InputStream file = PrioritiesTest.class.getResourceAsStream("/vectors/flux.json")) {
            vectors = new ObjectMapper().readTree(Objects.requireNonNull(file)).get("priority_cases");
        }
        assertEquals(6, vectors.size());
        for (JsonNode vector : vectors) {
            JsonNode job = vector.get("params");
            JsonNode weights = job.get("weights");
            FluxPriority policy = new FluxPriority(
                    weights.get("fairshare").asDouble(),
                    weights.get("queue").asDouble(),
                    weights.get("bank").asDouble(),
                    weights.get("urgency").asDouble());
            assertEquals(
                    vector.at("/expect/priority").asLong(),
                    policy.of(
                                    job.get("fairshare").asDouble(),
                                    job.get("queue_priority").asDouble(),
                                    job.get("bank_priority").asDouble(),
                                    job.get("urgency").asInt())
                            .priority(),
                    vector.get("id").asText());
        }
    }
}
