package io.fairstream.rules.assign;

import org.jspecify.annotations.Nullable;

/** Policy by which projects are compared. */
public sealed interface ScorePolicy permits HighestBalance, RecentShare {
    /** As the setting names it. */
    String name();

    /**
     * The score of a project for a host, higher is better; null when it is not to be given any.
     *
     * @param fit the wanted keywords' fractions, and 0.1 for a program that uses the host's GPU or virtual machine
     */
    @Nullable
    Double score(Project project, double fit);

    /** Where the score comes from that a project has. */
    String reason(Project project, double fit);

    /** Why a project has no score. */
    String absence();
}
