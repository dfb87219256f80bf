package io.fairstream.streams.state;

/**
 * The layout of a state and of the pages of its history. The first byte of what is written is the version of the layout; another
 * version is refused.
 *
 * @param <S> the state, mutable
 * @param <P> a page of older history
 */
public interface StateCodec<S, P> {
    /** The state of a key of which nothing is known. */
    S create();

    byte[] write(S state);

    S read(String key, byte[] bytes);

    byte[] writePage(P page);

    P readPage(String key, byte[] bytes);

    /** The failure to read a layout of another version. */
    static IllegalStateException unknown(String what, int version) {
        return new IllegalStateException(what + ": layout version " + version
                + " (expected: one this release knows; was the state written by a newer one?)");
    }

    /**
     * Codec of a state that has no history beside it.
     *
     * @param <S> the state, mutable
     */
    public interface PagelessCodec<S> extends StateCodec<S, Void> {
        @Override
        default byte[] writePage(Void page) {
            throw new UnsupportedOperationException("no pages");
        }

        @Override
        default Void readPage(String key, byte[] bytes) {
            throw new UnsupportedOperationException("no pages");
        }
    }

    /**
     * The number of the layouts in which all state is kept, for operators. A release that changes the layout of a store raises it
     * by one and reads the layouts of the release before, too.
     */
    public static final class StateVersion {
        /** The number of this release. */
        public static final int NOW = 1;

        private StateVersion() {}
    }
}
