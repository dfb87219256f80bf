package io.fairstream.negotiator;

import java.util.List;

/**
 * Slots given to submitters.
 *
 * @param matches in the order in which they were made
 * @param allocation the same as weights; claims and excesses are those before any preemption
 */
public record Matching(List<Match> matches, Allocation allocation) {
    public Matching {
        matches = List.copyOf(matches);
    }
}
