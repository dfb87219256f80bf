package io.fairstream.rules.share;

import org.jspecify.annotations.Nullable;

/** Published row of a user's place. The names are those of the schema {@code FairShare}, which says what they mean. */
public record FairShareRow(
        String path,
        String policy,
        double factor,
        @Nullable Double levelShare,
        int rank,
        int of,
        double usage,
        double normalisedShares,
        double effectiveUsage,
        long asOf) {
    /**
     * The row of a place.
     *
     * @param share what it follows from
     * @param asOf milliseconds since 1970
     */
    public static FairShareRow of(String policy, Ranking.Place place, Share share, long asOf) {
        return new FairShareRow(
                place.path(),
                policy,
                place.factor(),
                Double.isInfinite(place.levelShare()) ? null : (Double) place.levelShare(),
                place.rank(),
                place.of(),
                share.usage(),
                share.ofShares(),
                share.ofUsage(),
                asOf);
    }
}
