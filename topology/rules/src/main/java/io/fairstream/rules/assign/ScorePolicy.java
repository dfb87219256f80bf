package io.fairstream.rules.assign;

import org.jspecify.annotations.Nullable;

/** How projects compare. */
public sealed interface ScorePolicy permits HighestBalance, RecentShare {
    /** As the setting names it. */
    String name();

    /**
     * The score of a project for a host, higher is better; null when it is not to be given any.
     *
     * @param fit the wanted keywords' fractions, and 0.1 for a program that uses the host's GPU or virtual machine
     */
    @Nullable
    Score score(Project project, double fit);

    /**
     * How good a project is for a host.
     *
     * @param value higher is better
     * @param reason where it comes from
     */
    record Score(double value, String reason) {}

    /** Why a project has no score. */
    String absence();
}
