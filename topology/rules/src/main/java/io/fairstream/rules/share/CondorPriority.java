package io.fairstream.rules.share;

import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.RealPriority;
import java.util.ArrayList;
import java.util.List;

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
public record CondorPriority(HalfLife halfLife) implements FairSharePolicy {
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
