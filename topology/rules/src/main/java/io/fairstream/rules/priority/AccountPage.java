package io.fairstream.rules.priority;

import io.fairstream.rules.Paged;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.journal.CustomerEntry;
import io.fairstream.rules.journal.RateChange;
import java.util.ArrayList;
import java.util.List;

/**
 * A part of an account's history.
 *
 * @param base the state before the first entry
 * @param changes of use, in order
 * @param edits in order
 */
public record AccountPage(AccountState base, List<RateChange> changes, List<Edit> edits) implements Paged.Page {
    /** The page of entries in order. */
    public static AccountPage of(AccountState base, List<CustomerEntry> entries) {
        List<RateChange> changes = new ArrayList<>(entries.size());
        List<Edit> edits = new ArrayList<>(0);
        for (CustomerEntry entry : entries) {
            if (entry instanceof RateChange change) {
                changes.add(change);
            } else {
                edits.add((Edit) entry);
            }
        }
        return new AccountPage(base, changes, edits);
    }

    /** The entries in order. */
    public List<CustomerEntry> entries() {
        List<CustomerEntry> entries = new ArrayList<>(changes.size() + edits.size());
        entries.addAll(changes);
        entries.addAll(edits);
        entries.sort(CustomerEntry.ORDER);
        return entries;
    }

    /** The same entries after another state. */
    public AccountPage after(AccountState state) {
        return new AccountPage(state, changes, edits);
    }

    /** The state after the last entry. */
    public AccountState last(HalfLife halfLife) {
        AccountState state = base;
        for (CustomerEntry entry : entries()) {
            state = state.after(entry, halfLife);
        }
        return state;
    }

    @Override
    public long newest() {
        return Math.max(newest(changes), newest(edits));
    }

    private static long newest(List<? extends CustomerEntry> entries) {
        return entries.isEmpty()
                ? AccountState.NEVER
                : entries.get(entries.size() - 1).at();
    }
}
