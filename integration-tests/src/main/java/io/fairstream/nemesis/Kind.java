package io.fairstream.nemesis;

import java.util.List;
import java.util.Locale;

/** Kind of fault of a site, with its victims and its duration. */
public enum Kind {
    /** {@code kill -9}, and a start on the state that was left. */
    KILL_INSTANCE(Names.INSTANCES, 0, 6),
    /** {@code kill -9}, and a start without any local state. */
    LOSE_STATE(Names.INSTANCES, 0, 6),
    /** {@code SIGSTOP} and {@code SIGCONT}: shorter and longer than a session. */
    PAUSE_INSTANCE(Names.INSTANCES, 1, 12),
    /** An end in order, and a start. */
    RESTART_INSTANCE(Names.INSTANCES, 0, 4),
    /** An instance that is started and killed again and again before it has begun. */
    STORM(Names.INSTANCES, 6, 12),
    /** An instance that keeps state as the release before is replaced by one that keeps it as this one; later ones: a restart. */
    KILL_BROKER(Names.BROKERS, 0, 6),
    PAUSE_BROKER(Names.BROKERS, 1, 10),
    RESTART_BROKER(Names.BROKERS, 0, 4),
    KILL_CONNECTOR(Names.CONNECTORS, 0, 5),
    PAUSE_CONNECTOR(Names.CONNECTORS, 1, 10),
    /** No byte between a client and a broker, in both directions. */
    CUT_CLIENT(Names.CLIENTS, 2, 12),
    /** Requests arrive and answers do not, or the other way round. */
    CUT_CLIENT_ONE_WAY(Names.CLIENTS, 2, 12),
    /** A client that reaches no broker at all. */
    CUT_CLIENT_OFF(Names.CLIENTS, 2, 12),
    /** No byte between two brokers, controllers included. */
    CUT_BROKERS(Names.BROKERS, 2, 12),
    CUT_BROKERS_ONE_WAY(Names.BROKERS, 2, 12),
    /** A broker that reaches no other broker; clients reach it. */
    CUT_BROKER_OFF(Names.BROKERS, 2, 12),
    /** Each piece of bytes between a client and all brokers takes 50 to 400 ms longer. */
    SLOW(Names.CLIENTS, 3, 12),
    /** All connections to a broker break at once. */
    RESET(Names.BROKERS, 0, 0),
    /** Long enough for a start that fails, as {@link #READ_ONLY_DISK}. */
    FULL_DISK(List.of(Names.SMALL_INSTANCE, Names.SMALL_BROKER), 8, 20),
    READ_ONLY_DISK(List.of(Names.SMALL_INSTANCE, Names.SMALL_BROKER), 8, 20),
    /** Started again with a clock that is minutes ahead or behind, or runs too fast. */
    CLOCK(Names.WITH_CLOCK, 5, 15);

    @SuppressWarnings("ImmutableEnumChecker") // from Names, none of which changes
    private final List<String> targets;

    private final int shortestSeconds;
    private final int longestSeconds;

    Kind(List<String> targets, int shortestSeconds, int longestSeconds) {
        this.targets = targets;
        this.shortestSeconds = shortestSeconds;
        this.longestSeconds = longestSeconds;
    }

    /** Names of the processes that it can happen to. */
    List<String> targets() {
        return targets;
    }

    int shortestSeconds() {
        return shortestSeconds;
    }

    int longestSeconds() {
        return longestSeconds;
    }

    boolean needsDisk() {
        return this == FULL_DISK || this == READ_ONLY_DISK;
    }

    /** As on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
