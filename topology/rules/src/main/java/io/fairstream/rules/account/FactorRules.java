package io.fairstream.rules.account;

import org.jspecify.annotations.Nullable;

/**
 * The priority factor of a customer for whom none was set, in the order of HTCondor's Accountant: nice users, then
 * remote ones, then everybody.
 *
 * @param everybody default factor, 1 or more
 * @param niceUsers factor of names that start with {@code nice-user}
 * @param remote factor of names whose text after the last {@code @} differs from the local domain
 * @param localDomain the local domain, or null if everybody is local
 */
public record FactorRules(
        double everybody,
        double niceUsers,
        double remote,
        @Nullable String localDomain) {
    /** Where a factor comes from. The names are those of the schema {@code FactorSource}. */
    public enum Source {
        DEFAULT,
        NICE_USER,
        GROUP,
        REMOTE,
        EXPLICIT,
        LEASE
    }

    /** A factor and where it comes from. */
    public record Factor(double value, Source source) {}

    public FactorRules {
        if (!(everybody >= 1 && niceUsers >= 1 && remote >= 1)) {
            throw new IllegalArgumentException("priority factors (expected: >= 1)");
        }
    }

    /** The factor of a customer for whom none was set. */
    public Factor unset(String customer) {
        if (customer.startsWith("nice-user")) {
            return new Factor(niceUsers, Source.NICE_USER);
        }
        return isRemote(customer) ? new Factor(remote, Source.REMOTE) : new Factor(everybody, Source.DEFAULT);
    }

    /** The factor in force for a customer. */
    public Factor of(String customer, Standing standing) {
        Decision decided = standing.inForce(Decision.Kind.FACTOR);
        if (decided == null) {
            return unset(customer);
        }
        return new Factor(decided.value(), decided.isForGood() ? Source.EXPLICIT : Source.LEASE);
    }

    /** The factor that is in force when no lease is left. */
    public Factor withoutLeases(String customer, Standing standing) {
        Decision decided = standing.forGood(Decision.Kind.FACTOR);
        return decided == null ? unset(customer) : new Factor(decided.value(), Source.EXPLICIT);
    }

    private boolean isRemote(String customer) {
        int at = customer.lastIndexOf('@');
        return localDomain != null && at >= 0 && !customer.substring(at + 1).equals(localDomain);
    }
}
