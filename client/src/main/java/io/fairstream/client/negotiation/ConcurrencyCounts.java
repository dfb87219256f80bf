package io.fairstream.client.negotiation;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Amounts in use of each limit. They are counted from the slots in each negotiation, and updated with each new and each
 * preempted match, so that no limit is exceeded.
 */
final class ConcurrencyCounts {
    private final ConcurrencyLimits limits;
    private final Map<String, Double> inUse = new HashMap<>();

    ConcurrencyCounts(ConcurrencyLimits limits, Collection<Slot> slots) {
        this.limits = limits;
        for (Slot slot : slots) {
            Slot.Holding holding = slot.holding();
            if (holding != null) {
                add(holding.concurrencyLimits());
            }
        }
    }

    /** Returns true if a match with these needs would keep all limits. */
    boolean allow(Map<String, Double> needs) {
        return allowInstead(Map.of(), needs);
    }

    /** Returns true if a match with these needs would keep all limits if another were preempted. */
    boolean allowInstead(Map<String, Double> given, Map<String, Double> needs) {
        return needs.entrySet().stream().allMatch(need -> {
            double left = inUse.getOrDefault(need.getKey(), 0.0) - given.getOrDefault(need.getKey(), 0.0);
            return left + need.getValue() <= limits.limit(need.getKey());
        });
    }

    void add(Map<String, Double> needs) {
        needs.forEach((name, need) -> inUse.merge(name, need, Double::sum));
    }

    void remove(Map<String, Double> given) {
        given.forEach((name, need) -> inUse.merge(name, -need, Double::sum));
    }
}
