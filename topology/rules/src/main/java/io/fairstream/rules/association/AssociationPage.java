package io.fairstream.rules.association;

import io.fairstream.rules.journal.AssociationEntry;
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
}
