package io.fairstream.rules.share;

/** How shares and usages decide who is served first. */
public sealed interface FairSharePolicy permits FluxFairShare, FairTree, ClassicFairShare, CondorPriority {
    /** Its name in configuration and tables. */
    String name();

    /** The places of all users of a tree. */
    Ranking rank(ShareTree tree);
}
