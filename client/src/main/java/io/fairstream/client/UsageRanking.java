package io.fairstream.client;

import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.share.AssociationState.Compared;
import io.fairstream.rules.share.FairShares;
import io.fairstream.rules.share.FairShares.Claim;
import io.fairstream.rules.share.ShareTree.ShareNode;
import io.fairstream.schemas.AccountingAt.AssociationUsageAt;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.ShareKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Ranking of all users, with the algorithm of the topology.
 *
 * @param asOf instant at which all usages were compared
 * @param places places of ranked users, and the reason for each user without a place
 */
public record UsageRanking(Instant asOf, FairShares.Places places) {
    /**
     * Ranks users by their usages at the instant, or at the newest {@code asOf} of a row if that is later. {@link Instant#EPOCH}
     * therefore selects the instant that the topology uses for {@code fair-share}.
     *
     * <p>Usages decay with the half-life of the rows; that of the policy is ignored.
     *
     * @param shares policy, and shares of users without configured ones; {@code fairshare.policy} and
     *     {@code fairshare.default.shares} of the topology
     * @param compared usage that the policy compares, {@code fairshare.usage} of the topology: by default periods for flux and
     *     smooth decay for the other policies
     */
    public static UsageRanking of(
            TableSnapshot<AssociationUsage> snapshot, FairShares shares, Compared compared, Instant instant) {
        List<AssociationUsage> rows = new ArrayList<>(snapshot.size());
        snapshot.forEach(rows::add);
        Instant asOf = rows.stream()
                .map(AssociationUsage::getAsOf)
                .filter(instant::isBefore)
                .max(Instant::compareTo)
                .orElse(instant);
        List<Claim> claims = rows.stream()
                .map(row -> claim(AssociationUsageAt.evaluate(row, asOf), compared))
                .toList();
        FairShares underTheirs = rows.isEmpty() ? shares : shares.under(halfLife(rows.get(0)));
        return new UsageRanking(asOf, underTheirs.rank(claims, asOf.toEpochMilli()));
    }

    private static HalfLife halfLife(AssociationUsage row) {
        return new HalfLife(row.getHalfLifeSeconds());
    }

    /** Returns the claim of a row in a ranking at its {@code asOf}. */
    public static Claim claim(AssociationUsage row, Compared compared) {
        return new Claim(
                row.getPath(),
                row.getKind() == ShareKind.BANK ? ShareNode.Kind.BANK : ShareNode.Kind.USER,
                row.getShares(),
                row.getActive(),
                row.getUseParent(),
                compared == Compared.PERIOD ? row.getPeriodUsage() : row.getSmoothUsage());
    }
}
