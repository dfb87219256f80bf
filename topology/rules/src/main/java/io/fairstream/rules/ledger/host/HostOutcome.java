package io.fairstream.rules.ledger.host;

import java.util.List;

/** What became of an accepted report. */
public sealed interface HostOutcome {
    /** What the accounts must be told. */
    default List<HostCharge> charges() {
        return List.of();
    }

    /**
     * It counts.
     *
     * @param charges what the accounts must be told; none when it is the first of a host, or nothing was done
     */
    record Applied(List<HostCharge> charges) implements HostOutcome {}

    /**
     * It came late and shows what newer reports do not contain: it is from before the first one known, or counters began from zero
     * after it, or what it shows makes more or less exceed what the host can do.
     *
     * @param charges what the accounts must be told; some may take back
     */
    record Corrected(List<HostCharge> charges) implements HostOutcome {}

    /** Known from before. */
    record Duplicate() implements HostOutcome {}

    /** Newer reports contain it, or the host's clock went back before it was made, so that the next one will. */
    record WithoutEffect() implements HostOutcome {}
}
