package io.fairstream.rules.ledger.job;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An older part of the history of a job number.
 *
 * @param base the newest job before the first event, or null
 * @param events in order, at least one
 */
public record JobPage(@Nullable JobSnapshot base, List<JobEvent> events) {
    /** The time of the newest event, milliseconds since 1970. */
    public long newest() {
        return events.get(events.size() - 1).at();
    }
}
