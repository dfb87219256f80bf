package io.fairstream.slurm.poll;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Events of an answer that the answer before did not contain. Keeps as much as one answer holds.
 *
 * @param <E> events, which are equal if they say the same
 */
public final class NewEvents<E> {
    private Set<E> before = Set.of();

    /** Those of an answer that are new, in its order. To be followed by {@link #keep}. */
    public List<E> of(Collection<E> answer) {
        return answer.stream().filter(event -> !before.contains(event)).toList();
    }

    /** From now on what this answer says is known. */
    public void keep(Collection<E> answer) {
        before = new HashSet<>(answer);
    }
}
