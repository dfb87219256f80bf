package io.fairstream.streams.state;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps states and their pages as their snapshots. Not safe for several threads.
 *
 * @param <S> the state, mutable
 * @param <P> a page of older history
 */
final class SnapshotCodec<S, P> implements StateCodec<S, P> {
    private final SnapshotOut out = new SnapshotOut();
    private final Supplier<S> empty;
    private final Layout<S, ?> states;
    private final @Nullable Layout<P, ?> pages;

    /**
     * @param pages null for a state that has none
     */
    SnapshotCodec(Supplier<S> empty, Layout<S, ?> states, @Nullable Layout<P, ?> pages) {
        this.empty = empty;
        this.states = states;
        this.pages = pages;
    }

    @Override
    public S create() {
        return empty.get();
    }

    @Override
    public byte[] write(S state) {
        return states.write(state, out);
    }

    @Override
    public S read(String key, byte[] bytes) {
        return states.read(key, bytes);
    }

    @Override
    public byte[] writePage(P page) {
        return pages().write(page, out);
    }

    @Override
    public P readPage(String key, byte[] bytes) {
        return pages().read(key, bytes);
    }

    private Layout<P, ?> pages() {
        if (pages == null) {
            throw new UnsupportedOperationException("no pages");
        }
        return pages;
    }
}
