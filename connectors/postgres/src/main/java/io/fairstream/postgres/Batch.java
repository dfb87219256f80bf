package io.fairstream.postgres;

import io.fairstream.relations.Column;
import io.fairstream.relations.Relation;
import io.fairstream.relations.Source;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.apache.avro.generic.IndexedRecord;
import org.jspecify.annotations.Nullable;

/** Content of one transaction: the latest row of each key for tables with replaceable rows, all rows for others. */
final class Batch {
    /** Maximum bytes of a row's indexed texts; an index page contains three entries of 2,700 bytes. */
    static final int LONGEST_INDEXED = 2500;

    private final Map<PgTable, Rows> rows = new LinkedHashMap<>();
    private final List<Unreadable> unreadable = new ArrayList<>();
    private int size;
    private long newest = Long.MIN_VALUE;

    /** A record that cannot be converted to a row. */
    record Unreadable(String topic, int partition, long offset, String problem) {}

    /** A key whose row is removed, and the record of the removal. */
    record Removed(String key, int partition, long offset) {}

    /**
     * A key's latest record.
     *
     * @param value null if it removes the row
     */
    private record Latest(@Nullable IndexedRecord value, int partition, long offset) {}

    /** Rows for one table. */
    static final class Rows {
        private final PgTable table;
        private final BinaryRows binary = new BinaryRows();
        private final Map<String, Latest> latest = new LinkedHashMap<>();
        private final Set<YearMonth> months = new TreeSet<>();
        private int count;

        Rows(PgTable table) {
            this.table = table;
        }

        /** Returns the rows in binary format, with a trailer. */
        BinaryRows binary() {
            return binary;
        }

        /** Returns the number of rows. */
        int count() {
            return count;
        }

        /** Returns the months that need partitions. */
        Set<YearMonth> months() {
            return months;
        }

        /** Returns the keys whose rows are removed. */
        List<Removed> removed() {
            List<Removed> removed = new ArrayList<>();
            latest.forEach((key, record) -> {
                if (record.value() == null) {
                    removed.add(new Removed(BinaryRows.stored(key), record.partition(), record.offset()));
                }
            });
            return removed;
        }
    }

    /** Takes a record in; a value of null removes the row of its key. */
    void add(PgTable table, @Nullable String key, @Nullable IndexedRecord value, int partition, long offset) {
        Relation relation = table.relation();
        Rows ofTable = rows.computeIfAbsent(table, Rows::new);
        if (relation.isLatestOnly()) {
            ofTable.latest.remove(key);
            ofTable.latest.put(String.valueOf(key), new Latest(value, partition, offset));
            size++;
        } else if (value != null) {
            for (Source source : relation.rows(key, value, partition, offset)) {
                put(ofTable, source);
            }
        }
    }

    /** Notes when a record was sent, milliseconds since 1970. */
    void sent(long millis) {
        newest = Math.max(newest, millis);
    }

    /** Time when the newest record was sent, milliseconds since 1970; {@link Long#MIN_VALUE} for an empty batch. */
    long newest() {
        return newest;
    }

    void addUnreadable(Unreadable record) {
        unreadable.add(record);
        size++;
    }

    List<Unreadable> unreadable() {
        return unreadable;
    }

    /** Size of the batch's work, in rows. */
    int size() {
        return size;
    }

    /** Everything by table, ready to be sent. */
    Map<PgTable, Rows> finish() {
        rows.forEach((table, ofTable) -> {
            ofTable.latest.forEach((key, record) -> {
                if (record.value() != null) {
                    put(ofTable, new Source(key, record.value(), record.partition(), record.offset(), 0));
                }
            });
            ofTable.binary.end();
        });
        return rows;
    }

    private void put(Rows ofTable, Source source) {
        PgTable table = ofTable.table;
        List<Column> columns = table.relation().columns();
        @Nullable Object[] cells = new @Nullable Object[columns.size()];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = columns.get(i).value().apply(source);
        }
        for (int i = 0; i < cells.length; i++) {
            if (cells[i] == null && !columns.get(i).isNullable()) {
                unreadable(table, source, columns.get(i).name() + ": not a value that a row can have");
                return;
            }
        }
        int indexed = 0;
        for (int position : table.indexed()) {
            indexed += bytes(cells[position]);
        }
        if (indexed > LONGEST_INDEXED) {
            unreadable(
                    table,
                    source,
                    "names of " + indexed + " bytes (expected: at most " + LONGEST_INDEXED + ", as in an index)");
            return;
        }
        if (table.isHistory()) {
            ofTable.months.add(month(table, cells));
        }
        ofTable.binary.row(cells.length);
        for (int i = 0; i < cells.length; i++) {
            ofTable.binary.cell(columns.get(i).type(), cells[i]);
        }
        ofTable.count++;
        size++;
    }

    private void unreadable(PgTable table, Source source, String problem) {
        addUnreadable(new Unreadable(table.relation().topic().name(), source.partition(), source.offset(), problem));
    }

    private static int bytes(@Nullable Object text) {
        if (!(text instanceof String string)) {
            return 0;
        }
        return string.length() * 3 <= LONGEST_INDEXED / 4
                ? string.length()
                : string.getBytes(StandardCharsets.UTF_8).length;
    }

    private static YearMonth month(PgTable table, @Nullable Object[] cells) {
        List<Column> columns = table.relation().columns();
        String time = table.relation().time().orElseThrow();
        for (int i = 0; i < cells.length; i++) {
            if (columns.get(i).name().equals(time)) {
                return cells[i] instanceof Instant at
                        ? YearMonth.from(at.atZone(ZoneOffset.UTC))
                        : YearMonth.from((LocalDate) Objects.requireNonNull(cells[i]));
            }
        }
        throw new IllegalArgumentException(table.name() + " has no " + time);
    }
}
