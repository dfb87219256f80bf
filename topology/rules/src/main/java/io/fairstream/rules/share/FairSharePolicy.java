package io.fairstream.rules.share;

import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.HalfLife.RealPriority;
import io.fairstream.rules.share.Ranking.LevelWalk;
import io.fairstream.rules.share.Ranking.Share;
import java.util.ArrayList;
import java.util.List;

/** Policy by which shares and usages decide who is served first. */
public sealed interface FairSharePolicy {
    /** Its name in configuration and tables. */
    String name();

    /** The places of all users of a tree. */
    Ranking rank(ShareTree tree);

    /** The same policy for usages that decay with this half-life; most do not mind with which they do. */
    default FairSharePolicy under(HalfLife halfLife) {
        return this;
    }

    /**
     * Slurm's Fair Tree, as its manual has it: who is in a bank that is owed more is served before all who are not.
     *
     * <p>Level shares {@code LF = S / U} among siblings, banks and users alike, the highest first, depth first; the factor is
     * {@code rank / N}, above 0 to 1. Who has {@code Fairshare=parent} comes first in its bank; what a bank with it holds is ranked
     * beside that bank's siblings.
     *
     * <p>
     * "Ties" of the manual: sibling users have the same rank; a user that ties with a sibling account has the rank of that
     * account's highest ranked user; accounts that tie have their children merged. Slurm's code (26.05) merges none and does not
     * give tied accounts' users equal ranks. So in a tree where all are idle all have 1, however deep they are.
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
     * Slurm's classic fair share: {@code F = 2^(-(UE/S)/d)}, 0 to 1; 0.5 is who used just what it is owed.
     *
     * <p>{@code S} is the product of the parts of shares from the root down. {@code UE} is the effective usage, "The Slurm
     * Fair-Share Formula" of the manual: {@code UE = UA + (UE of the parent - UA) · shares / siblings' shares}, and at the level
     * below the root {@code UE = UA}; {@code UA} is the part of all usage. Who has no shares has the factor 0. With {@code
     * Fairshare=parent} {@code S} and {@code UE} are those of the bank.
     *
     * <p>The level share is {@code S / UE}.
     *
     * @param dampening d, Slurm's {@code FairShareDampeningFactor}, above 0: the more, the less a use counts
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
            return Ranking.byFactor(name(), users);
        }

        private void score(Share share, Share root, double shares, double effective, List<Ranking.Scored> users) {
            if (share.isUser()) {
                double owed = Share.ratio(shares, effective);
                users.add(new Ranking.Scored(share.path(), Math.pow(2, -1 / (owed * dampening)), owed));
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
     * HTCondor's effective user priority as a fair share: the factor is {@code 1 / EUP}, 0 to 2, in proportion to which
     * HTCondor divides its machines.
     *
     * <p>{@code EUP = RUP · priority factor}. HTCondor has factors and no shares: a user's factor is {@code 1 / S}, with S the
     * product of its parts of shares from the root down, so that of users with the same real priority each is served in
     * proportion to its shares; with {@code useParent} S is that of the bank. The real priority follows from the decayed usage,
     * {@code RUP = max(0.5, U·ln2/h)}: other users' usage does not count, nor does how deep a user is. The level share is
     * {@code 1 / EUP}, too.
     *
     * @param halfLife h, with which the usages decay; they are in resource-seconds
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
            return Ranking.byFactor(name(), users);
        }

        @Override
        public FairSharePolicy under(HalfLife other) {
            return new CondorPriority(other);
        }

        private void score(Share share, double shares, List<Ranking.Scored> users) {
            if (share.isUser()) {
                double owed = shares / RealPriority.of(share.usage(), halfLife);
                users.add(new Ranking.Scored(share.path(), owed, owed));
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
     * <p>The weight is the level share, {@code (shares / siblings' shares) / (usage / siblings' usage)}, in doubles: flux's
     * code cuts the siblings' usage off to a whole number. Banks that tie are merged. A user that ties with a bank goes first, as
     * in flux, which ranks deeper users lower for it even where nobody used anything; here all who are idle tie, however deep
     * they are.
     *
     * <p>flux-accounting lets a bank hold banks or users, not both, though its code ranks either. Here users beside banks are ranked with
     * them on one level. It knows no {@code useParent}, which is taken as Slurm has it.
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
