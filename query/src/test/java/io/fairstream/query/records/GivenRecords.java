package io.fairstream.query.records;

import io.fairstream.app.config.Settings;
import io.fairstream.schemas.Topic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** Records that a test gives, in one partition of each topic. */
public final class GivenRecords implements TopicRecords {
    private final Settings settings = Settings.parse(Map.of());
    private final Map<Topic<?>, List<Row<?>>> rows = new HashMap<>();
    private final Set<Topic<?>> deleted = new HashSet<>();

    /** One more record. */
    public <V> GivenRecords with(Topic<V> topic, @Nullable String key, @Nullable V value) {
        return with(topic, key, value, new RecordHeaders());
    }

    public <V> GivenRecords with(Topic<V> topic, @Nullable String key, @Nullable V value, Headers headers) {
        List<Row<?>> all = rows.computeIfAbsent(topic, any -> new ArrayList<>());
        all.add(new Row<>(key, value, 0, all.size(), headers));
        return this;
    }

    /** Deletes the older records of that topic. */
    public GivenRecords withoutOlder(Topic<?> topic) {
        deleted.add(topic);
        return this;
    }

    @Override
    public Settings settings() {
        return settings;
    }

    @Override
    @SuppressWarnings("unchecked") // the rows of a topic have its type
    public <V> void read(Topic<V> topic, Consumer<Row<V>> to) {
        rows.getOrDefault(topic, List.of()).forEach(row -> to.accept((Row<V>) row));
    }

    @Override
    public <V> void readReadable(Topic<V> topic, Consumer<Row<V>> to) {
        read(topic, to);
    }

    @Override
    public <V> List<V> latest(Topic<V> topic) {
        return List.copyOf(byKey(topic).values());
    }

    @Override
    public <V> Map<String, V> byKey(Topic<V> topic) {
        Map<String, V> latest = new LinkedHashMap<>();
        read(topic, row -> {
            if (row.value() == null) {
                latest.remove(row.key());
            } else {
                latest.put(row.key(), row.value());
            }
        });
        return latest;
    }

    @Override
    public long count(Topic<?> topic) {
        return rows.getOrDefault(topic, List.of()).size();
    }

    @Override
    public boolean isWhole(Topic<?> topic) {
        return !deleted.contains(topic);
    }
}
