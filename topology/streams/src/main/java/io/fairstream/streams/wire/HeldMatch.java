package io.fairstream.streams.wire;

import io.fairstream.rules.match.OpenMatch;

/** The match that a resource holds. */
public record HeldMatch(String resource, OpenMatch match) {}
