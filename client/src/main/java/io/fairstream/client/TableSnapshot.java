package io.fairstream.client;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.utils.Utils;

/**
 * Immutable snapshot of all rows of a table. It shares its rows with the view and needs only some bytes per row.
 *
 * <p>Each partition contains exactly the rows committed before one offset ({@link #offsets}), never a part of a transaction.
 * Partitions are read independently: one may be some commits ahead of another, and a transaction that wrote to several partitions
 * may be visible in one and not yet in another. A key is in one partition, so that every row is consistent; its {@code asOf} shows
 * its age.
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

    /** Returns the offset of the next unread record, by partition. */
    public Map<Integer, Long> offsets() {
        return offsets;
    }

    public int size() {
        return tables.stream().mapToInt(RowTable::size).sum();
    }

    /** Returns the row of a key as it is in the topic. */
    public Optional<R> row(String key) {
        byte[] name = key.getBytes(StandardCharsets.UTF_8);
        if (layout.table().isKeyFirst()) {
            return Optional.ofNullable(tables.get(partition(name)).get(name)).map(layout::decode);
        }
        return tables.stream()
                .map(table -> table.get(name))
                .filter(Objects::nonNull)
                .findFirst()
                .map(layout::decode);
    }

    /** Returns the row of a key, evaluated at the instant, or at the row's {@code asOf} if that is later. */
    public Optional<R> at(String key, Instant instant) {
        return row(key).map(row -> layout.table().at(row, instant));
    }

    /** Passes each row as it is in the topic to the reader, in no particular order. */
    public void forEach(Consumer<R> reader) {
        tables.forEach(table -> table.forEach(row -> reader.accept(layout.decode(row))));
    }

    /** Passes each row, evaluated as by {@link #at}, to the reader, in no particular order. */
    public void forEach(Instant instant, Consumer<R> reader) {
        forEach(row -> reader.accept(layout.table().at(row, instant)));
    }

    /** Returns the partition of a complete key; writers of the topic must use murmur2, too. Some tables use a part of their keys. */
    private int partition(byte[] key) {
        return Utils.toPositive(Utils.murmur2(key)) % tables.size();
    }
}
