package io.fairstream.relations;

import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeBlock;
import io.fairstream.schemas.ChargeBlocks;
import io.fairstream.schemas.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.avro.generic.IndexedRecord;
import org.jspecify.annotations.Nullable;

/**
 * A topic as a table.
 *
 * @param name of the topic, with {@code _} in place of {@code -}
 * @param topic whose records are its rows; of a compacted one the latest of each key
 * @param doc description of a row
 * @param key columns that identify a row
 * @param time column with the event time, for partitioning by day; empty if rows have none
 * @param columns in their order, those with the position in Kafka last
 */
public record Relation(
        String name, Topic<?> topic, String doc, List<String> key, Optional<String> time, List<Column> columns) {
    public Relation {
        key = List.copyOf(key);
        columns = List.copyOf(columns);
    }

    /** Returns true if a later record of a key replaces an earlier one, and a tombstone removes it. */
    public boolean isLatestOnly() {
        return topic.cleanup() == Topic.Cleanup.COMPACT;
    }

    /** Returns the column of that name, ignoring case. */
    public Optional<Column> column(String called) {
        return columns.stream()
                .filter(column -> column.name().equalsIgnoreCase(called))
                .findFirst();
    }

    /**
     * Returns the rows of a record: one for each charge in a block of charges, a single one for any other record.
     *
     * @param value of the topic's class
     */
    public List<Source> rows(@Nullable String key, IndexedRecord value, int partition, long offset) {
        if (!(value instanceof ChargeBlock block)) {
            return List.of(new Source(key, value, partition, offset, 0));
        }
        List<Source> rows = new ArrayList<>(block.getCharges().size());
        for (ChargeBlocks.Sent sent : ChargeBlocks.charges(block)) {
            Charge charge = sent.charge();
            rows.add(new Source(key, charge, partition, offset, rows.size()));
        }
        return rows;
    }
}
