package io.fairstream.rules.host;

import java.util.List;

/** Outcome of an accepted report. */
public sealed interface HostOutcome {
    /** Entries charged to the accounts. */
    default List<HostCharge> charges() {
        return List.of();
    }

    /**
     * It counts.
     *
     * @param charges what the accounts are charged; none when it is the first of a host, or nothing was done
     */
    record Applied(List<HostCharge> charges) implements HostOutcome {}

    /**
     * It came late and found its place: what was charged for the interval in which it lies is charged anew, divided by it, and so is what
     * else follows from it.
     *
     * @param charges what the accounts are charged; some may take back
     */
    record Corrected(List<HostCharge> charges) implements HostOutcome {}

    /** Known from before. */
    record Duplicate() implements HostOutcome {}

    /** It is older than what is remembered, or the host's clock went back before it was made, so that the next one contains it. */
    record WithoutEffect() implements HostOutcome {}
}
