package io.fairstream.rules.match;

/**
 * A record of a finished match, as it is published. The names are those of the schema {@code MatchRecord}, which says what they mean.
 *
 * @param revision 1 for the first record of that start, one more for each correction
 */
public record MatchRow(
        String resource,
        String pool,
        String customer,
        double slotWeight,
        long start,
        long end,
        String matchId,
        EndedBy endedBy,
        int revision) {
    /** The record of a match of a resource. */
    public static MatchRow of(String resource, FinishedMatch finished, int revision) {
        OpenMatch match = finished.match();
        return new MatchRow(
                resource,
                match.pool(),
                match.customer(),
                match.slotWeight(),
                match.start(),
                finished.end(),
                match.matchId(),
                finished.endedBy(),
                revision);
    }
}
