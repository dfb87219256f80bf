package io.fairstream.analysis.sql;

import io.fairstream.analysis.relations.Relation;
import io.fairstream.analysis.relations.Source;
import io.fairstream.reports.records.PartitionOffsets;
import io.fairstream.reports.records.Row;
import io.fairstream.reports.records.TopicReader;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.avro.generic.IndexedRecord;
import org.apache.kafka.common.TopicPartition;

/** Rows of a cluster's topics. What others write and nobody can read is passed over; it is in the dead letters. */
public final class ReadRows implements TopicRows {
    private final TopicReader reader;

    /** @param reader of the caller, who closes it */
    public ReadRows(TopicReader reader) {
        this.reader = reader;
    }

    @Override
    public void read(Relation relation, Map<Integer, Long> since, Consumer<Source> rows) {
        read(relation.topic(), relation, since, rows);
    }

    private <V> void read(Topic<V> topic, Relation relation, Map<Integer, Long> since, Consumer<Source> rows) {
        Consumer<Row<V>> unpacked = row -> {
            if (row.value() instanceof IndexedRecord value) {
                relation.rows(row.key(), value, row.partition(), row.offset()).forEach(rows);
            }
        };
        if (relation.isLatestOnly()) {
            reader.readLatest(topic, unpacked);
        } else if (!since.isEmpty()) {
            reader.readSince(topic, offsets(topic, since), unpacked);
        } else if (Topics.inputs().contains(topic)) {
            reader.readReadable(topic, unpacked);
        } else {
            reader.read(topic, unpacked);
        }
    }

    private PartitionOffsets offsets(Topic<?> topic, Map<Integer, Long> since) {
        String name = topic.in(reader.settings().topicPrefix());
        Map<TopicPartition, Long> offsets = new HashMap<>();
        since.forEach((partition, offset) -> offsets.put(new TopicPartition(name, partition), offset));
        return new PartitionOffsets(offsets);
    }

    @Override
    public Map<Integer, Long> ends(Relation relation) {
        Map<Integer, Long> ends = new HashMap<>();
        reader.ends(relation.topic()).offsets().forEach((partition, end) -> ends.put(partition.partition(), end));
        return ends;
    }
}
