package io.fairstream.streams.runtime;

import io.fairstream.rules.Pages;
import io.fairstream.rules.Pages.Paged;
import io.fairstream.streams.runtime.WriteBackStores.HeapLimits;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * State by key, kept as objects on the heap and written back to a persistent store and its changelog at each commit.
 *
 * <p>Between commits an object changes in place any number of times; at the commit it is published and written once. The heap never holds
 * the only copy of committed state: {@link #flushCache} runs before every commit of the task, within its transaction, and {@link #init}
 * begins with an empty heap.
 *
 * <p>Each state may have numbered {@linkplain Pages pages} of older history; the task may have notes.
 */
public final class WriteBackStore<S, P> implements StateStore, FlushedBeforeCommit {
    private static final byte TASK = 0;
    private static final byte STATE = 1;
    private static final byte PAGE = 2;
    private static final int WRITTEN_AT_ONCE = 1000;

    private final KeyValueStore<Bytes, byte[]> kept;
    private final StateCodec<S, P> codec;
    private final HeapLimits limits;
    final Map<String, CacheEntry<S>> heap = new HashMap<>();
    private final List<CacheEntry<S>> changed = new ArrayList<>();
    private int counted;
    private @Nullable Flush<S> owner;
    private Consumer<Runnable> sender = Runnable::run;

    public static final class CacheEntry<S> {
        private final String key;
        private final S state;
        private long timestamp;
        private boolean isStored;
        private boolean isChanged;
        private boolean isDropped;
        private boolean isUsed;

        private CacheEntry(String key, S state) {
            this.key = key;
            this.state = state;
        }

        public String key() {
            return key;
        }

        public S state() {
            return state;
        }

        /** Timestamp of the newest record that changed the state. */
        public long timestamp() {
            return timestamp;
        }
    }

    /** Actions of the owner at each commit. */
    public interface Flush<S> {
        /** Publishes a changed state, before it is written. */
        void publish(CacheEntry<S> slot);

        /** Returns true if no more input is expected for a state, which then leaves the heap after it is written. */
        default boolean isOver(S state) {
            return false;
        }

        /** Publishes data of the task as a whole, after the states are written. */
        void finish();
    }

    WriteBackStore(KeyValueStore<Bytes, byte[]> kept, StateCodec<S, P> codec, HeapLimits limits) {
        this.kept = kept;
        this.codec = codec;
        this.limits = limits;
    }

    /** Sets the actions at each commit; called by the owner during its initialization. */
    public void onFlush(ProcessorContext<?, ?> context, Flush<S> flush) {
        onFlush(flush);
        sender = new FlushedBeforeCommit.Sender(context)::send;
    }

    /** Sets the actions at each write-back that the owner triggers. */
    public void onFlush(Flush<S> flush) {
        owner = flush;
    }

    public boolean hasChanges() {
        return !changed.isEmpty();
    }

    /** State of a key; a new one if none is stored. */
    public CacheEntry<S> slot(String key) {
        CacheEntry<S> slot = heap.get(key);
        if (slot == null) {
            byte[] bytes = kept.get(key(STATE, key));
            slot = new CacheEntry<>(key, bytes == null ? codec.create() : codec.read(key, bytes));
            slot.isStored = bytes != null;
            heap.put(key, slot);
        }
        slot.isUsed = true;
        return slot;
    }

    /** Removes from the heap a state that is neither stored nor changed, as after a rejected input. */
    public void removeIfUnused(CacheEntry<S> slot) {
        if (!slot.isStored && !slot.isChanged) {
            heap.remove(slot.key);
        }
    }

    /** State of a key, or null if none is stored. */
    public @Nullable CacheEntry<S> find(String key) {
        return heap.containsKey(key) || kept.get(key(STATE, key)) != null ? slot(key) : null;
    }

    /** Marks a state as changed, so that it is written back. */
    public void changed(CacheEntry<S> slot, long timestamp) {
        slot.timestamp = Math.max(slot.timestamp, timestamp);
        if (!slot.isChanged) {
            slot.isChanged = true;
            changed.add(slot);
        }
    }

    /** Writes back now if too many states have changed; called by the owner after each record. */
    public void flushIfFull() {
        if (changed.size() >= limits.changedEntries()) {
            flushCache();
        }
    }

    /** Deletes a key at the next write-back, and its pages now. */
    public void drop(CacheEntry<S> slot, Pages pages, long timestamp) {
        while (!pages.isEmpty()) {
            kept.delete(pageKey(slot.key, pages.takeNewest()));
        }
        slot.isDropped = true;
        changed(slot, timestamp);
    }

    public byte @Nullable [] note(String name) {
        return kept.get(key(TASK, name));
    }

    public void note(String name, byte[] bytes) {
        kept.put(key(TASK, name), bytes);
    }

    /** Moves the newest page of a state's history back into memory. */
    public void loadPage(CacheEntry<S> slot, Paged<P> history) {
        int newest = history.pages().takeNewest();
        history.loadPage(page(slot, newest));
        kept.delete(pageKey(slot.key, newest));
    }

    public P page(CacheEntry<S> slot, int number) {
        byte[] bytes = kept.get(pageKey(slot.key, number));
        return codec.readPage(slot.key, Objects.requireNonNull(bytes, "a page is missing"));
    }

    public void page(CacheEntry<S> slot, int number, P page) {
        kept.put(pageKey(slot.key, number), codec.writePage(page));
    }

    public void evictPages(CacheEntry<S> slot, Paged<P> history) {
        for (P page = history.evictPage(); page != null; page = history.evictPage()) {
            page(slot, history.pages().add(), page);
        }
    }

    /**
     * Deletes the pages of a state's history that end before a time.
     *
     * @param forgotten receives each deleted page
     * @return whether any page was deleted
     */
    public static <S, P extends Paged.Page> boolean forgetBefore(
            WriteBackStore<S, P> store, long oldest, CacheEntry<S> slot, Paged<P> history, Consumer<P> forgotten) {
        Pages pages = history.pages();
        int first = pages.first();
        while (!pages.isEmpty()) {
            P page = store.page(slot, pages.first());
            if (page.newest() >= oldest) {
                break;
            }
            store.kept.delete(pageKey(slot.key, pages.first()));
            pages.dropOldest();
            forgotten.accept(page);
        }
        return pages.first() > first;
    }

    /**
     * Visits some states in the order of their keys. Must be called during the owner's initialization, or from {@link Flush#finish}: then
     * all states are written except later changes, which are on the heap.
     *
     * @param after exclusive start key, or null to start at the first
     * @param most maximum number of states
     * @return the last visited key, or null if the end was reached
     */
    public @Nullable String visit(@Nullable String after, int most, Consumer<CacheEntry<S>> visitor) {
        List<KeyValue<Bytes, byte[]>> read = new ArrayList<>();
        Bytes from = after == null ? Bytes.wrap(new byte[] {STATE}) : next(key(STATE, after));
        try (KeyValueIterator<Bytes, byte[]> states = kept.range(from, Bytes.wrap(new byte[] {PAGE}))) {
            while (read.size() < most && states.hasNext()) {
                KeyValue<Bytes, byte[]> next = states.next();
                if (next.key.get()[0] == STATE) {
                    read.add(next);
                }
            }
        }
        String last = null;
        for (KeyValue<Bytes, byte[]> one : read) {
            last = new String(one.key.get(), 1, one.key.get().length - 1, StandardCharsets.UTF_8);
            CacheEntry<S> known = heap.get(last);
            CacheEntry<S> slot = known == null ? new CacheEntry<>(last, codec.read(last, one.value)) : known;
            visitor.accept(slot);
            if (slot.isChanged) {
                heap.put(last, slot);
            }
        }
        return read.size() < most ? null : last;
    }

    /** Approximate number of states. */
    public long size() {
        return kept.approximateNumEntries();
    }

    @Override
    public void flushCache() {
        Flush<S> flush = Objects.requireNonNull(owner, "onFlush comes first");
        sender.accept(() -> flush(flush));
        evict();
    }

    private void flush(Flush<S> flush) {
        for (CacheEntry<S> slot : changed) {
            if (!slot.isDropped) {
                flush.publish(slot);
            }
        }
        writeChanged(flush);
        flush.finish();
        writeChanged(flush);
    }

    private void writeChanged(Flush<S> flush) {
        for (int from = 0; from < changed.size(); from += WRITTEN_AT_ONCE) {
            List<CacheEntry<S>> some = changed.subList(from, Math.min(changed.size(), from + WRITTEN_AT_ONCE));
            kept.putAll(some.stream().map(slot -> written(slot, flush)).toList());
        }
        changed.clear();
    }

    private KeyValue<Bytes, byte[]> written(CacheEntry<S> slot, Flush<S> flush) {
        slot.isChanged = false;
        slot.isStored = true;
        if (slot.isDropped || flush.isOver(slot.state)) {
            heap.remove(slot.key);
        }
        return KeyValue.pair(key(STATE, slot.key), slot.isDropped ? null : codec.write(slot.state));
    }

    private void evict() {
        count();
        int surplus = heap.size() - limits.share(heap.size());
        for (int round = 0; round < 2 && surplus > 0; round++) {
            surplus = evict(surplus);
        }
        count();
    }

    /** Evicts entries in one pass of a clock algorithm: an entry used since the previous pass stays, and its mark is cleared. */
    private int evict(int most) {
        int left = most;
        Iterator<CacheEntry<S>> slots = heap.values().iterator();
        while (left > 0 && slots.hasNext()) {
            CacheEntry<S> slot = slots.next();
            if (slot.isUsed) {
                slot.isUsed = false;
            } else {
                slots.remove();
                left--;
            }
        }
        return left;
    }

    /** Updates the number of states on the heap in the limits that several stores share. */
    private void count() {
        limits.onHeap().addAndGet(heap.size() - counted);
        counted = heap.size();
    }

    @Override
    public void clearCache() {
        heap.clear();
        changed.clear();
        count();
    }

    @Override
    public String name() {
        return kept.name();
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        clearCache();
        kept.init(context, root);
    }

    @Override
    public void commit(Map<TopicPartition, Long> changelogOffsets) {
        kept.commit(changelogOffsets);
    }

    @Override
    public @Nullable Long committedOffset(TopicPartition partition) {
        return kept.committedOffset(partition);
    }

    @Override
    @SuppressWarnings("deprecation") // Streams asks this; the underlying store decides
    public boolean managesOffsets() {
        return kept.managesOffsets();
    }

    @Override
    public long approximateNumUncommittedBytes() {
        return kept.approximateNumUncommittedBytes();
    }

    @Override
    public void close() {
        clearCache();
        kept.close();
    }

    @Override
    public boolean persistent() {
        return kept.persistent();
    }

    @Override
    public boolean isOpen() {
        return kept.isOpen();
    }

    private static Bytes key(byte kind, String key) {
        byte[] utf8 = key.getBytes(StandardCharsets.UTF_8);
        return Bytes.wrap(
                ByteBuffer.allocate(utf8.length + 1).put(kind).put(utf8).array());
    }

    private static Bytes pageKey(String key, int number) {
        byte[] utf8 = key.getBytes(StandardCharsets.UTF_8);
        ByteBuffer bytes = ByteBuffer.allocate(utf8.length + 6).put(PAGE).put(utf8);
        return Bytes.wrap(bytes.put((byte) 0).putInt(number).array());
    }

    private static Bytes next(Bytes key) {
        return Bytes.wrap(Arrays.copyOf(key.get(), key.get().length + 1));
    }
}
