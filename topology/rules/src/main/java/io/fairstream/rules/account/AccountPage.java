package io.fairstream.rules.account;

import java.util.List;

/**
 * An older part of an account's history.
 *
 * @param base the standing before the first entry
 * @param entries in order, at least one
 */
public record AccountPage(AccountState base, List<Entry> entries) {
    /** The time of the newest entry, milliseconds since 1970. */
    public long newest() {
        return entries.get(entries.size() - 1).at();
    }
}
