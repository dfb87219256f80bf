package io.fairstream.rules.share;

import io.fairstream.rules.share.FairShares.FairShareRow;
import io.fairstream.rules.share.ShareTree.Share;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoublePredicate;

/**
 * The ranked users of a tree.
 *
 * @param places rows of the users, the best first; the order of ties is fixed
 */
public record Ranking(List<FairShareRow> places) {
    /** Relative difference below which numbers are equal: usages are not more accurate. */
    private static final double TIE = 1e-9;

    public Ranking {
        places = List.copyOf(places);
    }

    /** A user whose rank is derived from its factor. */
    record Scored(Share share, double factor, double levelShare) {}

    public Map<String, FairShareRow> byPath() {
        Map<String, FairShareRow> byPath = new HashMap<>();
        places.forEach(place -> byPath.put(place.path(), place));
        return byPath;
    }

    static Ranking byFactor(String policy, ShareTree tree, List<Scored> users) {
        List<Scored> sorted = new ArrayList<>(users);
        sorted.sort(Comparator.comparingDouble(Scored::factor).reversed().thenComparing(scored -> scored.share.path()));
        List<FairShareRow> places = new ArrayList<>(sorted.size());
        int of = sorted.size();
        Scored first = null;
        int rank = of;
        for (Scored user : sorted) {
            if (first == null || !ties(first.factor, user.factor)) {
                first = user;
                rank = of - places.size();
            }
            places.add(FairShareRow.of(policy, user.share, user.factor, user.levelShare, rank, tree));
        }
        return new Ranking(places);
    }

    /** Returns true if two numbers count as equal; both must be 0 or more. */
    static boolean ties(double one, double other) {
        double larger = Math.max(one, other);
        return one == other || (Double.isFinite(larger) && Math.abs(one - other) <= TIE * larger);
    }

    /**
     * A walk through a tree, depth first and the highest level share first at each level. It ranks the users in the order of visits: the
     * rank starts at the number of users and decreases by one with each user.
     *
     * <p>Tied siblings are visited together: tied users have one rank, and the members of tied banks are merged before the visit.
     */
    static final class LevelWalk {
        private static final Comparator<Share> BEST_FIRST =
                Comparator.comparingDouble(Share::levelShare).reversed().thenComparing(Share::path);

        /**
         * Returns true if a user that ties with a bank at a level share has the rank of that bank's best users, false if the user goes
         * before them.
         */
        private final DoublePredicate ranksWithBank;

        private final String policy;
        private final ShareTree tree;
        private final List<FairShareRow> places;
        private int rank;

        private LevelWalk(String policy, ShareTree tree, DoublePredicate ranksWithBank) {
            this.policy = policy;
            this.tree = tree;
            this.ranksWithBank = ranksWithBank;
            this.places = new ArrayList<>(tree.users());
        }

        /** Ranks by level shares; the factor is {@code rank / users}. */
        static Ranking rank(String policy, ShareTree tree, DoublePredicate ranksWithBank) {
            LevelWalk walk = new LevelWalk(policy, tree, ranksWithBank);
            if (tree.root() != null) {
                walk.visit(tree.root().held(), false);
            }
            return new Ranking(walk.places);
        }

        /** Visits siblings; with {@code tied}, the first users visited get the rank of those visited before. */
        private void visit(List<Share> siblings, boolean tied) {
            List<Share> sorted = new ArrayList<>(siblings);
            sorted.removeIf(share -> !share.isUser() && share.held().isEmpty());
            sorted.sort(BEST_FIRST);
            int before = places.size();
            int from = 0;
            while (from < sorted.size()) {
                int to = endOfTie(sorted, from);
                visitEqual(sorted.subList(from, to), tied && places.size() == before);
                from = to;
            }
        }

        private static int endOfTie(List<Share> sorted, int from) {
            double highest = sorted.get(from).levelShare();
            int to = from + 1;
            while (to < sorted.size() && Ranking.ties(highest, sorted.get(to).levelShare())) {
                to++;
            }
            return to;
        }

        private void visitEqual(List<Share> equal, boolean tied) {
            boolean acrossKinds = ranksWithBank.test(equal.get(0).levelShare());
            boolean isTied = tied && acrossKinds;
            int before = places.size();
            List<Share> held = new ArrayList<>();
            for (Share share : equal) {
                if (share.isUser()) {
                    rank = isTied || places.size() > before ? rank : tree.users() - before;
                    double factor = (double) rank / tree.users();
                    places.add(FairShareRow.of(policy, share, factor, share.levelShare(), rank, tree));
                } else {
                    held.addAll(share.held());
                }
            }
            if (!held.isEmpty()) {
                visit(held, isTied || (acrossKinds && places.size() > before));
            }
        }
    }
}
