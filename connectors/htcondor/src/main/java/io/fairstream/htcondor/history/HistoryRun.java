package io.fairstream.htcondor.history;

import io.fairstream.htcondor.match.Source;
import io.fairstream.schemas.MatchEvent;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job held a slot, perhaps one of several.
 *
 * @param slot the resource
 * @param matchId job and start
 * @param start when it began
 * @param end when it was over, after start; null when it is not
 * @param customer who is charged
 * @param weight how much the slot counts
 */
record HistoryRun(
        String slot,
        String matchId,
        Instant start,
        @Nullable Instant end,
        String customer,
        double weight) {

    MatchEvent begin(Source source) {
        return source.matched(slot, start, customer, weight, matchId);
    }

    MatchEvent end(Source source, Instant at) {
        return source.unmatched(slot, at, matchId);
    }
}
