package io.fairstream.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.priority.CustomerRetention;
import io.fairstream.rules.priority.FactorRules;
import io.fairstream.rules.priority.Groups;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.runtime.TopologyConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** State from before under another configuration. */
class RestartTest {
    private static final Duration SOON = Duration.ofMillis(100);
    private static final String ALICE = "physics.theory.alice@pool";
    private static final int HOUR = 3600;
    private static final int DAY = 86_400;
    private static final int MANY = 1000;

    private final Map<String, Priority> rows = new HashMap<>();
    private final Map<String, Changelog> changelogs = new HashMap<>();
    private Pipeline pipeline = new Pipeline(config(Duration.ZERO));

    private static TopologyConfig config(Duration retention, String... groups) {
        return Pipeline.config(
                new FactorRules(1, 1e10, 1e7, null, Groups.of(List.of(groups)), Map.of()),
                new CustomerRetention(retention));
    }

    @AfterEach
    void close() {
        pipeline.close();
    }

    @Test
    void groupsThatAreNoLongerConfiguredDisappearThoughNobodyEverUsedAnything() {
        restart(config(Duration.ZERO, "physics", "chemistry"));
        assertEquals(3, rows.size());
        restart(config(Duration.ZERO, "physics"));
        rows.values().removeIf(Objects::isNull);
        assertEquals(
                List.of(Groups.ROOT, "physics"), rows.keySet().stream().sorted().toList());
    }

    @Test
    void aGroupsUseBecomesThatOfTheGroupAroundIt() {
        restart(config(Duration.ZERO, "physics", "physics.theory"));
        pipeline.matched("slot1", ALICE, 4, 0);
        restart(config(Duration.ZERO, "physics"));
        assertInUse(0, Groups.ROOT);
        assertInUse(4, "physics");
        assertEquals(4.0, row("physics").getSubtreeWeightInUse());
        pipeline.unmatched("slot1", 60);
        assertInUse(0, "physics");
        assertEquals(0.0, row("physics").getSubtreeWeightInUse());
        assertEquals(60, row("physics").getAccumulatedUsage());
    }

    @Test
    void aCustomerThatBecomesAGroupIsNoLongerAMemberOfTheRoot() {
        restart(config(Duration.ZERO, "chemistry"));
        pipeline.matched("slot1", "physics", 4, 0);
        assertInUse(4, Groups.ROOT);
        restart(config(Duration.ZERO, "chemistry", "physics"));
        assertInUse(0, Groups.ROOT);
        assertInUse(4, "physics");
        pipeline.matched("slot2", "physics", 2, 0);
        assertInUse(0, Groups.ROOT);
        assertEquals(0.0, row(Groups.ROOT).getSubtreeWeightInUse());
        assertInUse(6, "physics");
    }

    @Test
    void whoWasQuietForLongDisappearsThoughThereAreRestartsAllTheTime() {
        TopologyConfig config = config(Pipeline.HISTORY);
        restart(config);
        pipeline.matched("slot1", "bob", 1, 0).unmatched("slot1", 60);
        for (int day = 1; day < 40; day += 3) {
            restart(config);
            pipeline.sentAt(Pipeline.at((long) day * DAY)).unmatched("slot2", (long) day * DAY);
            pipeline.matched("slot3", "erin", 1, (long) day * DAY).unmatched("slot3", (long) day * DAY + 60);
        }
        assertEquals(13 * 60, row("erin").getAccumulatedUsage());
        assertNull(rows.get("bob"));
    }

    @Test
    void underAnotherHalfLifePrioritiesAreAsIfItHadAlwaysBeenThat() {
        TopologyConfig slower = Pipeline.config(new HalfLife(DAY), MANY);
        restart(slower);
        useForTwoDays();
        double expected = row("bob").getRealPriority();
        begin(Pipeline.config(new HalfLife(HOUR), MANY));
        useForTwoDays();
        assertNotEquals(expected, row("bob").getRealPriority(), 0.1);
        restart(slower);
        assertEquals(expected, row("bob").getRealPriority(), 1e-9);
        restart(slower);
        assertTrue(pipeline.table(Topics.PRIORITIES).isEmpty(), "nothing has changed");
    }

    @Test
    void aLongHistoryIsSummedAnewAtSeveralCommitsWhileItGoesOn() {
        TopologyConfig slower = Pipeline.config(new HalfLife(DAY), 3);
        restart(slower);
        useForTwoDays();
        useLate();
        double expected = row("bob").getRealPriority();
        begin(Pipeline.config(new HalfLife(HOUR), MANY));
        useForTwoDays();
        restart(slower);
        assertNotEquals(expected, row("bob").getRealPriority(), 0.1, "not all pages are summed anew");
        useLate();
        for (int commit = 0; commit < 10; commit++) {
            pipeline.driver().advanceWallClockTime(SOON);
        }
        assertEquals(expected, row("bob").getRealPriority(), 1e-9);
    }

    private void begin(TopologyConfig config) {
        changelogs.clear();
        rows.clear();
        pipeline.close();
        pipeline = new Pipeline(config);
    }

    private void useLate() {
        pipeline.sentAt(Pipeline.at(2 * DAY)).matched("slot2", "bob", 2, DAY).unmatched("slot2", DAY + HOUR);
        pipeline.matched("slot2", "bob", 2, 2 * DAY).unmatched("slot2", 2 * DAY + HOUR);
    }

    private void useForTwoDays() {
        for (int match = 0; match < 2 * DAY; match += 600) {
            pipeline.sentAt(Pipeline.at(match))
                    .matched("slot1", "bob", 4, match)
                    .unmatched("slot1", match + 300);
        }
    }

    private void assertInUse(double weight, String customer) {
        assertEquals(weight, row(customer).getWeightInUse(), customer);
        assertEquals(weight > 0, row(customer).getResourcesInUse() > 0, customer);
    }

    private Priority row(String customer) {
        look();
        return Objects.requireNonNull(rows.get(customer), customer);
    }

    private void look() {
        rows.putAll(pipeline.table(Topics.PRIORITIES));
    }

    private void restart(TopologyConfig config) {
        look();
        Path next = Pipeline.stateDirectory();
        restore("match-ledger", next);
        restore("priority-account", next);
        pipeline.close();
        pipeline = new Pipeline(config, Pipeline.SERDE_CONFIG, next);
        pipeline.driver().advanceWallClockTime(SOON);
        look();
    }

    private void restore(String name, Path stateDirectory) {
        Changelog changelog = changelogs.computeIfAbsent(name, Changelog::new);
        changelog.read(pipeline.driver());
        changelog.restore(stateDirectory);
    }
}
