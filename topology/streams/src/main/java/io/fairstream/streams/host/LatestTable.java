package io.fairstream.streams.host;

import io.fairstream.rules.Pages;
import io.fairstream.streams.avro.AvroIn;
import io.fairstream.streams.avro.AvroOut;
import io.fairstream.streams.avro.Format;
import io.fairstream.streams.state.StateCodec;
import io.fairstream.streams.state.StateCodec.PagelessCodec;
import io.fairstream.streams.state.WriteBackStore;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.jspecify.annotations.Nullable;

/** Latest values of a topic by key, in one task. */
public final class LatestTable<T> {
    private static final int READ_AT_ONCE = 100;

    private final WriteBackStore<Latest<T>, Void> store;

    /**
     * Creates the table; must be called during the processor's initialization.
     *
     * @param atCommit additional action, once per commit
     */
    LatestTable(ProcessorContext<?, ?> context, String storeName, Runnable atCommit) {
        store = context.getStateStore(storeName);
        store.onFlush(context, new Flush(atCommit));
    }

    WriteBackStore<Latest<T>, Void> store() {
        return store;
    }

    @Nullable
    T get(String key) {
        return store.slot(key).state().value();
    }

    /** Stores the latest value of a key, or null to remove it; false if it is unchanged. */
    boolean put(String key, @Nullable T value, long timestamp) {
        WriteBackStore.CacheEntry<Latest<T>> slot = store.slot(key);
        boolean hasChanged = slot.state().become(value);
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

    private static <T> void show(WriteBackStore.CacheEntry<Latest<T>> slot, BiConsumer<String, T> visitor) {
        T value = slot.state().value();
        if (value != null) {
            visitor.accept(slot.key(), value);
        }
    }

    private final class Flush implements WriteBackStore.Flush<Latest<T>> {
        private final Runnable atCommit;

        Flush(Runnable atCommit) {
            this.atCommit = atCommit;
        }

        @Override
        public void publish(WriteBackStore.CacheEntry<Latest<T>> slot) {
            if (slot.state().value() == null) {
                store.drop(slot, new Pages(), slot.timestamp());
            }
        }

        @Override
        public void finish() {
            atCommit.run();
        }
    }

    /** Latest value of a key, or null if there is none. Mutable; one owner. */
    public static final class Latest<T> {
        private @Nullable T value;

        Latest(@Nullable T value) {
            this.value = value;
        }

        public @Nullable T value() {
            return value;
        }

        /** Replaces the value; false if it is unchanged. */
        public boolean become(@Nullable T now) {
            boolean hasChanged = !Objects.equals(value, now);
            value = now;
            return hasChanged;
        }
    }

    /**
     * Codec of latest values in the layout of the topic's schema. Not thread-safe.
     *
     * @param <T> type of the topic's values
     */
    public static final class LatestCodec<T> implements PagelessCodec<Latest<T>> {
        private static final int VERSION = 1;

        private final Format<T> format;
        private final AvroOut out = new AvroOut();

        public LatestCodec(Format<T> format) {
            this.format = format;
        }

        @Override
        public Latest<T> create() {
            return new Latest<>(null);
        }

        @Override
        public byte[] write(Latest<T> state) {
            out.reset();
            out.writeByte(VERSION);
            T value = state.value();
            out.writeBoolean(value != null);
            if (value != null) {
                format.write(value, out);
            }
            return out.toByteArray();
        }

        @Override
        public Latest<T> read(String key, byte[] bytes) {
            AvroIn in = new AvroIn(bytes, 0);
            int version = in.readByte();
            if (version != VERSION) {
                throw StateCodec.unknown(format.schema().getName(), version);
            }
            @Nullable T value = in.readBoolean() ? format.read(in) : null;
            return new Latest<>(value);
        }
    }
}
