package io.fairstream.client.negotiation;

import java.util.Map;

/**
 * Limits on the amount of a resource that jobs may use in the whole pool, such as licences.
 *
 * @param limits by name ({@code <NAME>_LIMIT})
 * @param families for names {@code family.name} without a limit of their own, by family
 *     ({@code CONCURRENCY_LIMIT_DEFAULT_<PREFIX>})
 * @param others for all other names ({@code CONCURRENCY_LIMIT_DEFAULT})
 */
public record ConcurrencyLimits(Map<String, Double> limits, Map<String, Double> families, double others) {
    /** Practically unlimited; HTCondor's default. */
    public static final ConcurrencyLimits DEFAULT = new ConcurrencyLimits(Map.of(), Map.of(), 2308032);

    public ConcurrencyLimits {
        limits = Map.copyOf(limits);
        families = Map.copyOf(families);
        limits.forEach((name, limit) -> Checks.atLeastZero("limit of " + name, limit));
        families.forEach((name, limit) -> Checks.atLeastZero("limit of family " + name, limit));
        Checks.atLeastZero("limit of others", others);
    }

    /** Returns the limit of the resource. */
    public double limit(String name) {
        Double own = limits.get(name);
        if (own != null) {
            return own;
        }
        int dot = name.indexOf('.');
        return dot < 0 ? others : families.getOrDefault(name.substring(0, dot), others);
    }
}
