package io.fairstream.query.shares;

import io.fairstream.rules.share.FairShares.FairShareRow;
import io.fairstream.rules.share.ShareTree.Share;
import io.fairstream.schemas.FairShare;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Status of a bank or a user under one policy; null for unknown values, and for values that only users have.
 *
 * @param normShares its part of the shares of its level, 0 to 1
 * @param usage node-seconds as compared by the policy; of a bank the sum over its active users
 * @param normUsage its part of all usage, 0 to 1
 * @param effectiveUsage its part of the usage of its level, 0 to 1
 * @param levelShare shares divided by usage, infinite without usage; null with {@code useParent}
 * @param factor fair-share factor; higher is better
 * @param rank {@code of} is the best
 * @param asOf of a row with an instant of its own
 */
record ShareStatus(
        @Nullable Double normShares,
        @Nullable Double usage,
        @Nullable Double normUsage,
        @Nullable Double effectiveUsage,
        @Nullable Double levelShare,
        @Nullable Double factor,
        @Nullable Integer rank,
        @Nullable Integer of,
        @Nullable Instant asOf) {

    static ShareStatus of(Share share, @Nullable Double normUsage, @Nullable FairShareRow place) {
        return new ShareStatus(
                share.ofShares(),
                share.usage(),
                normUsage,
                share.ofUsage(),
                levelShare(share, place),
                place == null ? null : (Double) place.factor(),
                place == null ? null : (Integer) place.rank(),
                place == null ? null : (Integer) place.of(),
                null);
    }

    /** Returns the level share; null for a node with its parent's shares, as in sshare. */
    private static @Nullable Double levelShare(Share share, @Nullable FairShareRow place) {
        if (share.useParent()) {
            return null;
        }
        return place == null ? share.levelShare() : infiniteIfNull(place.levelShare());
    }

    private static double infiniteIfNull(@Nullable Double levelShare) {
        return levelShare == null ? Double.POSITIVE_INFINITY : levelShare;
    }

    static ShareStatus of(FairShare row) {
        return new ShareStatus(
                row.getNormalisedShares(),
                row.getUsage(),
                null,
                row.getEffectiveUsage(),
                infiniteIfNull(row.getLevelShare()),
                row.getFactor(),
                row.getRank(),
                row.getOf(),
                row.getAsOf());
    }
}
