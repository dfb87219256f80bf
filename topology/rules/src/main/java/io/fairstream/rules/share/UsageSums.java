package io.fairstream.rules.share;

import io.fairstream.rules.Names.BankPaths;
import io.fairstream.rules.Sums;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.HalfLife.DecayedUsage;
import io.fairstream.rules.journal.Account;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.Charge.Ledger;
import io.fairstream.rules.journal.Entry.AssociationEntry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Sums of entries under some terms. All sums are linear, so that late entries are exact and the order of arrival does not matter; sums of
 * units are exact. Mutable; one owner.
 */
public final class UsageSums {
    /** The instant of sums that never changed. */
    public static final long NEVER = Long.MIN_VALUE;

    private long asOf = NEVER;
    private long holdings;
    private double weight;
    private double smooth;
    private long units;
    private final TreeMap<Long, Long> periods = new TreeMap<>();

    public UsageSums() {}

    /**
     * @param asOf milliseconds since 1970, or {@link #NEVER}
     * @param holdings number of jobs that hold resources
     * @param weight usage rate of these jobs from {@code asOf} on, node-seconds per second
     * @param smooth the smooth usage at {@code asOf}, node-seconds
     * @param units usage of all finished runs
     * @param periods usage of the runs that ended in each period, units
     */
    public UsageSums(
            long asOf, long holdings, double weight, double smooth, long units, SortedMap<Long, Long> periods) {
        this.asOf = asOf;
        this.holdings = holdings;
        this.weight = weight;
        this.smooth = smooth;
        this.units = units;
        this.periods.putAll(periods);
    }

    public long asOf() {
        return asOf;
    }

    public long holdings() {
        return holdings;
    }

    public double weight() {
        return weight;
    }

    public double smooth() {
        return smooth;
    }

    public long units() {
        return units;
    }

    public SortedMap<Long, Long> periods() {
        return Collections.unmodifiableSortedMap(periods);
    }

    /** Advances the sums to an instant; an earlier instant changes nothing. */
    public void advance(long at, HalfLife halfLife) {
        if (asOf != NEVER && at > asOf) {
            smooth = DecayedUsage.advance(smooth, weight, at - asOf, halfLife);
        }
        asOf = Math.max(asOf, at);
    }

    void add(AssociationEntry.Holding entry, UsageTerms terms) {
        advance(entry.newest(), terms.halfLife());
        change(entry.at(), entry.holdings(), entry.holdings() * terms.weight(entry.held()), terms.halfLife());
        if (entry.booked() != 0) {
            long used = terms.units(entry.held(), entry.at() - entry.since());
            units = Sums.add(units, entry.booked() * used);
            book(terms.periods().period(entry.endedAt()), entry.booked() * used);
        }
    }

    void add(AssociationEntry.Subtree entry) {
        advance(entry.at(), entry.halfLife());
        smooth += entry.smooth() * entry.halfLife().beta(asOf - entry.at());
        change(entry.at(), entry.holdings(), entry.weight(), entry.halfLife());
        units = Sums.add(units, entry.units());
        entry.periods().forEach(this::book);
    }

    private void change(long at, long moreHoldings, double more, HalfLife halfLife) {
        if (moreHoldings == 0 && more == 0) {
            return;
        }
        smooth += DecayedUsage.late(more, asOf - at, halfLife);
        weight += more;
        holdings += moreHoldings;
    }

    /**
     * Removes the rounding error of the rate if no job holds resources. Not for sums of a part of the entries, where the number of holdings
     * may be negative.
     */
    void removeRounding() {
        if (holdings == 0) {
            weight = 0;
        }
    }

    private void book(long period, long more) {
        periods.merge(period, more, Sums::add);
        periods.remove(period, 0L);
    }

    /** Drops the periods that no longer count from {@code asOf} on. */
    void forget(UsageTerms terms) {
        if (asOf != NEVER) {
            periods.headMap(terms.periods().oldest(asOf)).clear();
        }
    }

    /** Adds up two sums under the same terms, at the later instant of both. */
    UsageSums plus(UsageSums other, UsageTerms terms) {
        UsageSums sum = new UsageSums(asOf, holdings, weight, smooth, units, periods);
        sum.advance(other.asOf, terms.halfLife());
        if (other.asOf != NEVER) {
            UsageSums later = new UsageSums(other.asOf, other.holdings, other.weight, other.smooth, 0, new TreeMap<>());
            later.advance(sum.asOf, terms.halfLife());
            sum.smooth += later.smooth;
            sum.weight += later.weight;
            sum.holdings += later.holdings;
            sum.units = Sums.add(sum.units, other.units);
            other.periods.forEach((period, more) -> sum.periods.merge(period, more, Sums::add));
        }
        sum.forget(terms);
        return sum;
    }

    /** Converts the sums to an entry for a bank, under terms of that name. */
    AssociationEntry.Subtree entry(String terms, HalfLife halfLife) {
        return new AssociationEntry.Subtree(terms, halfLife, asOf, holdings, weight, smooth, units, periods);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof UsageSums sums
                && asOf == sums.asOf
                && holdings == sums.holdings
                && weight == sums.weight
                && smooth == sums.smooth
                && units == sums.units
                && periods.equals(sums.periods);
    }

    @Override
    public int hashCode() {
        return Objects.hash(asOf, smooth, units);
    }

    /** Finds the sums under some terms, or adds empty ones. */
    static UsageSums under(String terms, HalfLife halfLife, Map<String, TermSums> sums) {
        return sums.computeIfAbsent(terms, any -> new TermSums(halfLife, new UsageSums()))
                .sums();
    }

    /** Usage charged to a bank under some terms, and the half-life of the terms. */
    public record TermSums(HalfLife halfLife, UsageSums sums) {
        static TermSums of(UsageTerms terms) {
            return new TermSums(terms.halfLife(), new UsageSums());
        }
    }

    /** Sums of charges to the banks above some associations, collected until they are charged. Mutable; one owner. */
    public static final class BankSums {
        private final UsageTerms terms;
        /** Sums to charge to each bank, by terms. */
        private final Map<String, Map<String, TermSums>> banks = new LinkedHashMap<>();

        /** Cause of the last usage added to each bank. */
        private final Map<String, Cause> causes = new HashMap<>();

        public BankSums(UsageTerms terms) {
            this.terms = terms;
        }

        /** Charges all banks above a path for an entry of the path, or for a sum. */
        public void add(String path, AssociationEntry entry, Cause cause) {
            for (String bank : BankPaths.around(path)) {
                Map<String, TermSums> sums = banks.computeIfAbsent(bank, any -> new LinkedHashMap<>());
                causes.put(bank, cause);
                if (entry instanceof AssociationEntry.Holding holding) {
                    under(terms.name(), terms.halfLife(), sums).add(holding, terms);
                } else if (entry instanceof AssociationEntry.Subtree sum && !sum.isEmpty()) {
                    under(sum.terms(), sum.halfLife(), sums).add(sum);
                }
            }
        }

        /**
         * Returns the sums, and clears them. A sum may be empty, as of a job that ended as it began: the bank has the same row, at the same
         * instant, as if begin and end were charged one after the other.
         */
        public List<Charge> take() {
            List<Charge> charges = new ArrayList<>();
            banks.forEach((path, byTerms) -> byTerms.forEach((name, sums) -> {
                AssociationEntry.Subtree entry = sums.sums().entry(name, sums.halfLife());
                Cause cause = Objects.requireNonNull(causes.get(path));
                charges.add(Charge.ofSum(Account.association(path), Ledger.JOB, entry, cause));
            }));
            banks.clear();
            return charges;
        }
    }
}
