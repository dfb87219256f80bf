package io.fairstream.htcondor.match;

import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.Observed;
import io.fairstream.schemas.ObservedState;
import io.fairstream.schemas.Unmatched;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Source of entries, with defaults for missing data.
 *
 * @param name of the log, without extensions; used as the machine if no slot is named
 * @param pool pool of the resources; empty for the only one
 * @param user charged user if the log names none; null to leave such matches out
 */
public record Source(String name, String pool, @Nullable String user) {

    /** Returns the user, or the default; null if both are unknown. */
    public @Nullable String userOr(@Nullable String known) {
        return known == null ? user : known;
    }

    public MatchEvent matched(String resource, Instant at, String customer, double weight, String matchId) {
        return new MatchEvent(resource, pool, at, new Matched(customer, weight, matchId));
    }

    public MatchEvent unmatched(String resource, Instant at, String matchId) {
        return new MatchEvent(resource, pool, at, new Unmatched(matchId));
    }

    public MatchEvent suspended(String resource, Instant at, String customer, double weight) {
        return new MatchEvent(resource, pool, at, new Observed(ObservedState.CLAIMED, customer, weight, true));
    }
}
