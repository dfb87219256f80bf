package io.fairstream.client.negotiation;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A slot visible to the negotiator. A negotiator of a part of the pool sees only the slots of its part.
 *
 * @param name name of the resource, unique among all pools
 * @param weight slot weight, above 0
 * @param holding the current match; null if it is free
 * @param ranks preferences of the machine (the startd's {@code RANK}), by customer; 0 for all others
 */
public record Slot(String name, double weight, @Nullable Holding holding, Map<String, Double> ranks) {
    /**
     * A running match.
     *
     * @param customer holder of the slot
     * @param since the start of the match
     * @param concurrencyLimits use of each named limit ({@code MatchedConcurrencyLimits})
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

    /** Creates a free slot without preferences. */
    public static Slot free(String name, double weight) {
        return new Slot(name, weight, null, Map.of());
    }

    /** Returns the slot, held by a customer whose jobs need no concurrency limits. */
    public Slot heldBy(String customer, Instant since) {
        return new Slot(name, weight, new Holding(customer, since, Map.of()), ranks);
    }

    public Slot withRanks(Map<String, Double> preferences) {
        return new Slot(name, weight, holding, preferences);
    }

    /** Returns the rank of a customer. */
    double rank(String customer) {
        return ranks.getOrDefault(customer, 0.0);
    }
}
