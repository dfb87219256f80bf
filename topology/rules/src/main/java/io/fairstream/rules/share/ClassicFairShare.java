package io.fairstream.rules.share;

import java.util.ArrayList;
import java.util.List;

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
public record ClassicFairShare(double dampening) implements FairSharePolicy {
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
