package io.fairstream.analysis;

import io.fairstream.relations.Column;
import io.fairstream.relations.Relation;
import io.fairstream.relations.Shapes;
import io.fairstream.relations.Source;
import io.fairstream.relations.SqlName;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;

/**
 * Appender of rows to a table of DuckDB. A time or day outside the years 1 to 9999, which no accepted record has,
 * becomes null: DuckDB can store more years than it can print, partition and export.
 */
final class Appended implements AutoCloseable {
    private static final long MICROS = 1000;
    private static final long SECONDS_PER_DAY = 86_400;
    private static final long FIRST_DAY = LocalDate.of(1, 1, 1).toEpochDay();
    private static final long LAST_DAY = LocalDate.of(9999, 12, 31).toEpochDay();

    private final List<Column> columns;
    private final Shapes shapes;
    private final Map<@Nullable Schema, @Nullable Column[]> held = new HashMap<>();
    private final DuckDBAppender appender;

    /**
     * Opens an appender, which its thread uses and closes.
     *
     * @param columns of the relation that the table has, in their order
     */
    Appended(Connection database, Relation relation, List<Column> columns) throws SQLException {
        this(database, relation, relation.name(), columns);
    }

    /** As {@link #Appended(Connection, Relation, List)}, for a table of that name. */
    Appended(Connection database, Relation relation, String table, List<Column> columns) throws SQLException {
        this.columns = columns;
        this.shapes = Shapes.of(relation);
        this.appender = database.unwrap(DuckDBConnection.class).createAppender(table);
    }

    /** Creates the table, and replaces an existing one of that name. */
    static void create(Connection database, Relation relation, List<Column> columns) throws SQLException {
        String definitions = columns.stream()
                .map(column -> SqlName.quoted(column.name()) + " " + column.type())
                .collect(Collectors.joining(", "));
        try (Statement statement = database.createStatement()) {
            statement.execute("CREATE OR REPLACE TABLE " + SqlName.quoted(relation.name()) + " ("
                    + (definitions.isEmpty() ? NO_COLUMN : definitions) + ")");
            String hyphenated = relation.topic().name();
            if (!hyphenated.equals(relation.name())) {
                statement.execute("CREATE OR REPLACE VIEW " + SqlName.quoted(hyphenated) + " AS FROM "
                        + SqlName.quoted(relation.name()));
            }
        }
    }

    /** Column of a table that is only counted. */
    private static final String NO_COLUMN = "kafka_offset BIGINT";

    /** Appends a row. */
    void add(Source row) throws SQLException {
        appender.beginRow();
        if (columns.isEmpty()) {
            appender.append(row.offset());
        }
        for (Column column : held.computeIfAbsent(shapes.of(row), this::held)) {
            if (column == null) {
                appender.appendNull();
            } else {
                append(column, column.value().apply(row));
            }
        }
        appender.endRow();
    }

    /** Returns the columns with possible values in such a row, each at its index. */
    private @Nullable Column[] held(@Nullable Schema shape) {
        @Nullable Column[] places = new @Nullable Column[columns.size()];
        for (int i = 0; i < places.length; i++) {
            places[i] = shapes.mayHold(shape, columns.get(i)) ? columns.get(i) : null;
        }
        return places;
    }

    private void append(Column column, @Nullable Object cell) throws SQLException {
        if (cell == null) {
            appender.appendNull();
            return;
        }
        switch (column.type().kind()) {
            case TEXT, JSON -> appender.append((String) cell);
            case BIGINT -> appender.append((long) (Long) cell);
            case INTEGER -> appender.append((int) (Integer) cell);
            case DOUBLE -> appender.append((double) (Double) cell);
            case BOOLEAN -> appender.append((boolean) (Boolean) cell);
            case DECIMAL -> appender.append((BigDecimal) cell);
            case TIMESTAMPTZ -> append((Instant) cell);
            case DATE -> append(((LocalDate) cell).toEpochDay());
        }
    }

    private void append(Instant at) throws SQLException {
        if (isHeld(Math.floorDiv(at.getEpochSecond(), SECONDS_PER_DAY))) {
            appender.appendEpochMicros(at.toEpochMilli() * MICROS);
        } else {
            appender.appendNull();
        }
    }

    private void append(long day) throws SQLException {
        if (isHeld(day)) {
            appender.appendEpochDays((int) day);
        } else {
            appender.appendNull();
        }
    }

    private static boolean isHeld(long day) {
        return day >= FIRST_DAY && day <= LAST_DAY;
    }

    @Override
    public void close() throws SQLException {
        appender.close();
    }
}
