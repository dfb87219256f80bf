package io.fairstream.rules.match;

/** Cause of the end of a match. The names are those of the schema {@code EndedBy}. */
public enum EndedBy {
    UNMATCHED,
    REMATCHED,
    UNCLAIMED,
    VANISHED,
    SUSPENDED,
    /** A late event showed that no finished match began at that instant. */
    WITHDRAWN
}
