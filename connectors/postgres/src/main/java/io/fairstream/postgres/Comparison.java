package io.fairstream.postgres;

import io.fairstream.relations.Column;
import io.fairstream.relations.Relation;
import io.fairstream.relations.Source;
import io.fairstream.relations.SqlName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.avro.generic.IndexedRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Compares tables with their topics: all cells of all rows up to the offsets that the database has, and of the journal the sums
 * of each account. A sink may be at work meanwhile: what it has not copied yet is counted, and keys that have changed since are
 * left out.
 */
public final class Comparison {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final int FETCHED = 5000;

    private final SinkSettings settings;
    private final Kafka kafka;
    private final Database database;

    /**
     * A table beside its topic.
     *
     * @param rows of the table that were compared
     * @param waiting records of the topic that are not copied yet
     * @param difference the first that was found; empty if there is none
     */
    public record Compared(String table, long rows, long waiting, Optional<String> difference) {}

    public Comparison(SinkSettings settings, Kafka kafka) {
        this.settings = settings;
        this.kafka = kafka;
        this.database = new Database(settings);
    }

    /**
     * Each table of the settings that the database has.
     *
     * @throws SinkException if the database does not answer, or has no tables of a sink
     */
    public List<Compared> tables() throws InterruptedException {
        Map<String, Object> properties = new HashMap<>(kafka.consumer());
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        // a broker that has nothing more of one partition does not keep the others waiting
        properties.putIfAbsent(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, "20");
        try (Connection connection = database.connect();
                Admin admin = Admin.create(new HashMap<>(kafka.admin()));
                KafkaConsumer<String, byte[]> consumer =
                        new KafkaConsumer<>(properties, new StringDeserializer(), new ByteArrayDeserializer())) {
            requireTables(connection);
            List<Compared> compared = new ArrayList<>();
            for (Relation relation : settings.tables()) {
                Sources sources = Sources.of(admin, kafka.prefix(), List.of(relation));
                connection.rollback();
                Database.execute(connection, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
                Map<TopicPartition, OffsetsTable.Held> held = new OffsetsTable(connection, settings.schema()).read();
                held.keySet().retainAll(sources.ids().keySet());
                if (!held.isEmpty()) {
                    compared.add(compare(relation, held, connection, consumer));
                }
            }
            if (compared.isEmpty()) {
                throw new SinkException(settings.schema() + " of " + settings.url()
                        + ": no tables of these topics (expected: a schema that sink postgres has written)");
            }
            return compared;
        } catch (SQLException e) {
            throw database.stop(e);
        }
    }

    private void requireTables(Connection connection) throws SQLException {
        SinkSchema schema = new SinkSchema(connection, settings.schema());
        if (!schema.exists(
                "SELECT 1 WHERE to_regclass(?) IS NOT NULL", SqlName.quoted(settings.schema()) + ".kafka_offsets")) {
            throw new SinkException(settings.schema() + " of " + settings.url()
                    + ": no table kafka_offsets (expected: a schema that sink postgres has written)");
        }
    }

    private Compared compare(
            Relation relation,
            Map<TopicPartition, OffsetsTable.Held> held,
            Connection connection,
            KafkaConsumer<String, byte[]> consumer)
            throws SQLException {
        RowSums expected = new RowSums(relation);
        consumer.assign(held.keySet());
        Map<TopicPartition, Long> begins = consumer.beginningOffsets(held.keySet());
        Map<TopicPartition, Long> ends = consumer.endOffsets(held.keySet());
        consumer.seekToBeginning(held.keySet());
        Deserializer<?> values = kafka.values().apply(relation.topic());
        List<String> unreadable = unreadable(connection, relation);
        long waiting = 0;
        while (held.keySet().stream().anyMatch(partition -> consumer.position(partition) < end(ends, partition))) {
            for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
                TopicPartition partition = new TopicPartition(record.topic(), record.partition());
                boolean isCopied = record.offset()
                        < Objects.requireNonNull(held.get(partition)).next();
                waiting += isCopied ? 0 : 1;
                if (!unreadable.contains(record.partition() + "/" + record.offset())) {
                    add(expected, record, values, isCopied);
                }
            }
        }
        RowSums found = new RowSums(relation);
        read(connection, relation, begins, expected, found);
        return new Compared(relation.name(), found.rows(), waiting, expected.difference(found));
    }

    private static long end(Map<TopicPartition, Long> ends, TopicPartition partition) {
        return Objects.requireNonNull(ends.get(partition));
    }

    private static void add(
            RowSums sums, ConsumerRecord<String, byte[]> record, Deserializer<?> values, boolean isCopied) {
        IndexedRecord value;
        try {
            value = (IndexedRecord) values.deserialize(record.topic(), record.value());
        } catch (SerializationException e) {
            return;
        }
        sums.addRecord(record.key(), value, record.partition(), record.offset(), isCopied);
    }

    private List<String> unreadable(Connection connection, Relation relation) throws SQLException {
        List<String> found = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement("SELECT partition, \"offset\" FROM "
                + SqlName.quoted(settings.schema()) + ".kafka_unreadable WHERE topic = ?")) {
            statement.setString(1, relation.topic().name());
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    found.add(row.getInt(1) + "/" + row.getLong(2));
                }
            }
        }
        return found;
    }

    private void read(
            Connection connection, Relation relation, Map<TopicPartition, Long> begins, RowSums expected, RowSums found)
            throws SQLException {
        Map<Integer, Long> first = new HashMap<>();
        begins.forEach((partition, offset) -> first.put(partition.partition(), offset));
        List<Column> columns = relation.columns();
        int partitionAt = columns.indexOf(relation.column("kafka_partition").orElseThrow());
        int offsetAt = columns.indexOf(relation.column("kafka_offset").orElseThrow());
        int keyAt = columns.indexOf(relation.column("kafka_key").orElseThrow());
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(FETCHED);
            try (ResultSet row = statement.executeQuery("SELECT "
                    + SqlName.quoted(columns.stream().map(Column::name).toList()) + " FROM "
                    + new PgTable(relation, settings.schema(), false).qualified())) {
                while (row.next()) {
                    @Nullable Object[] cells = new @Nullable Object[columns.size()];
                    for (int i = 0; i < cells.length; i++) {
                        cells[i] = Cells.read(row, i + 1, columns.get(i).type());
                    }
                    int partition = (Integer) Objects.requireNonNull(cells[partitionAt]);
                    long offset = (Long) Objects.requireNonNull(cells[offsetAt]);
                    boolean isKept = relation.isLatestOnly() || offset >= first.getOrDefault(partition, 0L);
                    String key = (String) cells[keyAt];
                    if (isKept && !expected.isMoving(key)) {
                        found.addRow(cells, new Place(key, partition, offset));
                    }
                }
            }
        }
    }

    /** Position of a row in Kafka. */
    record Place(@Nullable String key, int partition, long offset) {
        static Place of(Source source) {
            return new Place(
                    source.key() == null ? null : BinaryRows.stored(source.key()), source.partition(), source.offset());
        }
    }
}
