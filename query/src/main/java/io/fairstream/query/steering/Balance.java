package io.fairstream.query.steering;

import io.fairstream.query.records.TopicReader;
import io.fairstream.schemas.FairShare;
import io.fairstream.schemas.OpenMatch;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.PriorityAt;
import io.fairstream.schemas.Topics;
import io.fairstream.steering.Comparison.Ours;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Effective and real priorities of all customers in the form that schedulers need. */
public final class Balance {
    private Balance() {}

    /** Returns the effective priority at the instant, by customer; lower is better. Groups and rows with NaN are left out. */
    public static Map<String, Double> effectivePriorities(TopicReader reader, Instant at) {
        Map<String, Double> priorities = new HashMap<>();
        for (Priority row : customers(reader)) {
            double priority = at(row, at).getEffectivePriority();
            if (priority > 0 && Double.isFinite(priority)) {
                priorities.put(row.getCustomer(), priority);
            }
        }
        return priorities;
    }

    /** Returns the real priority at the instant, by customer, and the other pools in which the customer holds resources. */
    public static Map<String, Ours> realPriorities(TopicReader reader, String pool, Instant at) {
        List<String> others = reader.latest(Topics.OPEN_MATCHES).stream()
                .map(OpenMatch::getPool)
                .filter(other -> !other.equals(pool))
                .distinct()
                .sorted()
                .toList();
        Map<String, Ours> priorities = new HashMap<>();
        for (Priority row : customers(reader)) {
            priorities.put(row.getCustomer(), new Ours(at(row, at).getRealPriority(), others));
        }
        return priorities;
    }

    /** Returns the fair-share factor by path of the user in a bank; higher is better. */
    public static Map<String, Ours> fairShares(TopicReader reader) {
        Map<String, Ours> factors = new HashMap<>();
        for (FairShare row : reader.latest(Topics.FAIR_SHARE)) {
            factors.put(row.getPath(), new Ours(row.getFactor(), List.of()));
        }
        return factors;
    }

    private static Collection<Priority> customers(TopicReader reader) {
        return reader.latest(Topics.PRIORITIES).stream()
                .filter(row -> !row.getGroup() && PriorityAt.isFinite(row))
                .toList();
    }

    /** Evaluates a row; one that is later than the instant, because clocks differ, is unchanged. */
    private static Priority at(Priority row, Instant at) {
        return at.isBefore(row.getAsOf()) ? row : PriorityAt.evaluate(row, at);
    }
}
