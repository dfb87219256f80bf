package io.fairstream.client.negotiation;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Slot weight held by each customer. */
record WeightsInUse(Map<String, Double> weights) {
    static WeightsInUse of(Collection<Slot> slots) {
        Map<String, Double> weights = new HashMap<>();
        for (Slot slot : slots) {
            Slot.Holding holding = slot.holding();
            if (holding != null) {
                weights.merge(holding.customer(), slot.weight(), Double::sum);
            }
        }
        return new WeightsInUse(weights);
    }

    double weight(String customer) {
        return weights.getOrDefault(customer, 0.0);
    }

    /** Returns the slots as a pool. */
    Pool pool(double free, List<Submitter> submitters) {
        double held = weights.values().stream().mapToDouble(Double::doubleValue).sum();
        double ours = submitters.stream().mapToDouble(Submitter::weightInUse).sum();
        return new Pool(free + held, Math.max(0, held - ours));
    }
}
