package io.fairstream.query.shares;

import io.fairstream.client.UsageRanking;
import io.fairstream.rules.share.AssociationState.Compared;
import io.fairstream.rules.share.FairShareTerms;
import io.fairstream.rules.share.FairShares;
import io.fairstream.rules.share.FairShares.Claim;
import io.fairstream.rules.share.FairShares.FairShareRow;
import io.fairstream.rules.share.ShareTree.Share;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.FairShare;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Ranking of all users under one policy at one instant.
 *
 * @param compared usage that the policy compares
 * @param byPath all ranked users, and the banks above them
 * @param leftOut reasons for users without a rank, by path
 */
public record PolicyRanking(
        String policy, Compared compared, Map<String, ShareStatus> byPath, Map<String, String> leftOut) {

    /** Ranks the rows, all evaluated at the instant. */
    static PolicyRanking of(Collection<AssociationUsage> rows, FairShareTerms fairShare, Instant asOf) {
        return ofClaims(
                rows.stream()
                        .map(row -> UsageRanking.claim(row, fairShare.compared()))
                        .toList(),
                fairShare,
                asOf);
    }

    static PolicyRanking ofClaims(Collection<Claim> claims, FairShareTerms fairShare, Instant asOf) {
        FairShares.Places places = fairShare.shares().rank(claims, asOf.toEpochMilli());
        Map<String, FairShareRow> ranked = places.ranking().byPath();
        Map<String, ShareStatus> byPath = new HashMap<>();
        Share root = places.tree().root();
        if (root != null) {
            add(root, root.usage(), ranked, byPath);
        }
        return new PolicyRanking(fairShare.shares().policy().name(), fairShare.compared(), byPath, places.leftOut());
    }

    private static void add(
            Share share, double all, Map<String, FairShareRow> ranked, Map<String, ShareStatus> byPath) {
        double part = share.usage() == 0 ? 0 : share.usage() / all;
        byPath.put(share.path(), ShareStatus.of(share, part, ranked.get(share.path())));
        share.held().forEach(held -> add(held, all, ranked, byPath));
    }

    /** Returns the ranking of the rows of {@code fair-share}; {@code policy} applies if there are no rows. */
    public static PolicyRanking published(List<FairShare> rows, String policy, Compared compared) {
        Map<String, ShareStatus> byPath = new HashMap<>();
        rows.forEach(row -> byPath.put(row.getPath(), ShareStatus.of(row)));
        String published = rows.stream().map(FairShare::getPolicy).findFirst().orElse(policy);
        return new PolicyRanking(published, compared, byPath, Map.of());
    }

    @Nullable
    ShareStatus get(String path) {
        return byPath.get(path);
    }
}
