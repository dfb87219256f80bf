package io.fairstream.streams.config;

/**
 * How all state together is kept, as a number for operators. A release that changes the layout of a store raises it by one, reads both layouts
 * and writes the one before as long as {@code upgrade.from} says so; it forgets the layouts before that.
 */
public final class StateVersion {
    /** Of this release: job ledgers keep all that the scheduler measured. */
    public static final int NOW = 2;

    /** Of the release before. */
    public static final int BEFORE = NOW - 1;

    private StateVersion() {}
}
