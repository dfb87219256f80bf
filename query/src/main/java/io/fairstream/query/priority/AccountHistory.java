package io.fairstream.query.priority;

import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.journal.Entry.CustomerEntry;
import io.fairstream.rules.priority.AccountState;
import java.util.ArrayList;
import java.util.List;

/** All changes of one account, from which its state at any instant is folded. Mutable. */
final class AccountHistory {
    private final List<CustomerEntry> entries = new ArrayList<>();
    private AccountState state = AccountState.UNKNOWN;
    private int next;

    /** Adds an entry, in any order. */
    void add(CustomerEntry entry) {
        entries.add(entry);
    }

    /** Sorts the entries into the order in which they act, and returns to the begin. */
    void rewind() {
        entries.sort(CustomerEntry.ORDER);
        state = AccountState.UNKNOWN;
        next = 0;
    }

    /**
     * Returns the state at an instant, as if the account had received all entries in order.
     *
     * @param at milliseconds since 1970; not before that of the previous call
     */
    AccountState at(long at, HalfLife halfLife) {
        for (; next < entries.size() && entries.get(next).at() <= at; next++) {
            state = state.after(entries.get(next), halfLife);
        }
        return state.at(at, halfLife);
    }
}
