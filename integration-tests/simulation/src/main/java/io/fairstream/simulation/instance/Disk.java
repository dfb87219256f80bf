package io.fairstream.simulation.instance;

import io.fairstream.simulation.kafka.Faults;
import io.fairstream.streams.runtime.WriteBackStores.LocalStores;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** The state directory of an instance, which outlives it. */
public final class Disk {
    private final Map<TaskId, Map<String, Contents>> tasks = new HashMap<>();
    private int losses;

    /** Contents of one store of a task. */
    static final class Contents {
        final TreeMap<Bytes, byte[]> values = new TreeMap<>();
        final Map<TopicPartition, Long> offsets = new HashMap<>();
        private boolean isOpen;
        private @Nullable Contents flushed;

        /** Writes the memory of the store to the disk. */
        void flush() {
            Contents copy = new Contents();
            copy.values.putAll(values);
            copy.offsets.putAll(offsets);
            flushed = copy;
        }

        void close() {
            isOpen = false;
            flushed = null;
        }
    }

    /**
     * Opens the contents of a store. If it was not closed, only its last flush is left; without transactions there is none, as it may hold
     * uncommitted writes. Contents without changelog offsets are not used either.
     */
    Contents open(TaskId task, String store, boolean isTransactional) {
        Map<String, Contents> own = tasks.computeIfAbsent(task, id -> new HashMap<>());
        Contents contents = own.get(store);
        if (contents != null && contents.isOpen) {
            contents = contents.flushed;
        }
        if (contents == null || contents.offsets.isEmpty()) {
            contents = new Contents();
        }
        own.put(store, contents);
        contents.isOpen = true;
        if (isTransactional) {
            contents.flush();
        }
        return contents;
    }

    /** Forgets the state of a task. */
    public void wipe(TaskId task) {
        tasks.remove(task);
    }

    /** Forgets everything, also who the instance was. */
    public void lose() {
        tasks.clear();
        losses++;
    }

    /** The name under which the instance that has this disk writes transactions. */
    String transactionalId(String instance) {
        return instance + "." + losses;
    }

    /** Stores on this disk for an instance. */
    public LocalStores stores(String instance, Faults faults) {
        return name -> new Supplier(name, instance, faults);
    }

    private final class Supplier implements KeyValueBytesStoreSupplier {
        private final String name;
        private final String instance;
        private final Faults faults;

        Supplier(String name, String instance, Faults faults) {
            this.name = name;
            this.instance = instance;
            this.faults = faults;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public KeyValueStore<Bytes, byte[]> get() {
            return new DiskStore(name, instance, Disk.this, faults);
        }

        @Override
        public String metricsScope() {
            return "simulated";
        }
    }
}
