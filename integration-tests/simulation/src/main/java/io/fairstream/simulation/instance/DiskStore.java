package io.fairstream.simulation.instance;

import io.fairstream.simulation.kafka.Faults;
import io.fairstream.simulation.kafka.Faults.Point;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * A store of one task on a {@link Disk}, in RocksDB's place. It behaves as that does: what is written is there at once, with or
 * without a commit.
 */
final class DiskStore implements KeyValueStore<Bytes, byte[]> {
    private final String name;
    private final String instance;
    private final Disk disk;
    private final Faults faults;
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
        contents = disk.open(context.taskId(), name);
        context.register(root, (key, value) -> write(Bytes.wrap(key), value));
    }

    private void write(Bytes key, byte @Nullable [] value) {
        faults.at(instance, Point.LOCAL_WRITE);
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
        return contents().values.get(key);
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> range(@Nullable Bytes from, @Nullable Bytes to) {
        NavigableMap<Bytes, byte[]> some = contents().values;
        some = from == null ? some : some.tailMap(from, true);
        some = to == null ? some : some.headMap(to, true);
        return new Snapshot(new TreeMap<>(some));
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
        Map<TopicPartition, Long> offsets = contents().offsets;
        if (changelogOffsets.isEmpty()) {
            offsets.clear();
        }
        offsets.putAll(changelogOffsets);
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
            contents.isOpen = false;
            contents = null;
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
