package io.fairstream.postgres;

import io.fairstream.postgres.Batch.Removed;
import io.fairstream.postgres.Batch.Rows;
import io.fairstream.relations.SqlName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.YearMonth;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/** Writer of batches, each in a transaction with its end offsets. */
final class Writer {
    private final Connection connection;
    private final String schema;
    private final OffsetsTable offsets;
    private final Set<PgTable> staged = new HashSet<>();
    private final Set<String> partitions = new HashSet<>();

    Writer(Connection connection, String schema) {
        this.connection = connection;
        this.schema = schema;
        this.offsets = new OffsetsTable(connection, schema);
    }

    /**
     * Writes a batch atomically.
     *
     * @return rows written or removed, by table
     */
    Map<PgTable, Integer> write(Batch batch, List<Copied> moves) throws SQLException {
        Map<PgTable, Integer> written = new LinkedHashMap<>();
        offsets.advance(moves);
        for (Map.Entry<PgTable, Rows> table : batch.finish().entrySet()) {
            written.put(table.getKey(), write(table.getKey(), table.getValue()));
        }
        writeUnreadable(batch.unreadable());
        connection.commit();
        return written;
    }

    private int write(PgTable table, Rows rows) throws SQLException {
        for (YearMonth month : rows.months()) {
            if (PgTable.hasPartition(month) && !partitions.contains(table.partitionName(month))) {
                makePartition(table, month);
            }
        }
        int removed = 0;
        if (table.relation().isLatestOnly()) {
            if (staged.add(table)) {
                Database.execute(connection, table.createStaging());
            }
            removed = remove(table, rows.removed());
        }
        if (rows.count() == 0) {
            return removed;
        }
        CopyIn copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(table.copy());
        try {
            copy.writeToCopy(rows.binary().bytes(), 0, rows.binary().size());
            copy.endCopy();
        } finally {
            if (copy.isActive()) {
                copy.cancelCopy();
            }
        }
        if (table.relation().isLatestOnly()) {
            Database.execute(connection, table.upsert());
        }
        return removed + rows.count();
    }

    private void makePartition(PgTable table, YearMonth month) throws SQLException {
        String name = table.partitionName(month);
        try (PreparedStatement statement = connection.prepareStatement("SELECT to_regclass(?) IS NOT NULL")) {
            statement.setString(1, SqlName.quoted(schema) + "." + SqlName.quoted(name));
            try (ResultSet answer = statement.executeQuery()) {
                answer.next();
                if (!answer.getBoolean(1)) {
                    Database.execute(connection, table.partition(month));
                }
            }
        }
        partitions.add(name);
    }

    private int remove(PgTable table, List<Removed> removed) throws SQLException {
        if (removed.isEmpty()) {
            return 0;
        }
        try (PreparedStatement delete = connection.prepareStatement(table.delete())) {
            delete.setArray(
                    1,
                    connection.createArrayOf(
                            "text", removed.stream().map(Removed::key).toArray()));
            delete.setArray(
                    2,
                    connection.createArrayOf(
                            "integer", removed.stream().map(Removed::partition).toArray()));
            delete.setArray(
                    3,
                    connection.createArrayOf(
                            "bigint", removed.stream().map(Removed::offset).toArray()));
            return delete.executeUpdate();
        }
    }

    private void writeUnreadable(List<Batch.Unreadable> unreadable) throws SQLException {
        if (unreadable.isEmpty()) {
            return;
        }
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO " + SqlName.quoted(schema)
                        + ".kafka_unreadable (topic, partition, \"offset\", problem) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING")) {
            for (Batch.Unreadable record : unreadable) {
                insert.setString(1, record.topic());
                insert.setInt(2, record.partition());
                insert.setLong(3, record.offset());
                insert.setString(4, BinaryRows.stored(record.problem()));
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }
}
