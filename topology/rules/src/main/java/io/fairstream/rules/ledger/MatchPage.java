package io.fairstream.rules.ledger;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An older part of a resource's history.
 *
 * @param base the match held before the first event, or null
 * @param events in order, at least one
 */
public record MatchPage(@Nullable OpenMatch base, List<MatchEvent> events) {
    /** The time of the newest event, milliseconds since 1970 UTC. */
    public long newest() {
        return events.get(events.size() - 1).at();
    }
}
