package io.fairstream.analysis;

import io.fairstream.query.records.PartitionOffsets;
import io.fairstream.query.records.Row;
import io.fairstream.query.records.RowShare;
import io.fairstream.query.records.TopicReader;
import io.fairstream.relations.Relation;
import io.fairstream.relations.Source;
import io.fairstream.schemas.Topic;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.avro.generic.IndexedRecord;
import org.apache.kafka.common.TopicPartition;

/** Rows of a cluster's topics. Unreadable records of other writers are skipped; they are in the dead letters. */
public final class ReadRows implements TopicRows {
    private final TopicReader reader;

    /** @param reader owned and closed by the caller */
    public ReadRows(TopicReader reader) {
        this.reader = reader;
    }

    @Override
    public void read(Relation relation, Map<Integer, Long> since, Supplier<RowShare<Source>> shares) {
        read(relation.topic(), relation, since, shares);
    }

    private <V> void read(
            Topic<V> topic, Relation relation, Map<Integer, Long> since, Supplier<RowShare<Source>> shares) {
        if (relation.isLatestOnly()) {
            try (RowShare<Source> share = shares.get()) {
                reader.readLatest(topic, row -> add(row, relation, share));
                share.finish();
            }
        } else {
            reader.readShared(
                    topic, offsets(topic, since), reader.ends(topic), ends -> new Unpacked<>(relation, shares.get()));
        }
    }

    private static void add(Row<?> row, Relation relation, RowShare<Source> share) {
        if (row.value() instanceof IndexedRecord value) {
            relation.rows(row.key(), value, row.partition(), row.offset()).forEach(share::add);
        }
    }

    /** Splits records into rows and passes them on. */
    private record Unpacked<V>(Relation relation, RowShare<Source> share) implements RowShare<Row<V>> {
        @Override
        public void add(Row<V> row) {
            ReadRows.add(row, relation, share);
        }

        @Override
        public void finish() {
            share.finish();
        }

        @Override
        public void close() {
            share.close();
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
