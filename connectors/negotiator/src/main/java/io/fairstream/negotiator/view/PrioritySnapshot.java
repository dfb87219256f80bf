package io.fairstream.negotiator.view;

import io.fairstream.schemas.Priority;
import io.fairstream.schemas.PriorityAt;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.common.utils.Utils;

/**
 * All priorities as they were at one moment of reading; it does not change. It shares its rows with the view and costs some
 * bytes per customer.
 *
 * <p>Of each partition it holds exactly what was committed up to one offset ({@link #offsets}), never part of a transaction.
 * Partitions are read independently: one may be some commits ahead of another, and a transaction that wrote to several
 * may be seen in one and not yet in another. A customer is in one partition, so every row is whole, and each says by its
 * {@code asOf} how old it is.
 */
public final class PrioritySnapshot {
    private final List<RowTable> tables;
    private final Map<Integer, Long> offsets;

    PrioritySnapshot(List<RowTable> tables, Map<Integer, Long> offsets) {
        this.tables = List.copyOf(tables);
        this.offsets = Map.copyOf(offsets);
    }

    /** Of each partition, the offset before which it was read. */
    public Map<Integer, Long> offsets() {
        return offsets;
    }

    /** How many customers there are. */
    public int size() {
        return tables.stream().mapToInt(RowTable::size).sum();
    }

    /** The customer's row as it stands in the topic. */
    public Optional<Priority> row(String customer) {
        byte[] name = customer.getBytes(StandardCharsets.UTF_8);
        return Optional.ofNullable(tables.get(partition(name)).get(name)).map(RowLayout::decode);
    }

    /** The customer's row evaluated at the instant; as of its {@code asOf} if that is later, which the row says. */
    public Optional<Priority> at(String customer, Instant instant) {
        return row(customer).map(row -> evaluate(row, instant));
    }

    /** Every row evaluated at the instant, in no order. */
    public void forEach(Instant instant, Consumer<Priority> reader) {
        tables.forEach(table -> table.forEach(row -> reader.accept(evaluate(RowLayout.decode(row), instant))));
    }

    /** The customer's partition; murmur2 is part of the contract. */
    private int partition(byte[] customer) {
        return Utils.toPositive(Utils.murmur2(customer)) % tables.size();
    }

    private static Priority evaluate(Priority row, Instant instant) {
        return PriorityAt.evaluate(row, instant.isBefore(row.getAsOf()) ? row.getAsOf() : instant);
    }
}
