package io.fairstream.postgres;

import io.fairstream.relations.SqlName;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** The table {@code kafka_offsets}: which record of each partition is copied next. */
final class OffsetsTable {
    private final Connection connection;
    private final String table;

    /**
     * A partition's row.
     *
     * @param topicId of Kafka, which changes if a topic is deleted and created again
     */
    record Held(long next, String tableName, String topicId) {}

    OffsetsTable(Connection connection, String schema) {
        this.connection = connection;
        this.table = SqlName.quoted(schema) + ".kafka_offsets";
    }

    /** All rows. */
    Map<TopicPartition, Held> read() throws SQLException {
        Map<TopicPartition, Held> held = new HashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(
                        "SELECT topic, partition, next_offset, table_name, topic_id FROM " + table);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                held.put(
                        new TopicPartition(row.getString(1), row.getInt(2)),
                        new Held(row.getLong(3), row.getString(4), row.getString(5)));
            }
        }
        return held;
    }

    void begin(TopicPartition partition, Held held) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + table
                + " (topic, partition, next_offset, table_name, topic_id) VALUES (?, ?, ?, ?, ?)")) {
            insert.setString(1, partition.topic());
            insert.setInt(2, partition.partition());
            insert.setLong(3, held.next());
            insert.setString(4, held.tableName());
            insert.setString(5, held.topicId());
            insert.executeUpdate();
        }
    }

    /**
     * Advances the offsets, if no other sink has done so.
     *
     * @throws SinkException if another has
     */
    void advance(List<Copied> moves) throws SQLException {
        String update = "UPDATE " + table + " AS held SET next_offset = n.next, updated = now()"
                + " FROM unnest(?::text[], ?::integer[], ?::bigint[], ?::bigint[]) AS n (topic, partition, held, next)"
                + " WHERE held.topic = n.topic AND held.partition = n.partition AND held.next_offset = n.held";
        Array topics = array(
                "text", moves.stream().map(move -> move.partition().topic()).toArray());
        Array partitions = array(
                "integer",
                moves.stream().map(move -> move.partition().partition()).toArray());
        Array held = array("bigint", moves.stream().map(Copied::held).toArray());
        Array next = array("bigint", moves.stream().map(Copied::next).toArray());
        try (PreparedStatement statement = connection.prepareStatement(update)) {
            statement.setArray(1, topics);
            statement.setArray(2, partitions);
            statement.setArray(3, held);
            statement.setArray(4, next);
            if (statement.executeUpdate() != moves.size()) {
                throw new SinkException(table
                        + ": another program has changed an offset (expected: one sink for a schema; stop the other)");
            }
        }
    }

    private Array array(String type, Object[] values) throws SQLException {
        return connection.createArrayOf(type, values);
    }
}
