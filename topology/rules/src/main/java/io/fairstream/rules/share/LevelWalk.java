package io.fairstream.rules.share;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoublePredicate;

/**
 * A walk through a tree, depth first, at each level the highest level share first, which ranks the users as it meets
 * them: the rank starts at the number of users and goes down by one with each.
 *
 * <p>Siblings that tie are met together: users have one rank, what tied banks hold is merged before it is looked at.
 */
final class LevelWalk {
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
