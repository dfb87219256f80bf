package io.fairstream.cli.tables;

import io.fairstream.cli.terminal.Table;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.PriorityAt;
import io.fairstream.schemas.Topic;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;

/**
 * A topic as rows to show.
 *
 * @param rows what of the topic is shown
 * @param everything as rows, with what no longer holds
 * @param columns for people
 * @param order of the rows
 */
public record View<V extends SpecificRecord>(
        Topic<V> topic, Supplier<Rows<V>> rows, Supplier<Rows<V>> everything, Table<V> columns, Comparator<V> order) {

    public String name() {
        return topic.name();
    }

    /** Whether every record is a row, so that none depends on another. */
    public boolean isJournal() {
        return rows.get() instanceof Rows.Every;
    }

    /** Whether rows have values at other instants than their own. */
    public boolean isEvaluated() {
        return topic.value() == Priority.class;
    }

    /**
     * The rows as of the instant; those that are not {@link #isEvaluated evaluated} stay as they are.
     *
     * @throws IllegalArgumentException if the instant is before a row's own, naming it
     */
    List<V> at(Instant at, Collection<V> rows) {
        return isEvaluated() ? rows.stream().map(row -> at(at, row)).toList() : List.copyOf(rows);
    }

    private V at(Instant at, V row) {
        return topic.value().cast(PriorityAt.evaluate((Priority) row, at));
    }
}
