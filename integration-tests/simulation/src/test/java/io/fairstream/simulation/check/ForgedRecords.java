package io.fairstream.simulation.check;

import io.fairstream.app.config.Settings;
import io.fairstream.query.records.Row;
import io.fairstream.query.records.TopicRecords;
import io.fairstream.schemas.Topic;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** The records of somebody else, with another row in the place of one of a table. */
public record ForgedRecords(TopicRecords others, Topic<?> table, SpecificRecord original, SpecificRecord forged)
        implements TopicRecords {
    @Override
    public Settings settings() {
        return others.settings();
    }

    @Override
    public <V> void read(Topic<V> topic, Consumer<Row<V>> rows) {
        others.read(topic, forging(topic, rows));
    }

    @Override
    public <V> void readReadable(Topic<V> topic, Consumer<Row<V>> rows) {
        others.readReadable(topic, forging(topic, rows));
    }

    @SuppressWarnings("unchecked") // of the same topic
    private <V> Consumer<Row<V>> forging(Topic<V> topic, Consumer<Row<V>> rows) {
        return row -> rows.accept(
                topic.equals(table) && isOriginal(row.value())
                        ? new Row<>(row.key(), (V) forged, row.partition(), row.offset(), row.headers())
                        : row);
    }

    /** By text, since Avro compares no instants in unions. */
    private boolean isOriginal(@Nullable Object row) {
        return original.toString().equals(String.valueOf(row));
    }

    @Override
    public <V> List<V> latest(Topic<V> topic) {
        return List.copyOf(byKey(topic).values());
    }

    @Override
    @SuppressWarnings("unchecked") // of the same topic
    public <V> Map<String, V> byKey(Topic<V> topic) {
        Map<String, V> rows = new HashMap<>(others.byKey(topic));
        if (topic.equals(table)) {
            rows.replaceAll((key, row) -> isOriginal(row) ? (V) forged : row);
        }
        return rows;
    }

    @Override
    public long count(Topic<?> topic) {
        return others.count(topic);
    }

    @Override
    public boolean isWhole(Topic<?> topic) {
        return others.isWhole(topic);
    }
}
