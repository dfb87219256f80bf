package io.fairstream.benchmarks.flink;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.jspecify.annotations.Nullable;

/**
 * An operator that keeps a value for each key and changes it on the heap. What has changed is written to the state and published
 * once for each checkpoint, before its barrier.
 *
 * @param <S> the value, which is immutable
 */
abstract class WriteBack<I, S, O> extends AbstractStreamOperator<O> implements OneInputStreamOperator<I, O> {
    private static final long serialVersionUID = 1L;

    /** Values on the heap between checkpoints, in each task. */
    private static final int MAX_CACHED = 200_000;

    private final ValueStateDescriptor<S> descriptor;
    private transient ValueState<S> state;
    private transient Map<String, Cached<S>> cache;
    private transient List<Cached<S>> changed;

    /** A value on the heap. */
    static final class Cached<S> {
        private final String key;
        private S value;
        private long sent;
        private boolean isChanged;

        private Cached(String key, S value) {
            this.key = key;
            this.value = value;
        }

        String key() {
            return key;
        }

        S value() {
            return value;
        }

        /** The newest timestamp of the records that changed it, milliseconds since 1970. */
        long sent() {
            return sent;
        }
    }

    @SuppressWarnings("NullAway.Init") // what is transient is there from open on
    WriteBack(String name, TypeSerializer<S> serializer) {
        this.descriptor = new ValueStateDescriptor<>(name, serializer);
    }

    /** The value of a key of which nothing is known. */
    abstract S unknown();

    /** Emits what is to be seen of a value that has changed. */
    abstract void publish(Cached<S> cached);

    /** Emits what else is to be seen before a checkpoint. */
    void finishCheckpoint() {}

    @Override
    public void open() throws Exception {
        super.open();
        state = getRuntimeContext().getState(descriptor);
        cache = new HashMap<>();
        changed = new ArrayList<>();
    }

    /** The value of the key of the element that is processed now. */
    Cached<S> cached(String key) throws IOException {
        Cached<S> known = cache.get(key);
        if (known == null) {
            @Nullable S kept = state.value();
            known = new Cached<>(key, kept == null ? unknown() : kept);
            cache.put(key, known);
        }
        return known;
    }

    void change(Cached<S> cached, S value, long sent) {
        cached.value = value;
        cached.sent = Math.max(cached.sent, sent);
        if (!cached.isChanged) {
            cached.isChanged = true;
            changed.add(cached);
        }
    }

    @Override
    public void prepareSnapshotPreBarrier(long checkpoint) throws Exception {
        for (Cached<S> cached : changed) {
            setCurrentKey(cached.key);
            state.update(cached.value);
            publish(cached);
            cached.isChanged = false;
        }
        changed.clear();
        finishCheckpoint();
        if (cache.size() > MAX_CACHED) {
            cache.clear();
        }
    }
}
