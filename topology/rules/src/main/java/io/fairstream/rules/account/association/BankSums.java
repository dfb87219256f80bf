package io.fairstream.rules.account.association;

import io.fairstream.rules.Nobody;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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

    /** The banks around a path, the nearest first. */
    public static List<String> around(String path) {
        List<String> banks = new ArrayList<>(4);
        for (int slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
            banks.add(path.substring(0, slash));
        }
        return banks;
    }

    /** Charges a bank for what a path within it is charged. */
    public void add(String bank, AssociationEntry.Holding entry) {
        sums.computeIfAbsent(bank, any -> new UsageSums()).add(entry, terms);
    }

    /** Hands out what each bank is charged, and begins anew. */
    public Map<String, AssociationEntry.Subtree> take() {
        Map<String, AssociationEntry.Subtree> charges = new LinkedHashMap<>();
        sums.forEach((bank, sum) -> charges.put(bank, sum.entry(terms)));
        sums.clear();
        return charges;
    }
}
