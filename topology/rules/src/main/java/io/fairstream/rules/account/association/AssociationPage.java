package io.fairstream.rules.account.association;

import java.util.List;

/**
 * An older part of what an association was charged.
 *
 * @param entries in the order in which they came, at least one
 */
public record AssociationPage(List<AssociationEntry.Holding> entries) {
    public AssociationPage {
        entries = List.copyOf(entries);
    }

    /** The newest instant that they speak of, milliseconds since 1970. */
    public long newest() {
        return entries.stream()
                .mapToLong(AssociationEntry.Holding::newest)
                .max()
                .orElseThrow();
    }
}
