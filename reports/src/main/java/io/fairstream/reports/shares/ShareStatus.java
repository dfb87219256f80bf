package io.fairstream.reports.shares;

import io.fairstream.rules.share.Ranking;
import io.fairstream.rules.share.Ranking.Share;
import io.fairstream.schemas.FairShare;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where a bank or a user stands under one policy; null is what is not known, or what only users have.
 *
 * @param normShares its part of the shares of its level, 0 to 1
 * @param usage node-seconds, as the policy looks at it; of a bank the sum over its active users
 * @param normUsage its part of all usage, 0 to 1
 * @param effectiveUsage its part of the usage of its level, 0 to 1
 * @param levelShare what it is owed against what it had, infinite without usage; null with {@code useParent}
 * @param factor what a priority is made of, the more the better
 * @param rank {@code of} is the best
 * @param asOf of a row with an instant of its own
 */
public record ShareStatus(
        @Nullable Double normShares,
        @Nullable Double usage,
        @Nullable Double normUsage,
        @Nullable Double effectiveUsage,
        @Nullable Double levelShare,
        @Nullable Double factor,
        @Nullable Integer rank,
        @Nullable Integer of,
        @Nullable Instant asOf) {

    static ShareStatus of(Share share, @Nullable Double normUsage, Ranking.@Nullable Place place) {
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

    /** Returns the share on its level; a node that has its parent's shares has none of its own, as in sshare. */
    private static @Nullable Double levelShare(Share share, Ranking.@Nullable Place place) {
        if (share.useParent()) {
            return null;
        }
        return place == null ? share.levelShare() : place.levelShare();
    }

    static ShareStatus of(FairShare row) {
        return new ShareStatus(
                row.getNormalisedShares(),
                row.getUsage(),
                null,
                row.getEffectiveUsage(),
                row.getLevelShare() == null ? (Double) Double.POSITIVE_INFINITY : row.getLevelShare(),
                row.getFactor(),
                row.getRank(),
                row.getOf(),
                row.getAsOf());
    }
}
