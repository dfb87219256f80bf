package io.fairstream.postgres;

import io.fairstream.postgres.Comparison.Place;
import io.fairstream.relations.Column;
import io.fairstream.relations.Relation;
import io.fairstream.relations.Source;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.avro.generic.IndexedRecord;
import org.jspecify.annotations.Nullable;

/**
 * Compact checksums of a table's rows: for replaceable rows a sum of all cells for each key, for others one for each
 * thousand offsets of a partition; for the journal the processor time of each account.
 */
final class RowSums {
    private static final int OFFSETS = 1000;
    private static final long FNV_BEGIN = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;
    private static final String MEASURE = "cpu_time_used_s";

    private final Relation relation;
    private final List<Column> columns;
    private final Map<String, Sum> sums = new TreeMap<>();
    private final Map<String, BigDecimal> accounts = new TreeMap<>();
    private final Set<String> moving = new HashSet<>();
    private final Map<String, Integer> positions = new HashMap<>();

    private record Sum(long rows, long cells) {
        Sum plus(Sum other) {
            return new Sum(rows + other.rows, cells + other.cells);
        }
    }

    RowSums(Relation relation) {
        this.relation = relation;
        this.columns = relation.columns();
        for (int i = 0; i < columns.size(); i++) {
            positions.put(columns.get(i).name(), i);
        }
    }

    /** Adds a record of the topic, in the order of a partition; a record that is not copied yet marks its key as moving. */
    void addRecord(@Nullable String key, @Nullable IndexedRecord value, int partition, long offset, boolean isCopied) {
        if (relation.isLatestOnly()) {
            String stored = BinaryRows.stored(String.valueOf(key));
            sums.remove(stored);
            if (!isCopied) {
                moving.add(stored);
                return;
            }
        }
        if (value != null && isCopied) {
            for (Source source : relation.rows(key, value, partition, offset)) {
                @Nullable Object[] cells = new @Nullable Object[columns.size()];
                for (int i = 0; i < cells.length; i++) {
                    Column column = columns.get(i);
                    cells[i] = Cells.stored(column.value().apply(source), column.type());
                }
                addRow(cells, Place.of(source));
            }
        }
    }

    /** Returns true if the topic has a record of the key that is not copied yet. */
    boolean isMoving(@Nullable String key) {
        return relation.isLatestOnly() && moving.contains(String.valueOf(key));
    }

    /** Adds a row. */
    void addRow(@Nullable Object[] cells, Place place) {
        String where = relation.isLatestOnly()
                ? String.valueOf(place.key())
                : "partition " + place.partition() + ", offsets from " + place.offset() / OFFSETS * OFFSETS;
        sums.merge(where, new Sum(1, hash(cells)), Sum::plus);
        Integer measure = positions.get(MEASURE);
        Integer kind = positions.get("kind");
        Integer account = positions.get("account");
        if (measure != null && kind != null && account != null && cells[measure] instanceof BigDecimal used) {
            accounts.merge(cells[kind] + " " + cells[account], used, BigDecimal::add);
        }
    }

    private static long hash(@Nullable Object[] cells) {
        long hash = FNV_BEGIN;
        for (Object cell : cells) {
            String text = cell == null ? "\0" : cell.toString();
            for (int i = 0; i < text.length(); i++) {
                hash = (hash ^ text.charAt(i)) * FNV_PRIME;
            }
            hash = (hash ^ 0x1ffff) * FNV_PRIME;
        }
        return hash;
    }

    long rows() {
        return sums.values().stream().mapToLong(Sum::rows).sum();
    }

    /** Returns the first difference between the topic and the table. */
    Optional<String> difference(RowSums found) {
        for (Map.Entry<String, BigDecimal> account : accounts.entrySet()) {
            BigDecimal other = found.accounts.getOrDefault(account.getKey(), BigDecimal.ZERO);
            if (account.getValue().compareTo(other) != 0) {
                return Optional.of(account.getKey() + ": " + other + " s (expected: " + account.getValue() + " s)");
            }
        }
        Set<String> all = new TreeSet<>(sums.keySet());
        all.addAll(found.sums.keySet());
        Sum none = new Sum(0, 0);
        for (String where : all) {
            Sum here = sums.getOrDefault(where, none);
            Sum there = found.sums.getOrDefault(where, none);
            if (here.rows() != there.rows()) {
                return Optional.of(where + ": " + there.rows() + " rows (expected: " + here.rows() + ")");
            }
            if (here.cells() != there.cells()) {
                return Optional.of(where + ": its cells differ from the topic's");
            }
        }
        return Optional.empty();
    }
}
