package io.fairstream.rules.share;

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
public record FluxFairShare() implements FairSharePolicy {
    @Override
    public String name() {
        return "flux";
    }

    @Override
    public Ranking rank(ShareTree tree) {
        return LevelWalk.rank(name(), tree, Double::isInfinite);
    }
}
