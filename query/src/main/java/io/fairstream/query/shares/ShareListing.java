package io.fairstream.query.shares;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Format;
import io.fairstream.query.columns.Report;
import io.fairstream.rules.share.AssociationState.Compared;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Tree of banks and users with their shares, and under each policy their usage, in node-seconds, and rank. Columns of a
 * policy are named {@code policy.name}.
 *
 * @param nodes depth first
 * @param policies at least one
 * @param asOf common instant of the rows; null if each row has its own
 */
public record ShareListing(
        List<TreeNode> nodes,
        List<PolicyRanking> policies,
        @Nullable Instant asOf) {

    /**
     * Creates the listing of the rows of these users and banks.
     *
     * @param users names; empty for all
     * @param banks paths or names; empty for all
     * @throws io.fairstream.query.records.Failure if a bank is unknown
     */
    public static ShareListing of(
            UsageSnapshot rows,
            Collection<String> users,
            Collection<String> banks,
            List<PolicyRanking> policies,
            @Nullable Instant asOf) {
        List<String> within = banks.stream().map(rows::bank).toList();
        List<TreeNode> all = rows.nodes();
        return new ShareListing(
                TreeNode.selected(
                        all,
                        node -> (users.isEmpty() || (!node.isBank() && users.contains(node.name())))
                                && (within.isEmpty() || within.stream().anyMatch(node::isIn))),
                policies,
                asOf);
    }

    /** Returns the columns of sshare; of several policies only the differing columns, side by side. */
    public Report<TreeNode> report() {
        Columns<TreeNode> columns = new Columns<TreeNode>()
                .text("path", TreeNode::path)
                .unshown()
                .text("account", ShareListing::account, TreeNode::account)
                .text("user", node -> node.isBank() ? null : node.name())
                .number("rawShares", node -> node.useParent() ? null : node.shares())
                .shownAs(node -> node.useParent() ? "parent" : node.shares())
                .text("useParent", node -> node.useParent() ? true : null)
                .unshown()
                .text("active", TreeNode::active)
                .unshown()
                .time("asOf", node -> asOf)
                .unshown();
        Set<Compared> compared = EnumSet.noneOf(Compared.class);
        for (PolicyRanking ranking : policies) {
            boolean isFirst = compared.add(ranking.compared());
            if (policies.size() == 1) {
                new PolicyColumns(ranking, columns).all();
            } else {
                new PolicyColumns(ranking, columns).sideBySide(isFirst);
            }
        }
        columns.text("note", this::note);
        if (nodes.stream().allMatch(node -> note(node) == null)) {
            columns.unshown();
        }
        return columns.report(nodes);
    }

    /** The columns of one policy. */
    private record PolicyColumns(PolicyRanking ranking, Columns<TreeNode> columns) {
        void all() {
            factor("normShares", "NORM SHARES", ShareStatus::normShares);
            usageOf();
            usage("RAW USAGE");
            factor("normUsage", "NORM USAGE", ShareStatus::normUsage);
            factor("effectiveUsage", "EFFECTV USAGE", ShareStatus::effectiveUsage);
            levelShare();
            factor("fairShare", "FAIR SHARE", ShareStatus::factor);
            add("rank", Format.TEXT, ShareStatus::rank)
                    .headed("RANK")
                    .shownAs(of(status -> status.rank() == null ? null : status.rank() + "/" + status.of()));
            add("of", Format.WHOLE, ShareStatus::of).unshown();
            add("asOf", Format.TIME, ShareStatus::asOf).headed("AS OF");
            if (ranking.byPath().values().stream().allMatch(status -> status.asOf() == null)) {
                columns.unshown();
            }
        }

        void sideBySide(boolean hasUsage) {
            factor("normShares", "NORM SHARES", ShareStatus::normShares).unshown();
            usageOf();
            usage(ranking.compared() + " USAGE");
            if (!hasUsage) {
                columns.unshown();
            }
            factor("normUsage", "NORM USAGE", ShareStatus::normUsage).unshown();
            factor("effectiveUsage", "EFFECTV USAGE", ShareStatus::effectiveUsage)
                    .unshown();
            levelShare().unshown();
            String policy = ranking.policy().toUpperCase(Locale.ROOT);
            factor("fairShare", policy + "\nFACTOR", ShareStatus::factor);
            add("rank", Format.WHOLE, ShareStatus::rank).headed(policy + "\nRANK");
            add("of", Format.WHOLE, ShareStatus::of).unshown();
            add("asOf", Format.TIME, ShareStatus::asOf).unshown();
        }

        private void usageOf() {
            add("usageOf", Format.TEXT, status -> ranking.compared().name().toLowerCase(Locale.ROOT))
                    .unshown();
        }

        private void usage(String header) {
            add("rawUsage", Format.DECIMAL, ShareStatus::usage).headed(header);
        }

        /** Adds the level share. JSON has no infinity; therefore the field is missing if it is infinite, as in the topic. */
        private Columns<TreeNode> levelShare() {
            return add("levelShare", Format.FACTOR, status -> {
                        Double share = status.levelShare();
                        return share == null || share.isInfinite() ? null : share;
                    })
                    .headed("LEVEL FS")
                    .shownAs(of(ShareStatus::levelShare));
        }

        private Columns<TreeNode> factor(String name, String header, Function<ShareStatus, @Nullable Object> value) {
            return add(name, Format.FACTOR, value).headed(header);
        }

        private Columns<TreeNode> add(String name, Format format, Function<ShareStatus, @Nullable Object> value) {
            return columns.add(ranking.policy() + "." + name, format, of(value));
        }

        private Function<TreeNode, @Nullable Object> of(Function<ShareStatus, @Nullable Object> value) {
            return node -> {
                ShareStatus status = ranking.get(node.path());
                return status == null ? null : value.apply(status);
            };
        }
    }

    private static String account(TreeNode node) {
        String path = node.account();
        return "  ".repeat(node.depth()) + path.substring(path.lastIndexOf('/') + 1);
    }

    /** Returns the reason why a node has no rank, or that its shares are undecided. */
    private @Nullable String note(TreeNode node) {
        for (PolicyRanking ranking : policies) {
            String why = ranking.leftOut().get(node.path());
            if (why != null) {
                return why.replaceFirst(", [^,]*$", "");
            }
        }
        if (!node.active()) {
            return "disabled";
        }
        boolean isPlaced = policies.stream().anyMatch(ranking -> ranking.get(node.path()) != null);
        return node.shares() == null && isPlaced ? "no shares are set" : null;
    }
}
