package io.fairstream.rules.account.association;

import io.fairstream.rules.Nobody;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the banks above some associations are charged for them, summed up until it is handed on. Mutable; one owner. */
public final class BankSums {
    private final UsageTerms terms;
    private final Map<String, UsageSums> sums = new LinkedHashMap<>();

    public BankSums(UsageTerms terms) {
        this.terms = terms;
    }

    /** The path of a user in a bank; of no bank, and of no user, it is UNKNOWN. */
    public static String path(String bank, String user) {
        return (bank.isEmpty() ? Nobody.UNKNOWN : bank) + "/" + (user.isEmpty() ? Nobody.UNKNOWN : user);
    }

    /** Charges all banks above a path for what the path is charged. */
    public void add(String path, AssociationEntry.Holding entry) {
        for (int slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
            sums.computeIfAbsent(path.substring(0, slash), bank -> new UsageSums())
                    .add(entry, terms);
        }
    }

    /** Hands out what each bank is charged, and begins anew. */
    public Map<String, AssociationEntry.Subtree> take() {
        Map<String, AssociationEntry.Subtree> charges = new LinkedHashMap<>();
        sums.forEach((bank, sum) -> charges.put(bank, sum.entry(terms)));
        sums.clear();
        return charges;
    }
}
