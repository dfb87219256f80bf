package io.fairstream.htcondor.match;

import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.Observed;
import io.fairstream.schemas.ObservedState;
import io.fairstream.schemas.Unmatched;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where entries come from, and what to take for granted of them.
 *
 * @param name of the log, without endings: stands for the machine where no slot is named
 * @param pool the resources' pool; empty for the only one
 * @param user who is charged where the log names nobody; null to leave such matches out
 */
public record Source(String name, String pool, @Nullable String user) {

    /** The user, or the one to take for granted; null when nobody is known. */
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
