package io.fairstream.query.tables;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Report;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.Row;
import io.fairstream.query.records.TopicReader;
import io.fairstream.rules.Bounds;
import io.fairstream.schemas.PlainJson;
import io.fairstream.schemas.Topic;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;

/**
 * View of a topic as rows.
 *
 * @param reading reads its rows
 * @param rows selects the rows that are shown
 * @param everything also selects rows that are no longer valid
 * @param columns for people
 * @param order of the rows
 * @param evaluation the row at a later instant than its own; null if its values do not depend on time
 */
public record View<V extends SpecificRecord>(
        String name,
        Reading<V> reading,
        Supplier<Rows<V>> rows,
        Supplier<Rows<V>> everything,
        Columns<V> columns,
        Comparator<V> order,
        @Nullable BiFunction<V, Instant, V> evaluation) {

    private static final Instant LAST = Instant.ofEpochMilli(Bounds.LATEST);

    /** Reader of the rows of one key, or of all keys if the key is null. */
    @FunctionalInterface
    public interface Reading<V> {
        void read(TopicReader reader, @Nullable String key, Consumer<Row<V>> to);
    }

    /** Creates a view of a compacted table: the latest value of each key. */
    static <V extends SpecificRecord> View<V> latest(
            Topic<V> topic, Columns<V> columns, Comparator<V> order, @Nullable BiFunction<V, Instant, V> evaluation) {
        return of(topic, Rows::latest, Rows::latest, columns, order, evaluation);
    }

    /** Creates a view of a journal: every record. */
    static <V extends SpecificRecord> View<V> every(Topic<V> topic, Columns<V> columns, Comparator<V> order) {
        return of(topic, Rows::every, Rows::every, columns, order, null);
    }

    /** Creates a view of a topic whose records are rows. */
    static <V extends SpecificRecord> View<V> of(
            Topic<V> topic,
            Supplier<Rows<V>> rows,
            Supplier<Rows<V>> everything,
            Columns<V> columns,
            Comparator<V> order,
            @Nullable BiFunction<V, Instant, V> evaluation) {
        Reading<V> reading = (reader, key, to) -> reader.readAsIs(topic, key, to);
        return new View<>(topic.name(), reading, rows, everything, columns, order, evaluation);
    }

    /**
     * Returns the selected rows of the topic; programs get complete records.
     *
     * @param at the instant at which rows are evaluated; null for each row's own
     * @param key null for all keys
     * @param isEverything whether to include rows that are no longer valid
     * @param warnings receives rows that cannot be shown
     * @throws Failure if the instant is before that of a row
     */
    public Report<V> report(
            TopicReader reader,
            @Nullable Instant at,
            @Nullable String key,
            boolean isEverything,
            Consumer<String> warnings) {
        BiFunction<V, Instant, V> evaluate = evaluation;
        if (at == null || evaluate == null) {
            return columns.stream(to -> read(reader, key, isEverything, to))
                    .sorted(order)
                    .withRecords(PlainJson::write);
        }
        Rows<V> all = (isEverything ? everything : rows).get();
        reading.read(reader, key, all);
        List<V> shown = Failure.ifRefused(() -> all.all().stream()
                .flatMap(row -> at(evaluate, row, at).stream())
                .sorted(order)
                .toList());
        int impossible = all.all().size() - shown.size();
        if (impossible > 0) {
            warnings.accept(name + ": invalid rows are left out, which the topology did not write: " + impossible);
        }
        return columns.report(shown).withRecords(PlainJson::write);
    }

    private void read(TopicReader reader, @Nullable String key, boolean isEverything, Consumer<? super V> to) {
        if (isJournal()) {
            reading.read(reader, key, row -> {
                V value = row.value();
                if (value != null) {
                    to.accept(value);
                }
            });
            return;
        }
        Rows<V> shown = (isEverything ? everything : rows).get();
        reading.read(reader, key, shown);
        shown.all().stream().sorted(order).forEach(to);
    }

    /** Returns true if every record is a row, so that no row depends on another. */
    public boolean isJournal() {
        return rows.get() instanceof Rows.Every;
    }

    /** Returns true if rows can be evaluated at other instants than their own. */
    public boolean isEvaluated() {
        return evaluation != null;
    }

    /**
     * Returns the row at that instant; empty if it has no value at any instant. A row with numbers or times out of
     * range keeps its own instant.
     *
     * @throws IllegalArgumentException if the instant is before the row's own
     */
    static <V> Optional<V> at(BiFunction<V, Instant, V> evaluate, V row, Instant at) {
        try {
            return Optional.of(evaluate.apply(row, at));
        } catch (IllegalArgumentException e) {
            if (at.equals(LAST) || at(evaluate, row, LAST).isEmpty()) {
                return Optional.empty();
            }
            throw e;
        } catch (ArithmeticException | DateTimeException | SerializationException | AvroRuntimeException e) {
            return Optional.of(row);
        }
    }
}
