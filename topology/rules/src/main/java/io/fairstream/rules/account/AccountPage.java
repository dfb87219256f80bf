package io.fairstream.rules.account;

import io.fairstream.rules.Paged;
import io.fairstream.rules.decay.HalfLife;
import java.util.List;

/**
 * An older part of an account's history.
 *
 * @param base the standing before the first entry
 * @param entries in order, at least one
 */
public record AccountPage(AccountState base, List<Entry> entries) implements Paged.Page {
    /** All there is to a page, to keep it. */
    public record Snapshot(AccountState.Snapshot base, List<Entry> entries) {}

    /** A page as it was kept. */
    public static AccountPage of(Snapshot kept) {
        return new AccountPage(AccountState.of(kept.base), kept.entries);
    }

    public Snapshot snapshot() {
        return new Snapshot(base.snapshot(), entries);
    }

    /** The same entries after another standing. */
    public AccountPage after(AccountState standing) {
        return new AccountPage(standing, entries);
    }

    /** The standing after the last entry. */
    public AccountState standing(HalfLife halfLife) {
        AccountState standing = base.copy();
        entries.forEach(entry -> entry.fold(standing, halfLife));
        return standing;
    }

    @Override
    public long newest() {
        return entries.get(entries.size() - 1).at();
    }
}
