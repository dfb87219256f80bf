package io.fairstream.query.whatif;

import io.fairstream.client.negotiation.Group;
import io.fairstream.client.negotiation.Submitter;
import io.fairstream.query.records.Failure;
import io.fairstream.rules.decay.HalfLife.RealPriority;
import io.fairstream.rules.priority.FactorRules;
import io.fairstream.schemas.Priority;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Submitters that take part in a negotiation, and their demands. */
final class Participants {
    private Participants() {}

    /**
     * Returns the recently active submitters, with unlimited demand.
     *
     * @param rows evaluated for the instant
     * @param within maximum time since the last use
     * @param all slot weight of the pool
     */
    public static List<Submitter> active(Collection<Priority> rows, Instant at, Duration within, double all) {
        return rows.stream()
                .filter(row -> !row.getGroup() && isActive(row, at.minus(within)))
                .map(row -> Submitter.of(row, all))
                .toList();
    }

    private static boolean isActive(Priority row, Instant since) {
        Instant last = row.getLastUsage();
        return row.getResourcesInUse() > 0 || (last != null && !last.isBefore(since));
    }

    /**
     * Returns the submitters that have a demand or hold resources.
     *
     * @param rows evaluated for the instant
     * @param demands by submitter; one without a row has the best priority
     * @param rules for submitters without a row
     */
    static List<Submitter> demanding(Collection<Priority> rows, Map<String, Demand> demands, FactorRules rules) {
        Map<String, Submitter> submitters = new TreeMap<>();
        demands.forEach((name, demand) -> submitters.put(
                name,
                with(
                        demand,
                        Submitter.of(
                                name, RealPriority.FLOOR * rules.unset(name).value(), demand.weight()))));
        for (Priority row : rows) {
            Demand demand = demands.get(row.getCustomer());
            if (demand != null && row.getGroup()) {
                throw new Failure("submitter: \"" + row.getCustomer() + "\" (expected: no accounting group)");
            } else if (demand != null) {
                submitters.put(row.getCustomer(), with(demand, Submitter.of(row, demand.weight())));
            } else if (!row.getGroup() && row.getResourcesInUse() > 0) {
                submitters.put(row.getCustomer(), Submitter.of(row, 0));
            }
        }
        return List.copyOf(submitters.values());
    }

    private static Submitter with(Demand demand, Submitter submitter) {
        return submitter.withSkipped(demand.skip()).withJobPriority(demand.jobPriority());
    }

    /** Returns all submitters without groups. */
    public static List<Submitter> ungrouped(List<Submitter> submitters) {
        return submitters.stream()
                .map(submitter -> submitter.withGroup(Group.ROOT))
                .toList();
    }

    /** Returns the groups of the rows. */
    static List<String> groupNames(Collection<Priority> rows) {
        Set<String> names = new LinkedHashSet<>();
        for (Priority row : rows) {
            String name = row.getGroup() ? row.getCustomer() : row.getParent();
            if (name != null && !name.equals(Group.ROOT)) {
                names.add(name);
            }
        }
        return new ArrayList<>(names);
    }
}
