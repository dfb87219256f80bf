package io.fairstream.rules.priority;

import io.fairstream.rules.journal.Account;
import io.fairstream.rules.journal.Cause;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Ledger;
import io.fairstream.rules.journal.RateChange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Sums of charges to groups for the customers and groups one level down, kept until charged. Mutable; one owner. */
public final class GroupSums {
    private final Map<Use, Sum> sums = new LinkedHashMap<>();

    /** Key of the changes that add up. */
    private record Use(String group, boolean isDirect, long at, long since) {
        static Use of(Membership.Charge charge) {
            RateChange change = charge.change();
            return new Use(charge.group(), !change.isOfSubtree(), change.at(), change.since());
        }
    }

    private record Sum(RateChange change, Cause cause) {
        Sum plus(Sum other) {
            return new Sum(change.plus(other.change), other.cause.after(cause));
        }
    }

    /**
     * Takes in a charge.
     *
     * @param cause what those one level down were charged for
     */
    public void add(Membership.Charge charge, Cause cause) {
        sums.merge(Use.of(charge), new Sum(charge.change(), cause), Sum::plus);
    }

    /** Hands out the sums that are not nothing, and begins anew. */
    public List<Charge> take() {
        List<Charge> charges = new ArrayList<>();
        sums.forEach((use, sum) -> {
            if (sum.change().resources() != 0 || sum.change().weight() != 0) {
                Account account = Account.customer(use.group());
                charges.add(Charge.ofSum(account, Ledger.MATCH, sum.change(), sum.cause()));
            }
        });
        sums.clear();
        return charges;
    }
}
