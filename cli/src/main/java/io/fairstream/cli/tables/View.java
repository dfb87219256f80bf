package io.fairstream.cli.tables;

import io.fairstream.cli.records.Row;
import io.fairstream.cli.records.TopicReader;
import io.fairstream.cli.terminal.Table;
import io.fairstream.schemas.Topic;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * A topic as rows to show.
 *
 * @param reading how its rows are read
 * @param rows what of the topic is shown
 * @param everything as rows, with what no longer holds
 * @param columns for people
 * @param order of the rows
 * @param evaluation the row at another instant than its own, not before it; null if it has no other
 */
public record View<V extends SpecificRecord>(
        String name,
        Reading<V> reading,
        Supplier<Rows<V>> rows,
        Supplier<Rows<V>> everything,
        Table<V> columns,
        Comparator<V> order,
        @Nullable BiFunction<V, Instant, V> evaluation) {

    /** How the rows of one key, or of all when it is null, are read. */
    @FunctionalInterface
    interface Reading<V> {
        void read(TopicReader reader, @Nullable String key, Consumer<Row<V>> to);
    }

    /** A compacted table: the latest value of each key. */
    static <V extends SpecificRecord> View<V> latest(
            Topic<V> topic, Table<V> columns, Comparator<V> order, @Nullable BiFunction<V, Instant, V> evaluation) {
        return of(topic, Rows::latest, Rows::latest, columns, order, evaluation);
    }

    /** A journal: every record. */
    static <V extends SpecificRecord> View<V> every(Topic<V> topic, Table<V> columns, Comparator<V> order) {
        return of(topic, Rows::every, Rows::every, columns, order, null);
    }

    /** A topic whose records are rows. */
    static <V extends SpecificRecord> View<V> of(
            Topic<V> topic,
            Supplier<Rows<V>> rows,
            Supplier<Rows<V>> everything,
            Table<V> columns,
            Comparator<V> order,
            @Nullable BiFunction<V, Instant, V> evaluation) {
        Reading<V> reading = (reader, key, to) -> reader.read(topic, key, to);
        return new View<>(topic.name(), reading, rows, everything, columns, order, evaluation);
    }

    /** Whether every record is a row, so that none depends on another. */
    public boolean isJournal() {
        return rows.get() instanceof Rows.Every;
    }

    /** Whether rows have values at other instants than their own. */
    public boolean isEvaluated() {
        return evaluation != null;
    }

    /**
     * The rows as of the instant; those that are not {@link #isEvaluated evaluated} stay as they are.
     *
     * @throws IllegalArgumentException if the instant is before a row's own, naming it
     */
    List<V> at(Instant at, Collection<V> rows) {
        BiFunction<V, Instant, V> evaluate = evaluation;
        return evaluate == null
                ? List.copyOf(rows)
                : rows.stream().map(row -> evaluate.apply(row, at)).toList();
    }
}
