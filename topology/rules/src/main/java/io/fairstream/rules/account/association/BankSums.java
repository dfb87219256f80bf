package io.fairstream.rules.account.association;

import io.fairstream.rules.Nobody;
import io.fairstream.rules.decay.HalfLife;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the banks above some associations are charged for them, summed up until it is handed on. Mutable; one owner. */
public final class BankSums {
    private final UsageTerms terms;
    private final Map<String, Map<String, TermSums>> sums = new LinkedHashMap<>();

    public BankSums(UsageTerms terms) {
        this.terms = terms;
    }

    /** The path of a user in a bank; of no bank, and of no user, it is UNKNOWN. A slash in a user's name is written {@code %2F}. */
    public static String path(String bank, String user) {
        String name = user.isEmpty() ? Nobody.UNKNOWN : user.replace("/", "%2F");
        return (bank.isEmpty() ? Nobody.UNKNOWN : bank) + "/" + name;
    }

    /** The banks around a path, the nearest first. */
    public static List<String> around(String path) {
        List<String> banks = new ArrayList<>(4);
        for (int slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
            banks.add(path.substring(0, slash));
        }
        return banks;
    }

    /** Charges a bank for what a path within it is charged, or for a sum. */
    public void add(String bank, AssociationEntry entry) {
        if (entry instanceof AssociationEntry.Holding holding) {
            sums(bank, terms.name(), terms.halfLife()).sums().add(holding, terms);
        } else if (entry instanceof AssociationEntry.Subtree sum && !sum.isNothing()) {
            sums(bank, sum.terms(), sum.halfLife()).sums().add(sum);
        }
    }

    private TermSums sums(String bank, String name, HalfLife halfLife) {
        return sums.computeIfAbsent(bank, any -> new LinkedHashMap<>())
                .computeIfAbsent(name, any -> new TermSums(halfLife, new UsageSums()));
    }

    /** Hands out what each bank is charged, and begins anew. */
    public Map<String, List<AssociationEntry.Subtree>> take() {
        Map<String, List<AssociationEntry.Subtree>> charges = new LinkedHashMap<>();
        sums.forEach((bank, byTerms) -> charges.put(
                bank,
                byTerms.entrySet().stream()
                        .map(sum -> sum.getValue()
                                .sums()
                                .entry(sum.getKey(), sum.getValue().halfLife()))
                        .toList()));
        sums.clear();
        return charges;
    }
}
