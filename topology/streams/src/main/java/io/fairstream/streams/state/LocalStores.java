package io.fairstream.streams.state;

import org.apache.kafka.streams.state.KeyValueBytesStoreSupplier;
import org.apache.kafka.streams.state.Stores;

/** Where an instance keeps the state of its tasks, beside the changelogs in Kafka. */
public interface LocalStores {
    /** On the disk of the instance. */
    LocalStores ROCKS_DB = Stores::persistentKeyValueStore;

    /**
     * The stores of all tasks for one kind of state.
     *
     * @param name of the store
     */
    KeyValueBytesStoreSupplier of(String name);
}
