package io.fairstream.rules.share;

import io.fairstream.rules.share.ShareTree.ShareNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoublePredicate;

/**
 * The ranked users of a tree.
 *
 * @param policy the name of the policy that ranked them
 * @param places places, the best first; the order of ties is fixed
 */
public record Ranking(String policy, List<Place> places) {
    /** Relative difference below which numbers are equal: usages are not more accurate. */
    private static final double TIE = 1e-9;

    public Ranking {
        places = List.copyOf(places);
    }

    /**
     * Place of one user.
     *
     * @param factor input of a priority, higher is better; its range depends on the policy
     * @param levelShare share in relation to usage, as defined by the policy; above 1 is under-served, infinite without usage
     * @param rank {@code of} is the best, 1 the worst; tied users have the best rank among them, and the next lower rank is reduced by
     *     their number
     * @param of number of ranked users
     */
    public record Place(String path, double factor, double levelShare, int rank, int of) {}

    /** A user whose rank is derived from its factor. */
    record Scored(String path, double factor, double levelShare) {}

    public Map<String, Place> byPath() {
        Map<String, Place> byPath = new HashMap<>();
        places.forEach(place -> byPath.put(place.path(), place));
        return byPath;
    }

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

    /** Returns true if two numbers count as equal; both must be 0 or more. */
    static boolean ties(double one, double other) {
        double larger = Math.max(one, other);
        return one == other || (Double.isFinite(larger) && Math.abs(one - other) <= TIE * larger);
    }

    /**
     * An active bank or user at its position in the tree.
     *
     * @param useParent whether it has no shares of its own and does not count in the sums of its siblings
     * @param ofShares S, its fraction of the shares of its level (itself and its siblings), 0 to 1; the root has 1; with {@code useParent},
     *     the fraction of the bank around the level
     * @param usage usage; for a bank, the sum over its active users
     * @param ofUsage U, its fraction of the usage of its level, 0 to 1; 0 if the level has no usage
     * @param held the banks and users in a bank, by path. Empty for a bank with {@code useParent}, whose members are on the level of the
     *     bank itself, and for a user
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
         * Ratio of the fraction of shares to the fraction of usage, among siblings: {@code LF = S / U} of Slurm's manual, "Level Fairshare
         * Calculation", and flux's weight. Above 1 is under-served; without shares 0; without usage infinite. With {@code useParent}
         * infinite, too: first in its bank, as in Slurm, together with users without usage.
         */
        public double levelShare() {
            return useParent ? Double.POSITIVE_INFINITY : ratio(ofShares, ofUsage);
        }

        /** Divides shares by usage: 0 without shares, else infinite without usage. */
        static double ratio(double shares, double usage) {
            if (shares == 0) {
                return 0;
            }
            return usage == 0 ? Double.POSITIVE_INFINITY : shares / usage;
        }
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

        private final int of;
        private final List<Ranking.Place> places;
        private int rank;

        private LevelWalk(int users, DoublePredicate ranksWithBank) {
            this.of = users;
            this.ranksWithBank = ranksWithBank;
            this.places = new ArrayList<>(users);
        }

        /** Ranks by level shares; the factor is {@code rank / of}. */
        static Ranking rank(String policy, ShareTree tree, DoublePredicate ranksWithBank) {
            LevelWalk walk = new LevelWalk(tree.users(), ranksWithBank);
            if (tree.root() != null) {
                walk.visit(tree.root().held(), false);
            }
            return new Ranking(policy, walk.places);
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
