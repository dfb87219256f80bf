package io.fairstream.streams;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.BytesDeserializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/** The records of a store's changelog. A driver removes its state when it is closed, but its changelogs tell all of it. */
final class Changelog {
    private final String store;
    private final Map<Bytes, byte[]> latest = new LinkedHashMap<>();

    Changelog(String store) {
        this.store = store;
    }

    /** Takes what a driver has written since it was last asked. */
    void read(TopologyTestDriver driver) {
        driver.createOutputTopic(
                        Pipeline.APPLICATION + "-" + store + "-changelog",
                        new BytesDeserializer(),
                        new ByteArrayDeserializer())
                .readRecordsToList()
                .forEach(record -> latest.put(record.key(), record.value()));
    }

    /** Takes it as it was written once. */
    void add(byte[] key, byte[] value) {
        latest.put(Bytes.wrap(key), value);
    }

    /** Returns the content of the store, by key. */
    SortedMap<Bytes, byte[]> held() {
        SortedMap<Bytes, byte[]> held = new TreeMap<>(latest);
        held.values().removeIf(Objects::isNull);
        return held;
    }

    /** Returns true if the store still holds a value of that key. */
    boolean keeps(String key) {
        return latest.entrySet().stream()
                .anyMatch(one ->
                        one.getValue() != null && new String(one.getKey().get(), StandardCharsets.UTF_8).contains(key));
    }

    /** Writes the store into the state directory of a driver to come. */
    void restore(Path stateDirectory) {
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, Pipeline.APPLICATION);
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        TaskId task = new TaskId(0, 0);
        Path directory = stateDirectory.resolve(Pipeline.APPLICATION).resolve(task.toString());
        KeyValueStore<Bytes, byte[]> kept =
                Stores.persistentKeyValueStore(store).get();
        MockProcessorContext<Void, Void> context = new MockProcessorContext<>(properties, task, directory.toFile());
        kept.init(context.getStateStoreContext(), kept);
        latest.forEach(kept::put);
        kept.close();
    }
}
