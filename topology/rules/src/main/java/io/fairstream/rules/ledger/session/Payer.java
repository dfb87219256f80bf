package io.fairstream.rules.ledger.session;

/** Which account pays. The names are among those of the schema {@code ChargeKind}. */
public enum Payer {
    JOB,
    USER
}
