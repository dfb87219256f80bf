package io.fairstream.rules.job;

import io.fairstream.rules.Paged;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An older part of the history of a job number.
 *
 * @param base the newest job before the first event, or null
 * @param events in order, at least one
 */
public record JobPage(@Nullable JobSnapshot base, List<JobEvent> events) implements Paged.Page {
    @Override
    public long newest() {
        return events.get(events.size() - 1).at();
    }
}
