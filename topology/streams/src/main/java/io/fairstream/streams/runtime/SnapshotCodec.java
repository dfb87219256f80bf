package io.fairstream.streams.runtime;

import io.fairstream.streams.avro.RecordFormat;
import io.fairstream.streams.runtime.StateBytes.StateIn;
import io.fairstream.streams.runtime.StateBytes.StateOut;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** Codec that stores states and their pages as snapshots. Not thread-safe. */
public final class SnapshotCodec<S, P> implements StateCodec<S, P> {
    private final StateOut out = new StateOut();
    private final Supplier<S> empty;
    private final Layout<S, ?> states;
    private final @Nullable Layout<P, ?> pages;

    /** @param pages null for a state without pages */
    public SnapshotCodec(Supplier<S> empty, Layout<S, ?> states, @Nullable Layout<P, ?> pages) {
        this.empty = empty;
        this.states = states;
        this.pages = pages;
    }

    /** Layouts of states and of pages, if there are any. */
    Stream<Layout<?, ?>> layouts() {
        return Stream.<Layout<?, ?>>of(states, pages).filter(Objects::nonNull);
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
        return pages == null ? StateCodec.super.writePage(page) : pages.write(page, out);
    }

    @Override
    public P readPage(String key, byte[] bytes) {
        return pages == null ? StateCodec.super.readPage(key, bytes) : pages.read(key, bytes);
    }

    /**
     * Layout of stored state: its version, and its components in order, or those of a snapshot. A change of any component requires a new
     * version.
     *
     * @param <T> type of the state
     * @param <R> type of what is stored, see {@link RecordFormat}
     * @param what description for people
     * @param from restores a state from its key and its snapshot
     */
    public record Layout<T, R>(
            String what, int version, RecordFormat<R> format, Function<T, R> snapshot, BiFunction<String, R, T> from) {
        /** Layout of a state that is stored as it is. */
        public static <T> Layout<T, T> of(String what, int version, Class<T> type) {
            return new Layout<>(what, version, type, Function.identity(), (key, kept) -> kept);
        }

        public Layout(String what, int version, Class<R> type, Function<T, R> snapshot, BiFunction<String, R, T> from) {
            this(what, version, RecordFormat.of(type), snapshot, from);
        }

        /** Schema of the snapshot; a test compares it with the previous one. */
        public Schema schema() {
            return format.schema();
        }

        byte[] write(T state, StateOut out) {
            out.begin(version);
            format.write(snapshot.apply(state), out);
            return out.toByteArray();
        }

        T read(String key, byte[] bytes) {
            StateIn in = new StateIn(bytes);
            if (in.version() != version) {
                throw StateCodec.unknown(what, in.version());
            }
            return from.apply(key, format.read(in));
        }
    }
}
