package io.fairstream.client.negotiation;

import java.util.List;

/**
 * Result of matching slots with submitters.
 *
 * @param matches in the order in which they were made
 * @param allocation slot weight of the matches, without preemption; claims and excesses are those before any preemption
 */
public record Matching(List<Match> matches, NegotiationResult allocation) {
    public Matching {
        matches = List.copyOf(matches);
    }
}
