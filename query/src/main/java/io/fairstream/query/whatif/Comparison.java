package io.fairstream.query.whatif;

import io.fairstream.client.negotiation.Negotiation;
import io.fairstream.client.negotiation.NegotiationResult;
import io.fairstream.client.negotiation.NegotiationResult.Award;
import io.fairstream.client.negotiation.NegotiationRules;
import io.fairstream.client.negotiation.Pool;
import io.fairstream.client.negotiation.Submitter;
import io.fairstream.schemas.Priority;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * One customer under two configurations.
 *
 * @param isNegotiating whether the customer takes part in the division of the pool
 */
record Comparison(String customer, boolean isGroup, boolean isNegotiating, Side now, Side then) {
    /**
     * A customer under one configuration.
     *
     * @param rank 1 for the best effective priority; equal ones share a rank
     * @param share of the pool if all participants have unlimited demand, 0 to 1
     */
    record Side(double realPriority, double effectivePriority, double factor, int rank, double share) {}

    /** Returns the customer's gain from the change, as a part of the pool. */
    double gain() {
        return then.share - now.share;
    }

    /**
     * Compares two runs of the same history, the largest gain first.
     *
     * @param active participants are customers with use within this time
     */
    static List<Comparison> of(List<Priority> now, List<Priority> then, Instant at, Duration active) {
        Map<String, Side> before = sides(now, at, active);
        Map<String, Side> after = sides(then, at, active);
        Map<String, Priority> rows = now.stream().collect(Collectors.toMap(Priority::getCustomer, row -> row));
        return then.stream()
                .filter(row -> before.containsKey(row.getCustomer()))
                .map(row -> {
                    String customer = row.getCustomer();
                    return new Comparison(
                            customer,
                            row.getGroup(),
                            isActive(Objects.requireNonNull(rows.get(customer)), at, active),
                            Objects.requireNonNull(before.get(customer)),
                            Objects.requireNonNull(after.get(customer)));
                })
                .sorted(Comparator.comparingDouble(Comparison::gain).reversed().thenComparing(Comparison::customer))
                .toList();
    }

    private static boolean isActive(Priority row, Instant at, Duration active) {
        return !Participants.active(List.of(row), at, active, 1).isEmpty();
    }

    private static Map<String, Side> sides(List<Priority> rows, Instant at, Duration active) {
        Map<String, Double> shares = shares(Participants.active(rows, at, active, 1));
        List<Double> priorities = rows.stream()
                .filter(row -> !row.getGroup())
                .map(Priority::getEffectivePriority)
                .sorted()
                .toList();
        Map<Double, Integer> ranks = new HashMap<>();
        for (int i = 0; i < priorities.size(); i++) {
            ranks.putIfAbsent(priorities.get(i), i + 1);
        }
        Map<String, Side> sides = new HashMap<>();
        for (Priority row : rows) {
            sides.put(
                    row.getCustomer(),
                    new Side(
                            row.getRealPriority(),
                            row.getEffectivePriority(),
                            row.getPriorityFactor(),
                            row.getGroup() ? 0 : Objects.requireNonNull(ranks.get(row.getEffectivePriority())),
                            shares.getOrDefault(row.getCustomer(), 0.0)));
        }
        return sides;
    }

    /** Returns the shares of an empty pool, so that priorities alone decide. */
    private static Map<String, Double> shares(List<Submitter> submitters) {
        List<Submitter> idle = Participants.ungrouped(submitters).stream()
                .map(submitter -> submitter.withWeightInUse(0))
                .toList();
        NegotiationResult allocation = new Negotiation(NegotiationRules.DEFAULT).divide(Pool.of(1), idle, List.of());
        return allocation.awards().stream().collect(Collectors.toMap(Award::submitter, Award::share));
    }
}
