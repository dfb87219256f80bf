package io.fairstream.rules.ledger.session;

/** Users that stand for time which is nobody's, as Slurm's accounting of 2002 has them. */
final class Nobody {
    static final String SYSTEM = "SYSTEM";
    static final String IDLE = "IDLE";
    static final String DOWN = "DOWN";

    static final Long SYSTEM_ID = 0L;
    static final Long IDLE_ID = -1L;
    static final Long DOWN_ID = -2L;

    private Nobody() {}
}
