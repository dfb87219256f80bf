package io.fairstream.rules.association;

import io.fairstream.rules.BankPaths;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.journal.Account;
import io.fairstream.rules.journal.AssociationEntry;
import io.fairstream.rules.journal.Cause;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Ledger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Sums of charges to the banks above some associations, kept until charged. Mutable; one owner. */
public final class BankSums {
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
            } else if (entry instanceof AssociationEntry.Subtree sum && !sum.isNothing()) {
                sums.under(sum.terms(), sum.halfLife()).add(sum);
            }
        }
    }

    /** Hands out the sums that are not nothing, and begins anew. */
    public List<Charge> take() {
        List<Charge> charges = new ArrayList<>();
        banks.forEach((path, bank) -> bank.byTerms.forEach((name, sums) -> {
            AssociationEntry.Subtree entry = sums.sums().entry(name, sums.halfLife());
            if (!entry.isNothing()) {
                charges.add(Charge.ofSum(Account.association(path), Ledger.JOB, entry, bank.cause));
            }
        }));
        banks.clear();
        return charges;
    }
}
