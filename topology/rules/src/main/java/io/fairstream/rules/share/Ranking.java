package io.fairstream.rules.share;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
}
