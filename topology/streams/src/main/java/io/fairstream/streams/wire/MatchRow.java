package io.fairstream.streams.wire;

import io.fairstream.rules.ledger.RevisedMatch;

/** A match record of a resource. */
public record MatchRow(String resource, RevisedMatch record) {}
