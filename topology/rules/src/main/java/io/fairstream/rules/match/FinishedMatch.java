package io.fairstream.rules.match;

import io.fairstream.rules.journal.Cause;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.RateChange;

/**
 * A match that is over.
 *
 * @param end milliseconds since 1970 UTC, not before {@code match.start()}
 */
public record FinishedMatch(OpenMatch match, long end, EndedBy endedBy) {
    /** The charge with which the customer's use ends. */
    public Charge ended(String resource, Cause cause) {
        return match.charge(resource, new RateChange(end, -1, -match.slotWeight(), match.start()), cause);
    }
}
