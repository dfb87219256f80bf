package io.fairstream.rules.ledger;

/**
 * A record of a finished match.
 *
 * @param revision 1 for the first record of that start, one more for each correction
 */
public record RevisedMatch(FinishedMatch finished, int revision) {}
