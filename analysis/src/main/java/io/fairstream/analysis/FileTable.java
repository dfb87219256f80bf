package io.fairstream.analysis;

import io.fairstream.relations.Column;
import io.fairstream.relations.Relation;
import io.fairstream.relations.Shapes;
import io.fairstream.relations.Source;
import io.fairstream.relations.SqlName;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * DuckDB table that buffers rows for a file. A column is created when the first row comes that may have a value in it:
 * most columns of a journal belong to other kinds of charges, and would take most of the time and space.
 */
final class FileTable implements AutoCloseable {
    private final Connection connection;
    private final Relation relation;
    private final String name;
    private final Shapes shapes;
    private final Set<@Nullable Schema> known = new HashSet<>();
    private final Set<Column> columns = new LinkedHashSet<>();
    private @Nullable Appended appended;

    /**
     * Empty.
     *
     * @param connection of the caller, who closes it; from now on it works in transactions, because each 2,048 rows of an appender
     *     would be one otherwise
     * @param name no other table of the database has it
     */
    FileTable(Connection connection, Relation relation, String name) throws SQLException {
        this.connection = connection;
        this.relation = relation;
        this.name = name;
        this.shapes = Shapes.of(relation);
        connection.setAutoCommit(false);
    }

    void add(Source row) throws SQLException {
        Schema shape = shapes.of(row);
        Appended rows = known.contains(shape) ? appended : null;
        if (rows == null) {
            rows = withColumnsOf(shape);
            known.add(shape);
        }
        rows.add(row);
    }

    private Appended withColumnsOf(@Nullable Schema shape) throws SQLException {
        List<Column> missing = shapes.columns(shape).stream()
                .filter(column -> !columns.contains(column))
                .toList();
        Appended open = appended;
        if (open != null && missing.isEmpty()) {
            return open;
        }
        finish();
        if (columns.isEmpty()) {
            execute("CREATE TABLE " + SqlName.quoted(name) + " ("
                    + missing.stream().map(FileTable::definition).collect(Collectors.joining(", ")) + ")");
        } else {
            for (Column column : missing) {
                execute("ALTER TABLE " + SqlName.quoted(name) + " ADD COLUMN " + definition(column));
            }
        }
        columns.addAll(missing);
        Appended wider = new Appended(connection, relation, name, List.copyOf(columns));
        appended = wider;
        return wider;
    }

    private static String definition(Column column) {
        return SqlName.quoted(column.name()) + " " + column.type();
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Flushes the added rows, so that queries see them. */
    void finish() throws SQLException {
        Appended open = appended;
        if (open != null) {
            appended = null;
            open.close();
            connection.commit();
        }
    }

    /** Returns a query for all columns of the relation, in their order; there must be a row. */
    String all() {
        return "SELECT "
                + relation.columns().stream().map(this::selected).collect(Collectors.joining(", "))
                + " FROM " + SqlName.quoted(name);
    }

    private String selected(Column column) {
        String quoted = SqlName.quoted(column.name());
        return columns.contains(column) ? quoted : "CAST(NULL AS " + column.type() + ") AS " + quoted;
    }

    @Override
    public void close() throws SQLException {
        finish();
        execute("DROP TABLE IF EXISTS " + SqlName.quoted(name));
        connection.commit();
    }
}
