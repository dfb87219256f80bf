package io.fairstream.client;

import io.fairstream.schemas.FactorSource;
import io.fairstream.schemas.Priority;
import java.time.Instant;

/** Synthetic rows. */
final class Rows {
    static final Instant AS_OF = Instant.parse("2026-03-02T08:00:00Z");

    private Rows() {}

    static Priority row(String customer, double realPriority) {
        return Priority.newBuilder()
                .setCustomer(customer)
                .setRealPriority(realPriority)
                .setEffectivePriority(realPriority * 1000)
                .setPriorityFactor(1000)
                .setFactorSource(FactorSource.DEFAULT)
                .setResourcesInUse(2)
                .setWeightInUse(8)
                .setAccumulatedUsage(100)
                .setWeightedAccumulatedUsage(400)
                .setBeginUsage(AS_OF.minusSeconds(50))
                .setLastUsage(AS_OF)
                .setAsOf(AS_OF)
                .setHalfLifeSeconds(86400)
                .build();
    }
}
