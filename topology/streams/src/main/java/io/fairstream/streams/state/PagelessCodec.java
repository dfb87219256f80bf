package io.fairstream.streams.state;

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
