package io.fairstream.negotiator.view;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.utils.Utils;

/**
 * All rows of a table as they were at one moment of reading; it does not change. It shares its rows with the view and costs some
 * bytes per row.
 *
 * <p>Of each partition it holds exactly what was committed up to one offset ({@link #offsets}), never part of a transaction.
 * Partitions are read independently: one may be some commits ahead of another, and a transaction that wrote to several
 * may be seen in one and not yet in another. A key is in one partition, so every row is whole, and each says by its
 * {@code asOf} how old it is.
 */
public final class TableSnapshot<R extends SpecificRecord> {
    private final RowLayout<R> layout;
    private final List<RowTable> tables;
    private final Map<Integer, Long> offsets;

    TableSnapshot(RowLayout<R> layout, List<RowTable> tables, Map<Integer, Long> offsets) {
        this.layout = layout;
        this.tables = List.copyOf(tables);
        this.offsets = Map.copyOf(offsets);
    }

    /** Offset before which each partition was read. */
    public Map<Integer, Long> offsets() {
        return offsets;
    }

    public int size() {
        return tables.stream().mapToInt(RowTable::size).sum();
    }

    /** The key's row as it stands in the topic. */
    public Optional<R> row(String key) {
        byte[] name = key.getBytes(StandardCharsets.UTF_8);
        return Optional.ofNullable(tables.get(partition(name)).get(name)).map(layout::decode);
    }

    /** The key's row evaluated at the instant; as of its {@code asOf} if that is later, which the row says. */
    public Optional<R> at(String key, Instant instant) {
        return row(key).map(row -> layout.table().at(row, instant));
    }

    /** Every row as it stands in the topic, in no order. */
    public void forEach(Consumer<R> reader) {
        tables.forEach(table -> table.forEach(row -> reader.accept(layout.decode(row))));
    }

    /** Every row evaluated at the instant as with {@link #at}, in no order. */
    public void forEach(Instant instant, Consumer<R> reader) {
        forEach(row -> reader.accept(layout.table().at(row, instant)));
    }

    /** The key's partition; murmur2 is part of the contract. */
    private int partition(byte[] key) {
        return Utils.toPositive(Utils.murmur2(key)) % tables.size();
    }
}
