package io.fairstream.streams.wire;

import io.fairstream.rules.ledger.RateChange;

/**
 * A charge for a customer by the match ledger.
 *
 * @param resource the ledger's key
 * @param cause the input record that led to it
 */
public record JournalEntry(RateChange change, String resource, Origin cause) {}
