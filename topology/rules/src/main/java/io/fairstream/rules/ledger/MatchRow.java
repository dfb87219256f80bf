package io.fairstream.rules.ledger;

/** What is published of a finished match. The names are those of the schema {@code MatchRecord}, which says what they mean. */
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
    /** The row of a record of a resource. */
    public static MatchRow of(String resource, RevisedMatch revised) {
        FinishedMatch finished = revised.finished();
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
                revised.revision());
    }
}
