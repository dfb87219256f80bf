package io.fairstream.cli.replay;

import java.util.Locale;

/** Kinds of events that a recording's jobs are converted to. */
enum ReplayTarget {
    MATCHES,
    JOBS,
    BOTH;

    boolean hasMatches() {
        return this != JOBS;
    }

    boolean hasJobs() {
        return this != MATCHES;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
