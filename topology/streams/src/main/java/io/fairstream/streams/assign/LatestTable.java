package io.fairstream.streams.assign;

import io.fairstream.rules.Pages;
import io.fairstream.streams.avro.AvroIn;
import io.fairstream.streams.avro.AvroOut;
import io.fairstream.streams.avro.Format;
import io.fairstream.streams.runtime.StateCodec;
import io.fairstream.streams.runtime.WriteBackStore;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.jspecify.annotations.Nullable;

/** Latest values of a topic by key, in one task; the state of a key is its value, or null if there is none. */
public final class LatestTable<T> {
    private static final int READ_AT_ONCE = 100;

    private final WriteBackStore<AtomicReference<T>, Void> store;

    /** Must be called during the processor's initialization; {@code atCommit} is an additional action, once per commit. */
    LatestTable(ProcessorContext<?, ?> context, String storeName, Runnable atCommit) {
        store = context.getStateStore(storeName);
        store.onFlush(context, new WriteBackStore.Flush<>() {
            @Override
            public void publish(WriteBackStore.CacheEntry<AtomicReference<T>> slot) {
                if (slot.state().get() == null) {
                    store.drop(slot, new Pages(), slot.timestamp());
                }
            }

            @Override
            public void finish() {
                atCommit.run();
            }
        });
    }

    WriteBackStore<AtomicReference<T>, Void> store() {
        return store;
    }

    @Nullable
    T get(String key) {
        return store.slot(key).state().get();
    }

    /** Stores the latest value of a key, or null to remove it; false if it is unchanged. */
    boolean put(String key, @Nullable T value, long timestamp) {
        WriteBackStore.CacheEntry<AtomicReference<T>> slot = store.slot(key);
        boolean hasChanged = !Objects.equals(slot.state().getAndSet(value), value);
        if (hasChanged) {
            store.changed(slot, timestamp);
            store.flushIfFull();
        }
        return hasChanged;
    }

    /** Visits all values; must be called before the first record. */
    void visit(BiConsumer<String, T> visitor) {
        store.visit(null, Integer.MAX_VALUE, slot -> show(slot, visitor));
    }

    /** Visits the values of all keys that are longer than this prefix. */
    void visitUnder(String beginning, BiConsumer<String, T> visitor) {
        store.flushCache();
        String last = beginning;
        while (last != null && last.startsWith(beginning)) {
            last = store.visit(last, READ_AT_ONCE, slot -> {
                if (slot.key().startsWith(beginning)) {
                    show(slot, visitor);
                }
            });
        }
    }

    private static <T> void show(WriteBackStore.CacheEntry<AtomicReference<T>> slot, BiConsumer<String, T> visitor) {
        T value = slot.state().get();
        if (value != null) {
            visitor.accept(slot.key(), value);
        }
    }

    /** Codec of latest values in the layout of the topic's schema. Not thread-safe. */
    public static final class LatestCodec<T> implements StateCodec<AtomicReference<T>, Void> {
        private static final int VERSION = 1;

        private final Format<T> format;
        private final AvroOut out = new AvroOut();

        public LatestCodec(Format<T> format) {
            this.format = format;
        }

        @Override
        public AtomicReference<T> create() {
            return new AtomicReference<>();
        }

        @Override
        public byte[] write(AtomicReference<T> state) {
            out.reset();
            out.writeByte(VERSION);
            T value = state.get();
            out.writeBoolean(value != null);
            if (value != null) {
                format.write(value, out);
            }
            return out.toByteArray();
        }

        @Override
        public AtomicReference<T> read(String key, byte[] bytes) {
            AvroIn in = new AvroIn(bytes, 0);
            int version = in.readByte();
            if (version != VERSION) {
                throw StateCodec.unknown(format.schema().getName(), version);
            }
            @Nullable T value = in.readBoolean() ? format.read(in) : null;
            return new AtomicReference<>(value);
        }
    }
}
