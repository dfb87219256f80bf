package io.fairstream.rules.share;

import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.HalfLife.RealPriority;
import io.fairstream.rules.share.Ranking.LevelWalk;
import io.fairstream.rules.share.ShareTree.Share;
import java.util.ArrayList;
import java.util.List;

/** Policy that orders users by shares and usages. */
public sealed interface FairSharePolicy {
    /** Name of the policy in configuration and tables. */
    String name();

    Ranking rank(ShareTree tree);

    /** Returns the policy for usages that decay with this half-life; most policies do not depend on it. */
    default FairSharePolicy under(HalfLife halfLife) {
        return this;
    }

    /**
     * Slurm's Fair Tree, as documented in its manual: all users of a bank with a higher level share are served before the users of banks
     * with a lower one.
     *
     * <p>Level shares {@code LF = S / U} among siblings, banks and users alike, the highest first, depth first; the factor is
     * {@code rank / N}, above 0 to 1. A user with {@code Fairshare=parent} comes first in its bank; the members of a bank with it are
     * ranked with that bank's siblings.
     *
     * <p> "Ties" of the manual: sibling users have the same rank; a user that ties with a sibling account has the rank of that account's
     * highest ranked user; the children of tied accounts are merged. Slurm's code (26.05) does not merge them and does not give equal ranks
     * to the users of tied accounts. By the manual's rule, all users of an idle tree have the factor 1 at any depth.
     */
    record FairTree() implements FairSharePolicy {
        @Override
        public String name() {
            return "fair-tree";
        }

        @Override
        public Ranking rank(ShareTree tree) {
            return LevelWalk.rank(name(), tree, levelShare -> true);
        }
    }

    /**
     * Slurm's classic fair share: {@code F = 2^(-(UE/S)/d)}, 0 to 1; a user who used exactly its share has 0.5 if d is 1.
     *
     * <p>{@code S} is the product of the fractions of shares from the root down. {@code UE} is the effective usage, "The Slurm Fair-Share
     * Formula" of the manual: {@code UE = UA + (UE of the parent - UA) · shares / siblings' shares}, and at the level below the root
     * {@code UE = UA}; {@code UA} is the fraction of the total usage. A user without shares has the factor 0. With {@code Fairshare=parent}
     * {@code S} and {@code UE} are those of the bank.
     *
     * <p>The level share is {@code S / UE}.
     *
     * @param dampening d, Slurm's {@code FairShareDampeningFactor}, above 0: a larger value reduces the effect of usage
     */
    record ClassicFairShare(double dampening) implements FairSharePolicy {
        public ClassicFairShare {
            if (!(dampening > 0) || Double.isInfinite(dampening)) {
                throw new IllegalArgumentException("dampening: " + dampening + " (expected: above 0)");
            }
        }

        @Override
        public String name() {
            return "classic";
        }

        @Override
        public Ranking rank(ShareTree tree) {
            List<Ranking.Scored> users = new ArrayList<>(tree.users());
            Share root = tree.root();
            if (root != null) {
                double all = part(root.usage(), root);
                for (Share top : root.held()) {
                    if (top.useParent()) {
                        score(top, root, 1, all, users);
                    } else {
                        score(top, root, top.ofShares(), part(top.usage(), root), users);
                    }
                }
            }
            return Ranking.byFactor(name(), tree, users);
        }

        private void score(Share share, Share root, double shares, double effective, List<Ranking.Scored> users) {
            if (share.isUser()) {
                double owed = Share.ratio(shares, effective);
                users.add(new Ranking.Scored(share, Math.pow(2, -1 / (owed * dampening)), owed));
            }
            for (Share held : share.held()) {
                if (held.useParent()) {
                    score(held, root, shares, effective, users);
                } else {
                    double actual = part(held.usage(), root);
                    double heldEffective = actual + (effective - actual) * held.ofShares();
                    score(held, root, shares * held.ofShares(), heldEffective, users);
                }
            }
        }

        private static double part(double usage, Share root) {
            return usage == 0 ? 0 : usage / root.usage();
        }
    }

    /**
     * HTCondor's effective user priority as a fair share: the factor is {@code 1 / EUP}, 0 to 2; HTCondor divides its machines in
     * proportion to it.
     *
     * <p>{@code EUP = RUP · priority factor}. HTCondor has factors and no shares. A user's factor is {@code 1 / S}, where S is the product
     * of the fractions of shares from the root down, so that users with the same real priority are served in proportion to their shares;
     * with {@code useParent} S is that of the bank. The real priority follows from the decayed usage, {@code RUP = max(0.5, U·ln2/h)}:
     * other users' usage and the depth of the user do not count. The level share is {@code 1 / EUP}, too.
     *
     * @param halfLife h, the half-life of the usages, which are in resource-seconds
     */
    record CondorPriority(HalfLife halfLife) implements FairSharePolicy {
        @Override
        public String name() {
            return "condor";
        }

        @Override
        public Ranking rank(ShareTree tree) {
            List<Ranking.Scored> users = new ArrayList<>(tree.users());
            if (tree.root() != null) {
                score(tree.root(), 1, users);
            }
            return Ranking.byFactor(name(), tree, users);
        }

        @Override
        public FairSharePolicy under(HalfLife other) {
            return new CondorPriority(other);
        }

        private void score(Share share, double shares, List<Ranking.Scored> users) {
            if (share.isUser()) {
                double owed = shares / RealPriority.of(share.usage(), halfLife);
                users.add(new Ranking.Scored(share, owed, owed));
            }
            for (Share held : share.held()) {
                score(held, held.useParent() ? shares : shares * held.ofShares(), users);
            }
        }
    }

    /**
     * flux-accounting's fair share, "The Calculation" of its manual: {@code F = rank / N} after a walk through the weighted
     * tree, above 0 to 1.
     *
     * <p>The weight is the level share, {@code (shares / siblings' shares) / (usage / siblings' usage)}, in doubles: flux's code truncates
     * the siblings' usage to a whole number. Tied banks are merged. A user that ties with a bank goes first, as in flux. flux therefore
     * ranks deeper users lower even if nobody used anything; here all idle users tie, at any depth.
     *
     * <p>flux-accounting allows banks or users in a bank, not both, although its code can rank both. Here users and banks in the same bank
     * are ranked on one level. flux-accounting has no {@code useParent}; its meaning here is Slurm's.
     */
    record FluxFairShare() implements FairSharePolicy {
        @Override
        public String name() {
            return "flux";
        }

        @Override
        public Ranking rank(ShareTree tree) {
            return LevelWalk.rank(name(), tree, Double::isInfinite);
        }
    }
}
