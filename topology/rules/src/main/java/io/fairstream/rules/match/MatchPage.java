package io.fairstream.rules.match;

import io.fairstream.rules.Paged;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An older part of a resource's history.
 *
 * @param base the match held before the first event, or null
 * @param events in order, at least one
 */
public record MatchPage(@Nullable OpenMatch base, List<MatchEvent> events) implements Paged.Page {
    @Override
    public long newest() {
        return events.get(events.size() - 1).at();
    }
}
