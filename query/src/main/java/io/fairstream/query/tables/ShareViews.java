package io.fairstream.query.tables;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Format;
import io.fairstream.schemas.AccountingAt.AssociationUsageAt;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.FairShare;
import io.fairstream.schemas.ShareNode;
import io.fairstream.schemas.Topics;
import java.util.Comparator;

/** Views of share decisions, their usage, and the fair share of each user and bank. */
final class ShareViews {
    static final View<ShareNode> SHARES = View.latest(
            Topics.SHARES,
            new Columns<ShareNode>()
                    .text("path", ShareNode::getPath)
                    .text("kind", ShareNode::getKind)
                    .number("shares", ShareNode::getShares)
                    .shownAs(row -> row.getUseParent() ? "parent" : row.getShares())
                    .text("useParent", ShareNode::getUseParent)
                    .unshown()
                    .text("active", row -> yes(row.getActive()), row -> row.getActive()),
            Comparator.comparing(ShareNode::getPath),
            null);

    static final View<AssociationUsage> ASSOCIATION_USAGE = View.latest(
            Topics.ASSOCIATION_USAGE,
            new Columns<AssociationUsage>()
                    .text("path", AssociationUsage::getPath)
                    .text("kind", AssociationUsage::getKind)
                    .number("shares", AssociationUsage::getShares)
                    .shownAs(row -> row.getUseParent() ? "parent" : row.getShares())
                    .text("useParent", AssociationUsage::getUseParent)
                    .unshown()
                    .text("active", row -> yes(row.getActive()), row -> row.getActive())
                    .number("rawUsage", row -> row.getRawUsage())
                    .number("periodUsage", row -> row.getPeriodUsage())
                    .number("smoothUsage", row -> row.getSmoothUsage())
                    .number("weightInUse", row -> row.getWeightInUse())
                    .text("asOf", AssociationUsage::getAsOf),
            Comparator.comparing(AssociationUsage::getPath),
            AssociationUsageAt::evaluate);

    static final View<FairShare> FAIR_SHARE = View.latest(
            Topics.FAIR_SHARE,
            new Columns<FairShare>()
                    .text("path", FairShare::getPath)
                    .text("policy", FairShare::getPolicy)
                    .add("factor", Format.FACTOR, row -> row.getFactor())
                    .add("rank", Format.WHOLE, FairShare::getRank)
                    .add("of", Format.WHOLE, FairShare::getOf)
                    .add("levelShare", Format.FACTOR, FairShare::getLevelShare)
                    .shownAs(row -> row.getLevelShare() == null ? "inf" : row.getLevelShare())
                    .add("normalisedShares", Format.FACTOR, row -> row.getNormalisedShares())
                    .number("usage", row -> row.getUsage())
                    .add("effectiveUsage", Format.FACTOR, row -> row.getEffectiveUsage())
                    .text("asOf", FairShare::getAsOf),
            Comparator.comparing(FairShare::getRank).reversed().thenComparing(FairShare::getPath),
            null);

    private ShareViews() {}

    private static String yes(boolean is) {
        return is ? "yes" : "no";
    }
}
