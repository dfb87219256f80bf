package io.fairstream.rules.journal;

/** Entry charged to an account. Entries add up, in any order; none is forgotten, none counts twice. */
public sealed interface Entry permits RateChange, UsageEntry, AssociationEntry, WorkEntry {
    /** True if a sanity limit made the charge smaller than what was reported. */
    default boolean isCapped() {
        return false;
    }
}
