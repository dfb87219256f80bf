package io.fairstream.client.negotiation;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** Free slots by weight. */
final class FreeSlots {
    private final NavigableMap<Double, Deque<Slot>> byWeight = new TreeMap<>();
    private double weight;

    FreeSlots(Collection<Slot> slots) {
        for (Slot slot : slots) {
            if (slot.holding() == null) {
                byWeight.computeIfAbsent(slot.weight(), any -> new ArrayDeque<>())
                        .add(slot);
                weight += slot.weight();
            }
        }
    }

    double weight() {
        return byWeight.isEmpty() ? 0 : weight;
    }

    boolean isEmpty() {
        return byWeight.isEmpty();
    }

    double lightest() {
        return byWeight.isEmpty() ? Double.POSITIVE_INFINITY : byWeight.firstKey();
    }

    /** Removes and returns the heaviest slot of at most this weight; empty if there is none. */
    Optional<Slot> take(double most) {
        Map.Entry<Double, Deque<Slot>> fitting = byWeight.floorEntry(most + PieSpin.ROUNDING * Math.max(1, most));
        if (fitting == null) {
            return Optional.empty();
        }
        Slot slot = fitting.getValue().remove();
        if (fitting.getValue().isEmpty()) {
            byWeight.remove(fitting.getKey());
        }
        weight -= slot.weight();
        return Optional.of(slot);
    }
}
