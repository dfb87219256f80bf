package io.fairstream.cli.shares;

import io.fairstream.rules.account.association.AssociationStanding.Compared;
import io.fairstream.rules.account.association.Sharing;
import io.fairstream.rules.share.Claim;
import io.fairstream.rules.share.FairShares;
import io.fairstream.rules.share.Ranking;
import io.fairstream.rules.share.Share;
import io.fairstream.rules.share.ShareNode;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.FairShare;
import io.fairstream.schemas.ShareKind;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where everybody stands under one policy at one instant.
 *
 * @param compared which usage the policy looks at
 * @param byPath of all who are ranked, and of the banks around them
 * @param leftOut why somebody is not, by path
 */
record Standings(String policy, Compared compared, Map<String, Standing> byPath, Map<String, String> leftOut) {

    /** Ranks the rows, which are all evaluated at one instant. */
    static Standings of(Collection<AssociationUsage> rows, Sharing sharing) {
        return ofClaims(rows.stream().map(row -> claim(row, sharing.compared())).toList(), sharing);
    }

    /** Ranks claims. */
    static Standings ofClaims(Collection<Claim> claims, Sharing sharing) {
        FairShares.Places places = sharing.shares().rank(claims);
        Map<String, Ranking.Place> ranked = new HashMap<>();
        places.ranking().places().forEach(place -> ranked.put(place.path(), place));
        Map<String, Standing> byPath = new HashMap<>();
        Share root = places.tree().root();
        if (root != null) {
            add(root, root.usage(), ranked, byPath);
        }
        return new Standings(places.ranking().policy(), sharing.compared(), byPath, places.leftOut());
    }

    private static void add(Share share, double all, Map<String, Ranking.Place> ranked, Map<String, Standing> byPath) {
        double part = share.usage() == 0 ? 0 : share.usage() / all;
        byPath.put(share.path(), Standing.of(share, part, ranked.get(share.path())));
        share.held().forEach(held -> add(held, all, ranked, byPath));
    }

    /** What a row brings to a ranking at its instant. */
    static Claim claim(AssociationUsage row, Compared compared) {
        return new Claim(
                row.getPath(),
                row.getKind() == ShareKind.BANK ? ShareNode.Kind.BANK : ShareNode.Kind.USER,
                row.getShares(),
                row.getActive(),
                compared == Compared.PERIOD ? row.getPeriodUsage() : row.getSmoothUsage());
    }

    /** As the rows of {@code fair-share} say it; {@code policy} stands for rows that there are not. */
    static Standings published(List<FairShare> rows, String policy, Compared compared) {
        Map<String, Standing> byPath = new HashMap<>();
        rows.forEach(row -> byPath.put(row.getPath(), Standing.of(row)));
        String said = rows.stream().map(FairShare::getPolicy).findFirst().orElse(policy);
        return new Standings(said, compared, byPath, Map.of());
    }

    @Nullable
    Standing get(String path) {
        return byPath.get(path);
    }
}
