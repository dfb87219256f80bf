package io.fairstream.query.steering;

import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.BalanceRow;
import io.fairstream.schemas.FairShare;
import io.fairstream.schemas.OpenMatch;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.PriorityAt;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.WhenSpent;
import io.fairstream.steering.Allocations;
import io.fairstream.steering.Allocations.Allocation;
import io.fairstream.steering.Allocations.State;
import io.fairstream.steering.Comparison.Ours;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.errors.SerializationException;

/** Priorities of all customers and allocations of all banks in the form that schedulers need. */
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

    /**
     * Returns the allocations of banks and users at the instant. If nothing is left of one, its state is what it says
     * for then; one that begins later is left. A row that cannot be evaluated is unclear.
     */
    public static Allocations allocations(TopicReader reader, Instant at) {
        Map<String, io.fairstream.schemas.Balance> rows = new HashMap<>();
        reader.readAsIs(Topics.BALANCES, null, row -> {
            if (row.value() == null) {
                rows.remove(row.key());
            } else {
                rows.put(row.key(), row.value());
            }
        });
        return Allocations.of(rows.values().stream()
                .filter(row -> io.fairstream.rules.usage.Allocation.isPath(row.getTarget()))
                .map(row -> allocation(row, at))
                .toList());
    }

    static Allocation allocation(io.fairstream.schemas.Balance row, Instant at) {
        Instant asOf = row.getAsOf();
        Instant start = row.getStart();
        boolean isInForce = row.getBalance() != null && asOf != null && start != null && !at.isBefore(start);
        State spent = states(row.getWhenSpent());
        if (!isInForce || spent == State.LEFT) {
            return new Allocation(row.getTarget(), State.LEFT, "");
        }
        try {
            Double balance =
                    BalanceRow.evaluate(row, at.isBefore(asOf) ? asOf : at).getBalance();
            String amount = String.format(Locale.ROOT, "%.6g %s", balance, row.getUnit());
            return balance == null || Double.isNaN(balance)
                    ? new Allocation(row.getTarget(), State.UNCLEAR, amount)
                    : new Allocation(row.getTarget(), balance > 0 ? State.LEFT : spent, amount);
        } catch (SerializationException e) {
            return new Allocation(row.getTarget(), State.UNCLEAR, String.valueOf(e.getMessage()));
        }
    }

    private static State states(WhenSpent whenSpent) {
        return switch (whenSpent) {
            case NOTHING -> State.LEFT;
            case LOWER -> State.LOWER;
            case HOLD -> State.HOLD;
        };
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
