package io.fairstream.rules.association;

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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Sums of entries under some terms. All of them are linear, so that late entries are exact and the order of arrival does not
 * matter; sums of units are exact. Mutable; one owner.
 */
public final class UsageSums {
    /** The instant of what has never changed. */
    public static final long NEVER = Long.MIN_VALUE;

    private long asOf = NEVER;
    private long holdings;
    private double weight;
    private double smooth;
    private long units;
    private final TreeMap<Long, Long> periods = new TreeMap<>();

    /** Nothing ever. */
    public UsageSums() {}

    /**
     * As kept.
     *
     * @param asOf milliseconds since 1970, or {@link #NEVER}
     * @param holdings how many jobs hold something
     * @param weight what they use each second from {@code asOf} on, node-seconds per second
     * @param smooth the smooth usage at {@code asOf}, node-seconds
     * @param units what all finished runs used
     * @param periods what those used that ended in each period, units
     */
    public UsageSums(long asOf, long holdings, double weight, double smooth, long units, Map<Long, Long> periods) {
        this.asOf = asOf;
        this.holdings = holdings;
        this.weight = weight;
        this.smooth = smooth;
        this.units = units;
        this.periods.putAll(periods);
    }

    /** All there is to the sums, to keep it; see the constructor. */
    public record Snapshot(
            long asOf, long holdings, double weight, double smooth, long units, SortedMap<Long, Long> periods) {}

    /** Sums as they were kept. */
    public static UsageSums of(Snapshot kept) {
        return new UsageSums(kept.asOf, kept.holdings, kept.weight, kept.smooth, kept.units, kept.periods);
    }

    public Snapshot snapshot() {
        return new Snapshot(asOf, holdings, weight, smooth, units, periods());
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

    /** Brings it to an instant, if it is not further. */
    public void advance(long at, HalfLife halfLife) {
        if (asOf != NEVER && at > asOf) {
            smooth = DecayedUsage.advance(smooth, weight, at - asOf, halfLife);
        }
        asOf = Math.max(asOf, at);
    }

    /** Takes in what an association is charged. */
    void add(AssociationEntry.Holding entry, UsageTerms terms) {
        advance(entry.newest(), terms.halfLife());
        change(entry.at(), entry.holdings(), entry.holdings() * terms.weight(entry.held()), terms.halfLife());
        if (entry.booked() != 0) {
            long used = terms.units(entry.held(), entry.at() - entry.since());
            units = Sums.add(units, entry.booked() * used);
            book(terms.periods().period(entry.endedAt()), entry.booked() * used);
        }
    }

    /** Takes in what changed below a bank. */
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
     * Whoever holds nothing uses nothing: takes away what rounding left. Not for a part of the entries, which may hold less than
     * nothing.
     */
    void settle() {
        if (holdings == 0) {
            weight = 0;
        }
    }

    private void book(long period, long more) {
        periods.merge(period, more, Sums::add);
        periods.remove(period, 0L);
    }

    /** Forgets the periods that count at no instant from {@code asOf} on. */
    void forget(UsageTerms terms) {
        if (asOf != NEVER) {
            periods.headMap(terms.periods().oldest(asOf)).clear();
        }
    }

    /** These sums and others at the later instant of both, under the same terms. */
    UsageSums plus(UsageSums other, UsageTerms terms) {
        UsageSums sum = new UsageSums(asOf, holdings, weight, smooth, units, periods);
        sum.advance(other.asOf, terms.halfLife());
        if (other.asOf != NEVER) {
            UsageSums later = new UsageSums(other.asOf, other.holdings, other.weight, other.smooth, 0, Map.of());
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

    /** As an entry for a bank, summed up under terms of that name. */
    AssociationEntry.Subtree entry(String terms, HalfLife halfLife) {
        return new AssociationEntry.Subtree(terms, halfLife, asOf, holdings, weight, smooth, units, periods);
    }

    /**
     * Usage charged to a bank under some terms.
     *
     * @param halfLife of the terms
     */
    public record TermSums(HalfLife halfLife, UsageSums sums) {
        /** All there is to them, to keep it. */
        public record Snapshot(HalfLife halfLife, UsageSums.Snapshot sums) {}

        static TermSums of(TermSums.Snapshot kept) {
            return new TermSums(kept.halfLife, UsageSums.of(kept.sums));
        }

        TermSums.Snapshot snapshot() {
            return new TermSums.Snapshot(halfLife, sums.snapshot());
        }
    }

    /** Sums of charges to the banks above some associations, kept until charged. Mutable; one owner. */
    public static final class BankSums {
        private final UsageTerms terms;
        private final Map<String, Bank> banks = new LinkedHashMap<>();

        /** Sums to charge to one bank, by terms, and the cause of the last usage added. */
        private static final class Bank {
            private final Map<String, TermSums> byTerms = new LinkedHashMap<>();
            private Cause cause;

            Bank(Cause cause) {
                this.cause = cause;
            }

            UsageSums under(String name, HalfLife halfLife) {
                return byTerms.computeIfAbsent(name, any -> new TermSums(halfLife, new UsageSums()))
                        .sums();
            }
        }

        public BankSums(UsageTerms terms) {
            this.terms = terms;
        }

        /** Charges all banks around a path for what the path is charged, or for a sum. */
        public void add(String path, AssociationEntry entry, Cause cause) {
            for (String bank : BankPaths.around(path)) {
                Bank sums = banks.computeIfAbsent(bank, any -> new Bank(cause));
                sums.cause = cause;
                if (entry instanceof AssociationEntry.Holding holding) {
                    sums.under(terms.name(), terms.halfLife()).add(holding, terms);
                } else if (entry instanceof AssociationEntry.Subtree sum && !sum.isEmpty()) {
                    sums.under(sum.terms(), sum.halfLife()).add(sum);
                }
            }
        }

        /** Hands out the sums that are not nothing, and begins anew. */
        public List<Charge> take() {
            List<Charge> charges = new ArrayList<>();
            banks.forEach((path, bank) -> bank.byTerms.forEach((name, sums) -> {
                AssociationEntry.Subtree entry = sums.sums().entry(name, sums.halfLife());
                if (!entry.isEmpty()) {
                    charges.add(Charge.ofSum(Account.association(path), Ledger.JOB, entry, bank.cause));
                }
            }));
            banks.clear();
            return charges;
        }
    }
}
