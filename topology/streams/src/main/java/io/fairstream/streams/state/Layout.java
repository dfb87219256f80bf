package io.fairstream.streams.state;

import io.fairstream.streams.wire.RecordFormat;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.avro.Schema;

/**
 * Layout of kept state: the version of the layout and a snapshot, its components in their order. Whoever changes a component
 * raises the version.
 *
 * @param <T> what is kept
 * @param <R> its snapshot
 */
final class Layout<T, R extends Record> {
    private final String what;
    private final int version;
    private final RecordFormat<R> format;
    private final Function<T, R> snapshot;
    private final BiFunction<String, R, T> from;

    /**
     * @param what for people
     * @param from makes it of its key and its snapshot
     */
    Layout(String what, int version, Class<R> type, Function<T, R> snapshot, BiFunction<String, R, T> from) {
        this.what = what;
        this.version = version;
        this.format = RecordFormat.of(type);
        this.snapshot = snapshot;
        this.from = from;
    }

    /** As a test holds it against that of before. */
    Schema schema() {
        return format.schema();
    }

    int version() {
        return version;
    }

    byte[] write(T state, SnapshotOut out) {
        out.begin(version);
        format.write(snapshot.apply(state), out);
        return out.toByteArray();
    }

    T read(String key, byte[] bytes) {
        SnapshotIn in = new SnapshotIn(bytes);
        if (in.version() != version) {
            throw StateCodec.unknown(what, in.version());
        }
        return from.apply(key, format.read(in));
    }
}
