package io.fairstream.cli.tables;

import io.fairstream.cli.terminal.Numbers;
import io.fairstream.cli.terminal.Table;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.AssociationUsageAt;
import io.fairstream.schemas.FairShare;
import io.fairstream.schemas.ShareNode;
import io.fairstream.schemas.Topics;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** What was decided on shares, what was used of them, and who is owed how much. */
final class ShareViews {
    static final View<ShareNode> SHARES = View.latest(
            Topics.SHARES,
            new Table<ShareNode>()
                    .text("PATH", "path", ShareNode::getPath)
                    .text("KIND", "kind", ShareNode::getKind)
                    .number("SHARES", "shares", row -> row.getUseParent() ? "parent" : Numbers.number(row.getShares()))
                    .text("ACTIVE", "active", row -> yes(row.getActive())),
            Comparator.comparing(ShareNode::getPath),
            null);

    static final View<AssociationUsage> ASSOCIATION_USAGE = View.latest(
            Topics.ASSOCIATION_USAGE,
            new Table<AssociationUsage>()
                    .text("PATH", "path", AssociationUsage::getPath)
                    .text("KIND", "kind", AssociationUsage::getKind)
                    .number("SHARES", "shares", row -> row.getUseParent() ? "parent" : number(row.getShares()))
                    .text("ACTIVE", "active", row -> yes(row.getActive()))
                    .number("RAW NODE-S", "rawUsage", row -> Numbers.decimal(row.getRawUsage()))
                    .number("PERIOD NODE-S", "periodUsage", row -> Numbers.decimal(row.getPeriodUsage()))
                    .number("SMOOTH NODE-S", "smoothUsage", row -> Numbers.decimal(row.getSmoothUsage()))
                    .number("WEIGHT IN USE", "weightInUse", row -> Numbers.number(row.getWeightInUse()))
                    .text("AS OF", "asOf", AssociationUsage::getAsOf),
            Comparator.comparing(AssociationUsage::getPath),
            AssociationUsageAt::evaluate);

    static final View<FairShare> FAIR_SHARE = View.latest(
            Topics.FAIR_SHARE,
            new Table<FairShare>()
                    .text("PATH", "path", FairShare::getPath)
                    .text("POLICY", "policy", FairShare::getPolicy)
                    .number("FACTOR", "factor", row -> Numbers.factor(row.getFactor()))
                    .number("RANK", "rank", FairShare::getRank)
                    .number("OF", "of", FairShare::getOf)
                    .number("LEVEL SHARE", "levelShare", row -> levelShare(row.getLevelShare()))
                    .number("NORM SHARES", "normalisedShares", row -> Numbers.factor(row.getNormalisedShares()))
                    .number("NODE-S", "usage", row -> Numbers.decimal(row.getUsage()))
                    .number("EFFECTIVE USAGE", "effectiveUsage", row -> Numbers.factor(row.getEffectiveUsage()))
                    .text("AS OF", "asOf", FairShare::getAsOf),
            Comparator.comparing(FairShare::getRank).reversed().thenComparing(FairShare::getPath),
            null);

    private ShareViews() {}

    private static String yes(boolean is) {
        return is ? "yes" : "no";
    }

    private static @Nullable String number(@Nullable Double value) {
        return value == null ? null : Numbers.number(value);
    }

    private static String levelShare(@Nullable Double value) {
        return value == null ? "inf" : Numbers.factor(value);
    }
}
