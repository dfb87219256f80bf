package io.fairstream.streams.runtime;

/**
 * Layout of a state and of the pages of its history. The first byte is the version of the layout; other versions are refused.
 *
 * @param <S> the state, mutable
 * @param <P> page of older history
 */
public interface StateCodec<S, P> {
    S create();

    byte[] write(S state);

    S read(String key, byte[] bytes);

    /** Writes a page; a codec of states without pages refuses. */
    default byte[] writePage(P page) {
        throw new UnsupportedOperationException("no pages");
    }

    default P readPage(String key, byte[] bytes) {
        throw new UnsupportedOperationException("no pages");
    }

    static IllegalStateException unknown(String what, int version) {
        return new IllegalStateException(what + ": layout version " + version
                + " (expected: one this release knows; was the state written by a newer one?)");
    }

    /**
     * Version of all state layouts, for operators. A release that changes the layout of any store increments it and also reads the layouts
     * of the previous release.
     */
    public static final class StateVersion {
        public static final int NOW = 1;

        private StateVersion() {}
    }
}
