package io.fairstream.rules.account;

import io.fairstream.rules.Paged;
import java.util.List;

/**
 * An older part of an account's history.
 *
 * @param base the standing before the first entry
 * @param entries in order, at least one
 */
public record AccountPage(AccountState base, List<Entry> entries) implements Paged.Page {
    @Override
    public long newest() {
        return entries.get(entries.size() - 1).at();
    }
}
