package io.fairstream.streams.config;

/**
 * The number of the layouts in which all state is kept, for operators. A release that changes the layout of a store raises it by one and
 * reads the layouts of the release before, too.
 */
public final class StateVersion {
    /** The number of this release. */
    public static final int NOW = 1;

    private StateVersion() {}
}
