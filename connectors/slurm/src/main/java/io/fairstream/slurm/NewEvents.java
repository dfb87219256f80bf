package io.fairstream.slurm;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Events of a response that the previous response did not contain. Stores the events of one response.
 *
 * @param <E> events with value equality
 */
public final class NewEvents<E> {
    private Set<E> before = Set.of();

    /** Returns the new events of a response, in its order. Must be followed by {@link #keep}. */
    public List<E> of(Collection<E> answer) {
        return answer.stream().filter(event -> !before.contains(event)).toList();
    }

    /** Stores the events of this response as known. */
    public void keep(Collection<E> answer) {
        before = new HashSet<>(answer);
    }
}
