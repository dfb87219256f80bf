package io.fairstream.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.fairstream.rules.priority.CustomerRetention;
import io.fairstream.rules.priority.FactorRules;
import io.fairstream.rules.priority.Groups;
import io.fairstream.schemas.Delete;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.PriorityAt;
import io.fairstream.schemas.SetFactor;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.runtime.TopologyConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Groups are customers whose priority follows the use of their subtrees. */
class GroupAccountingTest {
    private static final Duration SOON = Duration.ofMillis(100);
    private static final String ALICE = "physics.theory.alice@pool";
    private static final String BOB = "physics.bob@pool";

    private Pipeline pipeline = new Pipeline(config(Duration.ZERO, "physics", "physics.theory"));
    private final Map<String, Priority> rows = new HashMap<>();

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
    void aGroupsPriorityFollowsItsSubtreeAndItsUsageItsDirectMembers() {
        pipeline.matched("slot1", ALICE, 4, 0).matched("slot2", BOB, 2, 0).unmatched("slot1", 3600);
        Priority physics = at(7200, "physics");
        assertEquals(2.625, physics.getRealPriority(), 1e-12, "6 in use for a half-life, then 2");
        assertEquals(2.0, physics.getSubtreeWeightInUse());
        assertEquals(2.0, physics.getWeightInUse());
        assertEquals(7200, physics.getAccumulatedUsage());
        assertEquals(14400, physics.getWeightedAccumulatedUsage());
        assertEquals(Groups.ROOT, physics.getParent());
        Priority theory = at(7200, "physics.theory");
        assertEquals(1.125, theory.getRealPriority(), 1e-12, "4 in use for a half-life, then nothing");
        assertEquals(0, theory.getResourcesInUse());
        assertEquals(14400, theory.getWeightedAccumulatedUsage());
        assertEquals("physics", theory.getParent());
        assertEquals("physics.theory", at(7200, ALICE).getParent());
        assertNull(at(7200, ALICE).getSubtreeWeightInUse());
        assertEquals(0.5, at(7200, Groups.ROOT).getRealPriority(), "the root has no members of named groups");
    }

    @Test
    void whoIsInNoGroupIsInTheRoot() {
        pipeline.matched("slot1", "carol@pool", 3, 0);
        assertEquals(3.0, at(0, Groups.ROOT).getSubtreeWeightInUse());
        assertEquals(1, at(0, Groups.ROOT).getResourcesInUse());
        assertEquals(Groups.ROOT, at(0, "carol@pool").getParent());
        assertNull(at(0, Groups.ROOT).getParent());
    }

    @Test
    void groupsHaveRowsBeforeAnybodyUsesAnything() {
        pipeline.driver().advanceWallClockTime(SOON);
        Map<String, Priority> published = pipeline.table(Topics.PRIORITIES);
        assertEquals(Set.of("physics", "physics.theory", Groups.ROOT), published.keySet());
        published.values().forEach(row -> assertEquals(0.5, row.getRealPriority()));
        pipeline.driver().advanceWallClockTime(SOON);
        assertEquals(0, pipeline.records(Topics.PRIORITIES).size(), "once");
    }

    /** Nothing is left of such a match, but the group keeps its row, which its readers go on from. */
    @Test
    void aMatchThatEndedAsItBeganLeavesAGroupUnused() {
        pipeline.matched("slot1", BOB, 2, 60);
        pipeline.driver().advanceWallClockTime(SOON);
        pipeline.unmatched("slot1", 60);
        pipeline.driver().advanceWallClockTime(SOON);
        assertEquals(0, at(0, "physics").getResourcesInUse());
        assertEquals(Instant.EPOCH, Objects.requireNonNull(rows.get("physics")).getAsOf());
        assertEquals(0.5, at(3600, Groups.ROOT).getRealPriority());
    }

    @Test
    void aGroupIsEditedLikeACustomerInItsOwnSpelling() {
        pipeline.edit("physics", 0, SetFactor.newBuilder().setFactor(7).build());
        assertEquals(7, at(0, "physics").getPriorityFactor());
        pipeline.edit("Physics", 60, SetFactor.newBuilder().setFactor(8).build());
        pipeline.edit("physics", 60, new Delete());
        assertEquals(
                List.of(
                        "customer: \"Physics\" (expected: \"physics\", as the group is configured)",
                        "customer: \"physics\" (expected: no configured group, to delete it)"),
                pipeline.values(Topics.REJECTIONS).stream()
                        .map(rejection -> rejection.getDetail())
                        .toList());
    }

    @Test
    void toDeleteAMemberTakesNothingFromTheGroup() {
        pipeline.matched("slot1", BOB, 2, 0).edit(BOB, 60, new Delete());
        assertEquals(1, at(60, "physics").getResourcesInUse());
        pipeline.unmatched("slot1", 120);
        assertEquals(0, at(120, "physics").getResourcesInUse());
        assertEquals(120, at(120, "physics").getAccumulatedUsage());
    }

    @Test
    void aLateMatchCountsInTheGroupsToo() {
        pipeline.matched("slot1", BOB, 2, 3600).matched("slot2", ALICE, 4, 0).unmatched("slot2", 3600);
        assertEquals(2.25, at(3600, "physics").getRealPriority(), 1e-12);
        assertEquals(2.125, at(7200, "physics").getRealPriority(), 1e-12);
    }

    @Test
    void whoHasNothingLeftDisappearsAfterTheRetention() {
        pipeline.close();
        pipeline = new Pipeline(config(Pipeline.HISTORY, "physics"));
        pipeline.matched("slot1", BOB, 2, 0).unmatched("slot1", 60);
        pipeline.edit("carol@pool", 0, SetFactor.newBuilder().setFactor(3).build());
        pipeline.matched("slot2", "dave@pool", 1, 0);
        int day = 86_400;
        for (int days = 1; days < 40; days++) {
            pipeline.sentAt(Pipeline.at((long) day * days));
            pipeline.matched("slot3", "erin@pool", 1, (long) day * days).unmatched("slot3", (long) day * days + 60);
        }
        pipeline.table(Topics.PRIORITIES).forEach(rows::put);
        rows.values().removeIf(Objects::isNull);
        assertEquals(Set.of("carol@pool", "dave@pool", "erin@pool", "physics", Groups.ROOT), rows.keySet());
        pipeline.sentAt(Pipeline.at(40L * day)).matched("slot1", BOB, 2, 40L * day);
        assertEquals(0, at(40L * day, BOB).getAccumulatedUsage(), "a new customer");
    }

    private Priority at(long seconds, String customer) {
        rows.putAll(pipeline.table(Topics.PRIORITIES));
        return PriorityAt.evaluate(Objects.requireNonNull(rows.get(customer), customer), Pipeline.at(seconds));
    }
}
