package io.fairstream.rules.share;

import io.fairstream.rules.decay.HalfLife;

/** Policy by which shares and usages decide who is served first. */
public sealed interface FairSharePolicy permits FluxFairShare, FairTree, ClassicFairShare, CondorPriority {
    /** Its name in configuration and tables. */
    String name();

    /** The places of all users of a tree. */
    Ranking rank(ShareTree tree);

    /** The same policy for usages that decay with this half-life; most do not mind with which they do. */
    default FairSharePolicy under(HalfLife halfLife) {
        return this;
    }
}
