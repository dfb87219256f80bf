package io.fairstream.examples;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * Users of several priority factors that compete for a pool without pause. Since the effective priority is the factor times what is used,
 * and what is given goes with its inverse, use settles where {@code use = level / √factor}.
 */
public final class Competition {
    private final Map<String, Double> factors = new TreeMap<>();

    /** One factor after the other, and again from the first, until there are enough users. */
    public Competition(int users, List<Double> ofEach) {
        for (int i = 0; i < users; i++) {
            factors.put(String.format(Locale.ROOT, "user%02d@example.org", i), ofEach.get(i % ofEach.size()));
        }
    }

    /** Factors by user. */
    public Map<String, Double> factors() {
        return factors;
    }

    /** The users of one factor. */
    public record FactorClass(double factor, int users, double meanUse, double expectedUse) {
        /** Returns the mean use times the root of the factor, which is the same for all factors. */
        public double useTimesRoot() {
            return meanUse * Math.sqrt(factor);
        }

        /** Returns the deviation of the use from the expected one, as a part of it. */
        public double deviation() {
            return meanUse / expectedUse - 1;
        }
    }

    /**
     * Returns the division of the use among the factors. (A slot is free from the end of a job to the next negotiation.)
     *
     * @param use mean slots of a user
     */
    public List<FactorClass> classes(ToDoubleFunction<String> use) {
        double used = factors.keySet().stream().mapToDouble(use).sum();
        double parts = factors.values().stream()
                .mapToDouble(factor -> 1 / Math.sqrt(factor))
                .sum();
        Map<Double, List<String>> byFactor = new TreeMap<>();
        factors.forEach((user, factor) ->
                byFactor.computeIfAbsent(factor, any -> new ArrayList<>()).add(user));
        List<FactorClass> classes = new ArrayList<>();
        byFactor.forEach((factor, users) -> classes.add(new FactorClass(
                factor,
                users.size(),
                users.stream().mapToDouble(use).sum() / users.size(),
                used / Math.sqrt(factor) / parts)));
        return classes;
    }
}
