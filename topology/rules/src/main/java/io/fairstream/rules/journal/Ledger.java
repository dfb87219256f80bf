package io.fairstream.rules.journal;

/** Which ledger charges. The names are those of the schema {@code LedgerKind}. */
public enum Ledger {
    MATCH,
    JOB,
    SESSION,
    HOST
}
