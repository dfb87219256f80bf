package io.fairstream.reports.history;

import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.journal.Entry.CustomerEntry;
import io.fairstream.rules.priority.AccountState;
import java.util.ArrayList;
import java.util.List;

/** All that ever changed one account, from which its state at any instant is folded. Mutable while it is put together and read. */
final class AccountHistory {
    private final List<CustomerEntry> entries = new ArrayList<>();
    private AccountState state = AccountState.UNKNOWN;
    private int next;

    /** Takes an entry in, in whatever order. */
    void add(CustomerEntry entry) {
        entries.add(entry);
    }

    /** Puts the entries in the order in which they act, and goes back before the first. */
    void rewind() {
        entries.sort(CustomerEntry.ORDER);
        state = AccountState.UNKNOWN;
        next = 0;
    }

    /**
     * The state at an instant, exactly as an account has it that got all entries in their order.
     *
     * @param at milliseconds since 1970; not before that of the call before
     */
    AccountState at(long at, HalfLife halfLife) {
        for (; next < entries.size() && entries.get(next).at() <= at; next++) {
            state = state.after(entries.get(next), halfLife);
        }
        return state.at(at, halfLife);
    }
}
