package io.fairstream.streams.runtime;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/** Builds a {@link WriteBackStore} over a local store with a changelog. */
public final class WriteBackStores<S, P> implements StoreBuilder<WriteBackStore<S, P>> {
    private final String name;
    private final Supplier<StateCodec<S, P>> codec;
    private final HeapLimits limits;
    private final LocalStores local;
    private final Map<String, String> logConfig = new HashMap<>();
    private boolean isLogged = true;

    /**
     * @param name also part of the name of the changelog topic
     * @param codec creates a codec for each task
     * @param local local storage of the state
     */
    public WriteBackStores(String name, Supplier<StateCodec<S, P>> codec, HeapLimits limits, LocalStores local) {
        this.name = name;
        this.codec = codec;
        this.limits = limits;
        this.local = local;
    }

    /** Creates a store that lasts as long as the process. */
    public static <S, P> WriteBackStore<S, P> inMemory(String name, StateCodec<S, P> codec, HeapLimits limits) {
        return new WriteBackStore<>(Stores.inMemoryKeyValueStore(name).get(), codec, limits);
    }

    @Override
    public WriteBackStore<S, P> build() {
        StoreBuilder<KeyValueStore<Bytes, byte[]>> kept = Stores.keyValueStoreBuilder(
                        local.of(name), Serdes.Bytes(), Serdes.ByteArray())
                .withCachingDisabled();
        return new WriteBackStore<>(
                (isLogged ? kept.withLoggingEnabled(logConfig) : kept.withLoggingDisabled()).build(),
                codec.get(),
                limits);
    }

    /** Has no effect: the heap is the cache. */
    @Override
    public StoreBuilder<WriteBackStore<S, P>> withCachingEnabled() {
        return this;
    }

    @Override
    public StoreBuilder<WriteBackStore<S, P>> withCachingDisabled() {
        return this;
    }

    @Override
    public StoreBuilder<WriteBackStore<S, P>> withLoggingEnabled(Map<String, String> config) {
        isLogged = true;
        logConfig.clear();
        logConfig.putAll(config);
        return this;
    }

    @Override
    public StoreBuilder<WriteBackStore<S, P>> withLoggingDisabled() {
        isLogged = false;
        return this;
    }

    @Override
    public Map<String, String> logConfig() {
        return Map.copyOf(logConfig);
    }

    @Override
    public boolean loggingEnabled() {
        return isLogged;
    }

    @Override
    public String name() {
        return name;
    }

    /**
     * Limits on the number of states on the heap.
     *
     * @param cleanEntries maximum number after a commit in all stores that share these limits; entries not used since the previous eviction
     *     are removed first
     * @param changedEntries maximum number of changed entries in one store, which triggers a write-back before the commit; 1 writes each
     *     change at once
     * @param onHeap current number on the heap
     */
    public record HeapLimits(int cleanEntries, int changedEntries, AtomicInteger onHeap) {
        public HeapLimits(int cleanEntries, int changedEntries) {
            this(cleanEntries, changedEntries, new AtomicInteger());
        }

        /** Computes the number of a store's states that may stay on the heap. */
        int share(int own) {
            int all = onHeap.get();
            return all <= cleanEntries ? own : (int) ((long) own * cleanEntries / all);
        }
    }

    /** Storage for the state of an instance's tasks, in addition to the changelogs in Kafka. */
    public interface LocalStores {
        /** Storage on the instance's disk. */
        LocalStores ROCKS_DB = Stores::persistentKeyValueStore;

        /** Stores of all tasks for one kind of state. */
        KeyValueBytesStoreSupplier of(String name);
    }
}
