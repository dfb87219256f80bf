package io.fairstream.rules.share;

import java.util.List;

/**
 * A job's priority and the terms that it is the sum of, so that everybody can see why.
 *
 * @param terms in the order in which the scheduler's own listing has them
 * @param priority the sum as the scheduler rounds and bounds it, 0 to {@link #HIGHEST}; 0 is held
 */
public record MultifactorPriority(List<Term> terms, long priority) {
    /** 2^32 - 1, the highest of flux and of Slurm. */
    public static final long HIGHEST = 4_294_967_295L;

    public MultifactorPriority {
        terms = List.copyOf(terms);
    }

    /** One factor with its weight. */
    public record Term(String name, double weight, double factor) {
        public Term {
            if (!Double.isFinite(weight) || !Double.isFinite(factor)) {
                throw new IllegalArgumentException(
                        name + ": " + weight + " x " + factor + " (expected: a finite weight and factor)");
            }
        }

        /** Amount that the term adds to the priority. */
        public double value() {
            return weight * factor;
        }
    }

    /** The sum of the terms, before it is rounded and bounded. */
    public double sum() {
        return sum(terms);
    }

    static double sum(List<Term> terms) {
        return terms.stream().mapToDouble(Term::value).sum();
    }
}
