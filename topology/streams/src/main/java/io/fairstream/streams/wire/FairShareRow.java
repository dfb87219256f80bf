package io.fairstream.streams.wire;

import io.fairstream.rules.share.Ranking;
import io.fairstream.rules.share.Share;

/**
 * A place as it is published.
 *
 * @param share what it follows from
 * @param asOf milliseconds since 1970
 */
public record FairShareRow(String policy, Ranking.Place place, Share share, long asOf) {}
