package io.fairstream.rules.share;

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
public record FairTree() implements FairSharePolicy {
    @Override
    public String name() {
        return "fair-tree";
    }

    @Override
    public Ranking rank(ShareTree tree) {
        return LevelWalk.rank(name(), tree, levelShare -> true);
    }
}
