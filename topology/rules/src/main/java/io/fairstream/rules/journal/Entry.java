package io.fairstream.rules.journal;

/** What an account is charged. Entries add up, in any order; none is forgotten, none counts twice. */
public sealed interface Entry permits RateChange, UsageEntry, AssociationEntry, WorkEntry {
    /** Whether a sanity limit made it smaller than what was reported. */
    default boolean isCapped() {
        return false;
    }
}
