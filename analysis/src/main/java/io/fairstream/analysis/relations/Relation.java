package io.fairstream.analysis.relations;

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
 * @param doc what a row is
 * @param key the columns that tell rows apart
 * @param time the column that says when it was, for whatever is divided by days; empty where rows are of no instant
 * @param columns in their order, those that say where a row stands in Kafka being the last
 */
public record Relation(
        String name, Topic<?> topic, String doc, List<String> key, Optional<String> time, List<Column> columns) {
    public Relation {
        key = List.copyOf(key);
        columns = List.copyOf(columns);
    }

    /** True if a later record of a key replaces an earlier one, and a record without a value removes it. */
    public boolean isLatestOnly() {
        return topic.cleanup() == Topic.Cleanup.COMPACT;
    }

    /** The column of that name, in whatever case. */
    public Optional<Column> column(String called) {
        return columns.stream()
                .filter(column -> column.name().equalsIgnoreCase(called))
                .findFirst();
    }

    /**
     * The rows that a record holds: a block of charges as many as there are charges in it, any other record one.
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
