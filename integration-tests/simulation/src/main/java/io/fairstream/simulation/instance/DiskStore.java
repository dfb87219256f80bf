package io.fairstream.simulation.instance;

import io.fairstream.simulation.kafka.Faults;
import io.fairstream.simulation.kafka.Faults.Point;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * A store of one task on a {@link Disk}, in RocksDB's place. With transactions, writes reach the disk with their commit only;
 * without them they reach it at once, also without a commit. Restored records reach it at once.
 */
final class DiskStore implements KeyValueStore<Bytes, byte[]> {
    /** Number of commits after which RocksDB flushes its memory to the disk. */
    private static final int COMMITS_PER_FLUSH = 3;

    private final String name;
    private final String instance;
    private final Disk disk;
    private final Faults faults;
    private final TreeMap<Bytes, Optional<byte[]>> staged = new TreeMap<>();
    private boolean isTransactional;
    private int commits;
    private Disk.@Nullable Contents contents;

    DiskStore(String name, String instance, Disk disk, Faults faults) {
        this.name = name;
        this.instance = instance;
        this.disk = disk;
        this.faults = faults;
    }

    private Disk.Contents contents() {
        if (contents == null) {
            throw new IllegalStateException(name + " is closed");
        }
        return contents;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        isTransactional = StreamsConfig.InternalConfig.getBoolean(
                context.appConfigs(), StreamsConfig.TRANSACTIONAL_STATE_STORES_CONFIG, false);
        contents = disk.open(context.taskId(), name, isTransactional);
        context.register(root, (key, value) -> {
            faults.at(instance, Point.LOCAL_WRITE);
            change(Bytes.wrap(key), value);
        });
    }

    private void write(Bytes key, byte @Nullable [] value) {
        faults.at(instance, Point.LOCAL_WRITE);
        if (isTransactional) {
            staged.put(key, Optional.ofNullable(value));
        } else {
            change(key, value);
        }
    }

    private void change(Bytes key, byte @Nullable [] value) {
        if (value == null) {
            contents().values.remove(key);
        } else {
            contents().values.put(key, value);
        }
    }

    @Override
    public void put(Bytes key, byte @Nullable [] value) {
        write(key, value);
    }

    @Override
    public byte @Nullable [] putIfAbsent(Bytes key, byte[] value) {
        byte[] before = get(key);
        if (before == null) {
            write(key, value);
        }
        return before;
    }

    @Override
    public void putAll(List<KeyValue<Bytes, byte[]>> entries) {
        entries.forEach(entry -> write(entry.key, entry.value));
    }

    @Override
    public byte @Nullable [] delete(Bytes key) {
        byte[] before = get(key);
        write(key, null);
        return before;
    }

    @Override
    public byte @Nullable [] get(Bytes key) {
        Optional<byte[]> change = staged.get(key);
        return change == null ? contents().values.get(key) : change.orElse(null);
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> range(@Nullable Bytes from, @Nullable Bytes to) {
        TreeMap<Bytes, byte[]> some = new TreeMap<>(within(contents().values, from, to));
        within(staged, from, to)
                .forEach(
                        (key, change) -> change.ifPresentOrElse(value -> some.put(key, value), () -> some.remove(key)));
        return new Snapshot(some);
    }

    private static <V> NavigableMap<Bytes, V> within(
            NavigableMap<Bytes, V> all, @Nullable Bytes from, @Nullable Bytes to) {
        NavigableMap<Bytes, V> some = from == null ? all : all.tailMap(from, true);
        return to == null ? some : some.headMap(to, true);
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> all() {
        return range(null, null);
    }

    @Override
    public long approximateNumEntries() {
        return contents().values.size();
    }

    @Override
    public void commit(Map<TopicPartition, Long> changelogOffsets) {
        faults.at(instance, Point.LOCAL_COMMIT);
        staged.forEach((key, change) -> change(key, change.orElse(null)));
        staged.clear();
        Map<TopicPartition, Long> offsets = contents().offsets;
        if (changelogOffsets.isEmpty()) {
            offsets.clear();
        }
        offsets.putAll(changelogOffsets);
        commits++;
        if (isTransactional && commits % COMMITS_PER_FLUSH == 0) {
            contents().flush();
        }
    }

    @Override
    public @Nullable Long committedOffset(TopicPartition partition) {
        return contents().offsets.get(partition);
    }

    @Override
    @SuppressWarnings("deprecation") // Streams asks
    public boolean managesOffsets() {
        return true;
    }

    @Override
    public Position getPosition() {
        return Position.emptyPosition();
    }

    @Override
    public void close() {
        if (contents != null) {
            contents.close();
            contents = null;
            staged.clear();
        }
    }

    @Override
    public boolean persistent() {
        return true;
    }

    @Override
    public boolean isOpen() {
        return contents != null;
    }

    private static final class Snapshot implements KeyValueIterator<Bytes, byte[]> {
        private final Iterator<Map.Entry<Bytes, byte[]>> entries;

        Snapshot(Map<Bytes, byte[]> values) {
            this.entries = values.entrySet().iterator();
        }

        @Override
        public boolean hasNext() {
            return entries.hasNext();
        }

        @Override
        public KeyValue<Bytes, byte[]> next() {
            Map.Entry<Bytes, byte[]> next = entries.next();
            return KeyValue.pair(next.getKey(), next.getValue());
        }

        @Override
        public Bytes peekNextKey() {
            throw new UnsupportedOperationException("nobody asks for it");
        }

        @Override
        public void close() {
            // nothing is open
        }
    }
}
