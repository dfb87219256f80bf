package io.fairstream.schemas;

import java.time.Instant;
import java.util.List;

/** Records with names, for all tests of the wire format. */
final class Samples {
    static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");

    static final MatchEvent ALICE_GETS_SLOT1 = new MatchEvent("slot1@node7", "", NOON, new Matched("alice", 8.0, "m1"));
    static final MatchEvent SLOT1_IS_FREE = new MatchEvent("slot1@node7", "", NOON, new Unmatched("m1"));
    static final Priority ALICE = Priority.newBuilder()
            .setCustomer("alice")
            .setRealPriority(0.5)
            .setEffectivePriority(500)
            .setPriorityFactor(1000)
            .setFactorSource(FactorSource.DEFAULT)
            .setLeases(List.of(
                    new Lease(LeaseKind.FACTOR, 10.0, NOON, NOON.plusSeconds(60), 1000.0, FactorSource.DEFAULT)))
            .setResourcesInUse(1)
            .setWeightInUse(1)
            .setAccumulatedUsage(0)
            .setWeightedAccumulatedUsage(0)
            .setAsOf(NOON)
            .setHalfLifeSeconds(86400)
            .build();

    private Samples() {}
}
