package io.fairstream.rules.ledger;

/**
 * A match that is over.
 *
 * @param end milliseconds since 1970 UTC, not before {@code match.start()}
 */
public record FinishedMatch(OpenMatch match, long end, EndedBy endedBy) {}
