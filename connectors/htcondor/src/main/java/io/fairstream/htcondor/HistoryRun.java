package io.fairstream.htcondor;

import io.fairstream.htcondor.match.Source;
import io.fairstream.schemas.MatchEvent;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Use of one slot by a job; a job may use several slots.
 *
 * @param slot the resource
 * @param matchId job and start
 * @param start begin of the run
 * @param end end of the run, after start; null if it continues
 * @param customer charged customer
 * @param weight slot weight
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
