package io.fairstream.rules.share;

import io.fairstream.rules.Bounds;
import io.fairstream.rules.Names.PseudoUsers;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.share.ShareTree.Share;
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
 * Ranks users even if the data is incomplete: nodes that do not fit into a tree with the others are left out.
 *
 * @param unlisted shares of banks and users without decided shares, 0 or more; 0 leaves them out
 */
public record FairShares(FairSharePolicy policy, double unlisted) {
    /** Places of the users in their tree at one instant, and the reasons of the nodes left out, by path. */
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

    /** Returns the same rules for usages that decay with this half-life. */
    public FairShares under(HalfLife halfLife) {
        return new FairShares(policy.under(halfLife), unlisted);
    }

    /**
     * Ranks all users that fit into the tree; a negative rounding error of a usage counts as 0. Of several roots, the one with decided
     * shares counts, else the one with the most users below.
     *
     * @param asOf the instant of all usages, milliseconds since 1970
     */
    public Places rank(Collection<Claim> claims, long asOf) {
        List<Claim> sorted = new ArrayList<>(claims);
        sorted.sort(Comparator.comparing(Claim::path));
        TreeCheck check = new TreeCheck();
        prefer(sorted, check);
        Map<String, Double> usages = new HashMap<>();
        Map<String, String> leftOut = new HashMap<>();
        for (Claim claim : sorted) {
            double usage = Math.max(0, claim.usage());
            String own = problem(claim);
            String problem = own == null ? check.add(claim.node(unlisted), usage) : own;
            if (problem == null) {
                usages.put(claim.path(), usage);
            } else {
                leftOut.put(claim.path(), problem);
            }
        }
        ShareTree tree = ShareTree.ofValid(check.nodes(), usages, asOf);
        return new Places(tree, policy.rank(tree), leftOut);
    }

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
        return isNobodys ? "bank: none was ever reported" : null;
    }

    /**
     * Known facts of a bank, or of a user in a bank, for the ranking.
     *
     * @param path names from the root down, separated by slashes
     * @param shares weight among its siblings, or null if not decided
     * @param useParent whether {@code Fairshare=parent} was decided, so that it has no shares of its own
     * @param usage usage, in the same unit for all; ignored for a bank
     */
    public record Claim(
            String path,
            ShareNode.Kind kind,
            @Nullable Double shares,
            boolean active,
            boolean useParent,
            double usage) {
        /** Creates a claim with its own shares, or with none decided. */
        public Claim(String path, ShareNode.Kind kind, @Nullable Double shares, boolean active, double usage) {
            this(path, kind, shares, active, false, usage);
        }

        public Claim using(double other) {
            return new Claim(path, kind, shares, active, useParent, other);
        }

        boolean isListed() {
            return shares != null;
        }

        ShareNode node(double unlisted) {
            return new ShareNode(path, kind, shares == null ? unlisted : shares, active, useParent);
        }
    }

    /** Place of one user, as published. The names are those of the schema {@code FairShare}, which documents them. */
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
        /** Relative difference below which two numbers count as equal; they are not more accurate. */
        private static final double SAME = 1e-9;

        /**
         * Row of a user of a tree.
         *
         * @param levelShare share in relation to usage, as defined by the policy
         */
        static FairShareRow of(String policy, Share share, double factor, double levelShare, int rank, ShareTree tree) {
            return new FairShareRow(
                    share.path(),
                    policy,
                    factor,
                    Double.isInfinite(levelShare) ? null : (Double) levelShare,
                    rank,
                    tree.users(),
                    share.usage(),
                    share.ofShares(),
                    share.ofUsage(),
                    tree.asOf());
        }

        /** Returns true if another row has the same place and fractions; rounding errors do not count. */
        public boolean isSamePlace(FairShareRow other) {
            return path.equals(other.path)
                    && policy.equals(other.policy)
                    && rank == other.rank
                    && of == other.of
                    && same(factor, other.factor)
                    && same(orInfinite(levelShare), orInfinite(other.levelShare))
                    && same(normalisedShares, other.normalisedShares)
                    && same(effectiveUsage, other.effectiveUsage);
        }

        /** Returns true if the usage is this; rounding errors do not count. */
        boolean isSameUsage(double other) {
            return same(usage, other);
        }

        private static double orInfinite(@Nullable Double number) {
            return number == null ? Double.POSITIVE_INFINITY : number;
        }

        private static boolean same(double one, double other) {
            return one == other || Math.abs(one - other) <= SAME * Math.max(Math.abs(one), Math.abs(other));
        }
    }
}
