package io.fairstream.negotiator;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A slot that the negotiator sees. A negotiator of a part of the pool sees the slots of its part only.
 *
 * @param name the resource, unique over all pools
 * @param weight slot weight, above 0
 * @param holding who holds it; null when it is free
 * @param ranks how much the machine prefers whose jobs (the startd's {@code RANK}), by customer; 0 for all others
 */
public record Slot(String name, double weight, @Nullable Holding holding, Map<String, Double> ranks) {
    /**
     * A match that runs.
     *
     * @param customer who holds the slot
     * @param since the start of the match
     * @param concurrencyLimits how much it takes of each named limit ({@code MatchedConcurrencyLimits})
     */
    public record Holding(String customer, Instant since, Map<String, Double> concurrencyLimits) {
        public Holding {
            concurrencyLimits = Map.copyOf(concurrencyLimits);
        }
    }

    public Slot {
        Checks.aboveZero("weight of slot " + name, weight);
        ranks = Map.copyOf(ranks);
    }

    /** One that nobody holds and that prefers nobody. */
    public static Slot free(String name, double weight) {
        return new Slot(name, weight, null, Map.of());
    }

    /** The slot, held by a customer whose jobs need no concurrency limits. */
    public Slot heldBy(String customer, Instant since) {
        return new Slot(name, weight, new Holding(customer, since, Map.of()), ranks);
    }

    public Slot withRanks(Map<String, Double> preferences) {
        return new Slot(name, weight, holding, preferences);
    }

    /** Rank that the slot gives to a customer. */
    double rank(String customer) {
        return ranks.getOrDefault(customer, 0.0);
    }
}
