package io.fairstream.rules.priority;

import io.fairstream.rules.priority.Edit.Decision;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Rules for the priority factor of a customer for whom none was set, in the order of HTCondor's Accountant: nice users, then members of a
 * group that has a factor, then remote customers, then all others.
 *
 * @param everybody default factor, 1 or more
 * @param niceUsers factor of names that start with {@code nice-user}
 * @param remote factor of names whose text after the last {@code @} differs from the local domain
 * @param localDomain the local domain, or null if all customers are local
 * @param groups the tree of accounting groups
 * @param ofGroups factors of groups and their direct members, by the group's configured name
 */
public record FactorRules(
        double everybody,
        double niceUsers,
        double remote,
        @Nullable String localDomain,
        Groups groups,
        Map<String, Double> ofGroups) {
    /** Source of a factor. The names are those of the schema {@code FactorSource}. */
    public enum Source {
        DEFAULT,
        NICE_USER,
        GROUP,
        REMOTE,
        EXPLICIT,
        LEASE
    }

    public record Factor(double value, Source source) {}

    public FactorRules {
        if (!(everybody >= 1 && niceUsers >= 1 && remote >= 1)) {
            throw new IllegalArgumentException("priority factors (expected: >= 1)");
        }
        Map<String, Double> bySpelling = new TreeMap<>();
        ofGroups.forEach((name, factor) -> {
            String group = groups.spelling(name);
            if (group == null || !(factor >= 1)) {
                throw new IllegalArgumentException(
                        "factor of group \"" + name + "\": " + factor + " (expected: >= 1, of a configured group)");
            }
            bySpelling.put(group, factor);
        });
        ofGroups = Collections.unmodifiableMap(bySpelling);
    }

    /** The factor of a customer for whom none was set. */
    public Factor unset(String customer) {
        if (customer.startsWith("nice-user")) {
            return new Factor(niceUsers, Source.NICE_USER);
        }
        Double ofGroup = ofGroups.isEmpty() ? null : ofGroups.get(groups.assigned(customer));
        if (ofGroup != null) {
            return new Factor(ofGroup, Source.GROUP);
        }
        return isRemote(customer) ? new Factor(remote, Source.REMOTE) : new Factor(everybody, Source.DEFAULT);
    }

    public Factor of(String customer, AccountState state) {
        Decision decided = state.inForce(Decision.Kind.FACTOR);
        if (decided == null) {
            return unset(customer);
        }
        return new Factor(decided.value(), decided.isForGood() ? Source.EXPLICIT : Source.LEASE);
    }

    /** The factor that is in force when no lease is left. */
    public Factor withoutLeases(String customer, AccountState state) {
        Decision decided = state.forGood(Decision.Kind.FACTOR);
        return decided == null ? unset(customer) : new Factor(decided.value(), Source.EXPLICIT);
    }

    private boolean isRemote(String customer) {
        int at = customer.lastIndexOf('@');
        return localDomain != null && at >= 0 && !customer.substring(at + 1).equals(localDomain);
    }
}
