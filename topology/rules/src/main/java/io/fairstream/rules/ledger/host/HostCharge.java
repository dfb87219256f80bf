package io.fairstream.rules.ledger.host;

import io.fairstream.rules.Work;

/**
 * What a user's host did for one project, or an app of it, within one UTC day. A correction is a further charge, negative where
 * it takes back.
 *
 * @param app empty for none
 * @param from begin of the interval, milliseconds since 1970 UTC
 * @param to end of the interval, milliseconds since 1970 UTC, after {@code from}, at the next midnight at most
 * @param work what counts
 * @param cut what was reported besides and exceeds what the host can do; charged with the last piece of an interval
 */
public record HostCharge(String user, String project, String app, long from, long to, Work work, Work cut) {
    /** Whether a sanity limit made it smaller than what was reported. */
    public boolean isCapped() {
        return !cut.isNothing();
    }

    HostCharge negated() {
        return new HostCharge(user, project, app, from, to, work.negated(), cut.negated());
    }
}
