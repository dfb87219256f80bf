package io.fairstream.analysis;

import io.fairstream.query.records.Failure;
import io.fairstream.query.records.RowShare;
import io.fairstream.relations.Column;
import io.fairstream.relations.Relation;
import io.fairstream.relations.Source;
import io.fairstream.schemas.Topics;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Tables used by queries, with the loaded part of their topics. */
final class LoadedTables {
    /**
     * Loaded state of a table.
     *
     * @param next offset after the last row, by partition
     * @param ends end offsets of the topic at that time
     */
    private record Loaded(List<Column> columns, Map<Integer, Long> next, Map<Integer, Long> ends) {}

    private final Database database;
    private final TopicRows rows;
    private final Map<Relation, Loaded> loaded = new HashMap<>();

    LoadedTables(Database database, TopicRows rows) {
        this.database = database;
        this.rows = rows;
    }

    /** Updates the table to the current content of its topic, with at least these columns. */
    void load(Relation relation, List<Column> columns) {
        Map<Integer, Long> ends = rows.ends(relation);
        Loaded before = loaded.get(relation);
        if (before == null || !before.columns().containsAll(columns)) {
            read(relation, columns, ends);
        } else if (!before.ends().equals(ends)) {
            boolean isGrowing = !relation.isLatestOnly() && !Topics.inputs().contains(relation.topic());
            if (isGrowing) {
                append(relation, before.columns(), before.next(), ends);
            } else {
                read(relation, before.columns(), ends);
            }
        }
    }

    private void read(Relation relation, List<Column> columns, Map<Integer, Long> ends) {
        try {
            Appended.create(database.connection(), relation, columns);
        } catch (SQLException e) {
            throw failure(relation, e);
        }
        append(relation, columns, Map.of(), ends);
    }

    private static Failure failure(Relation relation, SQLException e) {
        return new Failure(relation.name() + ": " + e.getMessage(), e);
    }

    /** Appends new rows; a failed load is repeated next time. */
    private void append(Relation relation, List<Column> columns, Map<Integer, Long> since, Map<Integer, Long> ends) {
        loaded.remove(relation);
        Map<Integer, Long> next = new ConcurrentHashMap<>(since);
        rows.read(relation, since, () -> new Share(relation, columns, next));
        loaded.put(relation, new Loaded(columns, next, ends));
    }

    /** Share of one thread in a load, on a connection of its own. */
    private final class Share implements RowShare<Source> {
        private final Relation relation;
        private final Map<Integer, Long> next;
        private final Connection connection;
        private final Appended table;
        private @Nullable Source last;

        Share(Relation relation, List<Column> columns, Map<Integer, Long> next) {
            this.relation = relation;
            this.next = next;
            try {
                this.connection = database.another();
                this.connection.setAutoCommit(
                        false); // otherwise each 2,048 rows of the appender would be a transaction
                this.table = new Appended(connection, relation, columns);
            } catch (SQLException e) {
                throw failure(relation, e);
            }
        }

        @Override
        public void add(Source row) {
            try {
                table.add(row);
            } catch (SQLException e) {
                throw failure(relation, e);
            }
            if (last == null || last.offset() != row.offset() || last.partition() != row.partition()) {
                next.merge(row.partition(), row.offset() + 1, Math::max);
            }
            last = row;
        }

        @Override
        public void close() {
            try {
                table.close();
                connection.commit();
                connection.close();
            } catch (SQLException e) {
                throw failure(relation, e);
            }
        }
    }
}
