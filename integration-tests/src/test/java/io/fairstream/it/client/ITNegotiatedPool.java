package io.fairstream.it.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.client.ClientConfig;
import io.fairstream.client.PriorityView;
import io.fairstream.examples.Competition;
import io.fairstream.examples.Negotiator;
import io.fairstream.examples.SimulatedPool;
import io.fairstream.it.harness.Site;
import io.fairstream.it.harness.TestCluster;
import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.SetFactor;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The loop: priorities decide matches, matches make priorities. */
class ITNegotiatedPool {
    private static final int SLOTS = 1500;
    private static final Instant START = Instant.parse("2026-03-02T00:00:00Z");
    private static final Duration CYCLE = Duration.ofMinutes(20);
    private static final Duration HALF = Duration.ofHours(12);

    @RegisterExtension
    static final TestCluster CLUSTER = new TestCluster();

    private final Competition competition = new Competition(10, List.of(1.0, 2.0, 4.0, 8.0, 16.0));
    private final SimulatedPool pool = new SimulatedPool(SLOTS, Duration.ofHours(1), Duration.ofHours(2), 1);

    /** A day in cycles of 20 minutes, half-life 2 hours; the first half is not counted. */
    @Test
    void inSteadyCompetitionUseGoesWithTheInverseRootOfTheFactor() throws InterruptedException, TimeoutException {
        Site site = CLUSTER.site("loop", Map.of("priority.halflife", "PT2H", "commit.interval", "PT0.05S"));
        site.edits(competition.factors().entrySet().stream()
                .map(factor ->
                        new AccountEdit(factor.getKey(), START, "test", new SetFactor(factor.getValue(), null), null))
                .toList());
        site.whileRunning(Map.of(), () -> {
            site.awaitCaughtUp();
            try (PriorityView view = PriorityView.open(new ClientConfig(
                    site.settings().consumer(),
                    site.settings().registry(),
                    site.settings().topicPrefix()))) {
                view.awaitReady(Duration.ofMinutes(2));
                play(site, view);
            } catch (InterruptedException | TimeoutException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private void play(Site site, PriorityView view) throws InterruptedException {
        Map<String, Double> before = new HashMap<>();
        Instant end = START.plus(HALF).plus(HALF);
        try (Negotiator negotiator =
                new Negotiator(pool, view, competition.factors().keySet(), site::matches)) {
            for (Instant now = START; !now.isAfter(end); now = now.plus(CYCLE)) {
                negotiator.cycle(now);
                assertEquals(SLOTS, pool.held(), "the pool is full");
                if (now.equals(START.plus(HALF))) {
                    competition
                            .factors()
                            .keySet()
                            .forEach(user -> before.put(user, pool.slotSeconds(user, START.plus(HALF))));
                }
            }
        }
        for (String user : competition.factors().keySet()) {
            Priority row = view.at(user, end).orElseThrow();
            assertEquals(pool.slotSeconds(user, end), row.getWeightedAccumulatedUsage(), 1e-3, "accounted to " + user);
        }
        List<Competition.FactorClass> classes = competition.classes(
                user -> (pool.slotSeconds(user, end) - before.getOrDefault(user, 0.0)) / HALF.toSeconds());
        classes.forEach(one -> assertEquals(0, one.deviation(), 0.03, classes::toString));
    }
}
