package io.fairstream.rules.share;

import io.fairstream.rules.Bounds;
import io.fairstream.rules.Names.PseudoUsers;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.share.Ranking.Share;
import io.fairstream.rules.share.ShareTree.ShareNode;
import io.fairstream.rules.share.ShareTree.TreeCheck;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gives everybody a place, with whatever is known: who cannot stand in a tree with the others is left out, and the others are
 * ranked without.
 *
 * @param unlisted shares of banks and users for whom nobody decided any, 0 or more; 0 leaves them out
 */
public record FairShares(FairSharePolicy policy, double unlisted) {

    /**
     * The places at one instant.
     *
     * @param tree who shares with whom
     * @param leftOut why, by path
     */
    public record Places(ShareTree tree, Ranking ranking, Map<String, String> leftOut) {
        public Places {
            leftOut = Map.copyOf(leftOut);
        }
    }

    public FairShares {
        if (!(unlisted >= 0 && unlisted <= Bounds.SHARES)) {
            throw new IllegalArgumentException("unlisted: " + unlisted + " (expected: 0 to 1e12)");
        }
    }

    /** The same for usages that decay with this half-life. */
    public FairShares under(HalfLife halfLife) {
        return new FairShares(policy.under(halfLife), unlisted);
    }

    /**
     * The places of all who can have one; usages are those at one instant, and what rounding left below 0 is 0. Of
     * several roots the one counts whose shares were decided, else the one with the most users below.
     */
    public Places rank(Collection<Claim> claims) {
        List<Claim> sorted = new ArrayList<>(claims);
        sorted.sort(Comparator.comparing(Claim::path));
        TreeCheck check = new TreeCheck();
        prefer(sorted, check);
        Map<String, Double> usages = new HashMap<>();
        Map<String, String> leftOut = new HashMap<>();
        for (Claim claim : sorted) {
            String problem = problem(claim);
            if (problem == null) {
                problem = check.add(claim.node(unlisted), Math.max(0, claim.usage()));
            }
            if (problem == null) {
                usages.put(claim.path(), Math.max(0, claim.usage()));
            } else {
                leftOut.put(claim.path(), problem);
            }
        }
        ShareTree tree = ShareTree.ofValid(check.nodes(), usages);
        return new Places(tree, policy.rank(tree), leftOut);
    }

    /** The root whose shares were decided, else the one with the most users below. */
    private void prefer(List<Claim> sorted, TreeCheck check) {
        Map<String, Integer> users = new HashMap<>();
        List<ShareNode> roots = new ArrayList<>();
        for (Claim claim : sorted) {
            ShareNode node = claim.node(unlisted);
            if (problem(claim) != null || node.refusal() != null) {
                continue;
            }
            if (node.parent() == null) {
                roots.add(node);
                if (claim.isListed()) {
                    check.prefer(node);
                }
            } else if (claim.kind() == ShareNode.Kind.USER) {
                users.merge(claim.path().substring(0, claim.path().indexOf('/')), 1, Integer::sum);
            }
        }
        roots.sort(Comparator.comparing((ShareNode root) -> users.getOrDefault(root.path(), 0))
                .reversed());
        roots.forEach(check::prefer);
    }

    private @Nullable String problem(Claim claim) {
        if (claim.isListed()) {
            return null;
        }
        if (unlisted == 0) {
            return "shares: none decided";
        }
        boolean isNobodys =
                claim.path().equals(PseudoUsers.UNKNOWN) || claim.path().startsWith(PseudoUsers.UNKNOWN + "/");
        return isNobodys ? "bank: none was ever said" : null;
    }

    /**
     * Facts known of a bank, or of a user in a bank, when the places are assigned.
     *
     * @param path names from the root down, separated by slashes
     * @param shares weight among its siblings, or null when nobody decided it
     * @param useParent whether it was decided that it has no shares of its own but its parent's place
     * @param usage what it used, the same unit for all; that of a bank is not looked at
     */
    public record Claim(
            String path,
            ShareNode.Kind kind,
            @Nullable Double shares,
            boolean active,
            boolean useParent,
            double usage) {
        /** A claim with shares of its own, or none decided. */
        public Claim(String path, ShareNode.Kind kind, @Nullable Double shares, boolean active, double usage) {
            this(path, kind, shares, active, false, usage);
        }

        /** The same with another usage. */
        public Claim using(double other) {
            return new Claim(path, kind, shares, active, useParent, other);
        }

        /** True if the shares of the claim were decided. */
        boolean isListed() {
            return shares != null;
        }

        ShareNode node(double unlisted) {
            return new ShareNode(path, kind, shares == null ? unlisted : shares, active, useParent);
        }
    }

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
}
