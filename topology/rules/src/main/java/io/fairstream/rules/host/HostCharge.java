package io.fairstream.rules.host;

import io.fairstream.rules.journal.WorkPart;

/**
 * Work of a user's host for one project, or an app of it, within one UTC day. A correction is a further charge, negative where
 * it takes back. What was cut is charged with the last piece of an interval.
 *
 * @param from begin of the interval, milliseconds since 1970 UTC
 * @param to end of the interval, milliseconds since 1970 UTC, after {@code from}, at the next midnight at most
 */
public record HostCharge(String user, long from, long to, WorkPart part) {
    HostCharge negated() {
        return new HostCharge(user, from, to, part.negated());
    }
}
