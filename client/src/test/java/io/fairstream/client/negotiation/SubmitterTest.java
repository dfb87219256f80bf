package io.fairstream.client.negotiation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.schemas.FactorSource;
import io.fairstream.schemas.Priority;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SubmitterTest {
    private static final Instant AS_OF = Instant.parse("2026-03-02T08:00:00Z");

    private static Priority.Builder row() {
        return Priority.newBuilder()
                .setCustomer("physics.alice@example.org")
                .setRealPriority(7)
                .setEffectivePriority(14)
                .setPriorityFactor(2)
                .setFactorSource(FactorSource.EXPLICIT)
                .setResourcesInUse(3)
                .setWeightInUse(12)
                .setAccumulatedUsage(0)
                .setWeightedAccumulatedUsage(0)
                .setAsOf(AS_OF)
                .setHalfLifeSeconds(86400);
    }

    @Test
    void isWhatTheRowSays() {
        assertEquals(
                new Submitter("physics.alice@example.org", 14, 12, 99, null, 0, Group.ROOT, 0, false, Map.of()),
                Submitter.of(row().build(), 99));
        assertEquals(
                new Submitter("physics.alice@example.org", 14, 12, 99, 40.0, 8, "physics", 0, false, Map.of()),
                Submitter.of(
                        row().setCeiling(40.0)
                                .setFloor(8.0)
                                .setParent("physics")
                                .build(),
                        99));
    }

    @Test
    void aRowThatIsNoNumberKeepsNobodyElseFromNegotiating() {
        Submitter poisoned = Submitter.of(
                row().setEffectivePriority(Double.NaN)
                        .setWeightInUse(Double.NaN)
                        .build(),
                99);
        assertEquals(Double.MAX_VALUE, poisoned.effectivePriority());
        assertEquals(0, poisoned.weightInUse());
    }

    @Test
    void anEffectivePriorityBeyondAllNumbersIsTheWorstAndHarmsNobodyElse() {
        Submitter endless = Submitter.of(
                row().setEffectivePriority(Double.POSITIVE_INFINITY).build(), 99);
        assertEquals(Double.MAX_VALUE, endless.effectivePriority());
        NegotiationResult allocation = new Negotiation(NegotiationRules.DEFAULT)
                .divide(Pool.of(50), List.of(endless, Submitter.of("bob", 1, 99)), List.of());
        var bob = allocation.awards().get(0);
        assertEquals("bob", bob.submitter());
        assertEquals(38, bob.allocated(), 1e-9);
        assertEquals(1, bob.share(), 1e-9);
    }

    @Test
    void aGroupIsNone() {
        var refused = assertThrows(
                IllegalArgumentException.class,
                () -> Submitter.of(row().setCustomer("physics").setGroup(true).build(), 1));
        assertEquals("physics is a group (expected: a submitter)", refused.getMessage());
    }
}
