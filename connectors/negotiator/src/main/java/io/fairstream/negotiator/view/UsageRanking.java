package io.fairstream.negotiator.view;

import io.fairstream.rules.association.AssociationState.Compared;
import io.fairstream.rules.decay.HalfLife;
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
 * Everybody's place, by the classes with which the topology ranks.
 *
 * @param asOf the instant at which all usages were compared
 * @param places who is ranked, and who is not and why
 */
public record UsageRanking(Instant asOf, FairShares.Places places) {
    /**
     * Ranks by the usages at the instant, or at the newest that a row holds at if that is later: {@link Instant#EPOCH} compares
     * when the topology does for {@code fair-share}.
     *
     * <p>How the usages decay is as the rows say, whatever half-life the policy comes with.
     *
     * @param shares policy, and what those have for whom nobody decided anything; {@code fairshare.policy} and
     *     {@code fairshare.default.shares} of the topology
     * @param compared which usage the policy looks at, {@code fairshare.usage} of the topology: by default periods for flux and
     *     smooth decay for the others
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
        return new UsageRanking(asOf, underTheirs.rank(claims));
    }

    private static HalfLife halfLife(AssociationUsage row) {
        return new HalfLife(row.getHalfLifeSeconds());
    }

    /** Claim of a row in a ranking at its {@code asOf}. */
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
