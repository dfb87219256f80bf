package io.fairstream.rules.share;

import io.fairstream.rules.share.ShareTree.ShareNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoublePredicate;

/**
 * The users of a tree, each in its place.
 *
 * @param policy the name of the policy that ranked them
 * @param places the best first; those who tie by level share and name
 */
public record Ranking(String policy, List<Place> places) {
    /** Relative difference below which numbers are equal: usages are not known better. */
    private static final double TIE = 1e-9;

    public Ranking {
        places = List.copyOf(places);
    }

    /**
     * The place of one user.
     *
     * @param factor what a priority is made of, the more the better; which range it has says the policy
     * @param levelShare what it is owed against what it had, as the policy compares it; above 1 is under-served, infinite
     *     without usage
     * @param rank {@code of} is the best, 1 the worst; those who tie have the best rank among them, and the next rank
     *     below counts all of them
     * @param of how many users are ranked
     */
    public record Place(String path, double factor, double levelShare, int rank, int of) {}

    /** A user whose rank follows from its factor. */
    record Scored(String path, double factor, double levelShare) {}

    /** The places by path. */
    public Map<String, Place> byPath() {
        Map<String, Place> byPath = new HashMap<>();
        places.forEach(place -> byPath.put(place.path(), place));
        return byPath;
    }

    /** The ranking of users by their factors. */
    static Ranking byFactor(String policy, List<Scored> users) {
        List<Scored> sorted = new ArrayList<>(users);
        sorted.sort(Comparator.comparingDouble(Scored::factor).reversed().thenComparing(Scored::path));
        List<Place> places = new ArrayList<>(sorted.size());
        int of = sorted.size();
        Scored first = null;
        int rank = of;
        for (Scored user : sorted) {
            if (first == null || !ties(first.factor, user.factor)) {
                first = user;
                rank = of - places.size();
            }
            places.add(new Place(user.path, user.factor, user.levelShare, rank, of));
        }
        return new Ranking(policy, places);
    }

    /** Returns true if two numbers count as equal; neither is negative. */
    static boolean ties(double one, double other) {
        double larger = Math.max(one, other);
        return one == other || (Double.isFinite(larger) && Math.abs(one - other) <= TIE * larger);
    }

    /**
     * An active bank or user in its place in the tree.
     *
     * @param useParent whether it has no shares of its own, nor any part in what its siblings have
     * @param ofShares S, its part of the shares of its level (itself and its siblings), 0 to 1; the root has 1; that of the bank
     *     around the level with {@code useParent}
     * @param usage what it used; of a bank: the sum over its active users
     * @param ofUsage U, its part of the usage of its level, 0 to 1; 0 where the level used nothing
     * @param held the level within a bank, by path: banks and users side by side. With {@code useParent} a bank holds nothing
     *     here, since what is in it stands beside it. A user holds nothing
     */
    public record Share(
            String path,
            ShareNode.Kind kind,
            boolean useParent,
            double ofShares,
            double usage,
            double ofUsage,
            List<Share> held) {
        public boolean isUser() {
            return kind == ShareNode.Kind.USER;
        }

        /**
         * Ratio of the share owed to the usage, among siblings: {@code LF = S / U} of Slurm's manual, "Level Fairshare Calculation",
         * and flux's weight. Above 1 is under-served; without shares 0; without usage infinite. With {@code useParent} infinite, too:
         * first in its bank, as in Slurm, beside those who used nothing.
         */
        public double levelShare() {
            return useParent ? Double.POSITIVE_INFINITY : ratio(ofShares, ofUsage);
        }

        /** Shares over usage: 0 without shares, else infinite without usage. */
        static double ratio(double shares, double usage) {
            if (shares == 0) {
                return 0;
            }
            return usage == 0 ? Double.POSITIVE_INFINITY : shares / usage;
        }
    }

    /**
     * A walk through a tree, depth first, at each level the highest level share first, which ranks the users as it meets
     * them: the rank starts at the number of users and goes down by one with each.
     *
     * <p>Siblings that tie are met together: users have one rank, what tied banks hold is merged before it is looked at.
     */
    static final class LevelWalk {
        private static final Comparator<Share> BEST_FIRST =
                Comparator.comparingDouble(Share::levelShare).reversed().thenComparing(Share::path);

        /**
         * True if a user that ties with a bank at a level share has the rank of that bank's best users, false if the user goes before
         * them.
         */
        private final DoublePredicate ranksWithBank;

        private final int of;
        private final List<Ranking.Place> places;
        private int rank;

        private LevelWalk(int users, DoublePredicate ranksWithBank) {
            this.of = users;
            this.ranksWithBank = ranksWithBank;
            this.places = new ArrayList<>(users);
        }

        /** The ranking by level shares; the factor is {@code rank / of}. */
        static Ranking rank(String policy, ShareTree tree, DoublePredicate ranksWithBank) {
            LevelWalk walk = new LevelWalk(tree.users(), ranksWithBank);
            if (tree.root() != null) {
                walk.visit(tree.root().held(), false);
            }
            return new Ranking(policy, walk.places);
        }

        /** {@code tied}: the first users met have the rank of those met before. */
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
                    rank = isTied || places.size() > before ? rank : of - before;
                    places.add(new Ranking.Place(share.path(), (double) rank / of, share.levelShare(), rank, of));
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
