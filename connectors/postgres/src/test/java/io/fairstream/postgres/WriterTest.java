package io.fairstream.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.relations.Column;
import io.fairstream.relations.Relation;
import io.fairstream.relations.Relations;
import io.fairstream.relations.Source;
import io.fairstream.relations.SqlName;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeBlocks;
import io.fairstream.schemas.Setting;
import io.fairstream.schemas.Topics;
import io.fairstream.testing.PostgresServer;
import io.fairstream.testing.RandomRecords;
import io.fairstream.testing.WrittenCharges;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.avro.generic.IndexedRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WriterTest {
    private static final TopicPartition SETTINGS = new TopicPartition("fairstream.settings", 0);

    private static @Nullable PostgresServer server;

    private final SinkSettings settings =
            SinkSettings.of(server().url(), Optional.of("postgres"), Optional.empty(), "s");
    private final Connection connection = new Database(settings).connect();
    private long next;

    WriterTest() throws SQLException {}

    @BeforeAll
    static void start() throws Exception {
        server = PostgresServer.start(WriterTest.class);
    }

    @AfterAll
    static void stop() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    private static PostgresServer server() {
        return Objects.requireNonNull(server);
    }

    @BeforeEach
    void prepare() throws SQLException {
        new SinkSchema(connection, "s").prepare(tables());
        new OffsetsTable(connection, "s").begin(SETTINGS, new OffsetsTable.Held(0, "settings", "id"));
        connection.commit();
    }

    @AfterEach
    void drop() throws SQLException {
        connection.rollback();
        Database.execute(connection, "DROP SCHEMA s CASCADE");
        connection.commit();
        connection.close();
    }

    private List<PgTable> tables() {
        return settings.tables().stream()
                .map(relation -> PostgresSink.table(relation, settings))
                .toList();
    }

    private PgTable table(String name) {
        return PostgresSink.table(Relations.named(name).orElseThrow(), settings);
    }

    private void write(Batch batch) throws SQLException {
        new Writer(connection, "s").write(batch, List.of(new Copied(SETTINGS, next, ++next)));
    }

    @Test
    void keepsEachCellOfEachTable() throws SQLException {
        for (PgTable table : tables()) {
            Relation relation = table.relation();
            Map<List<Object>, List<@Nullable Object>> expected = new HashMap<>();
            Batch batch = new Batch();
            RandomRecords records = new RandomRecords(relation.name().hashCode());
            for (int i = 0; i < 200; i++) {
                IndexedRecord value = value(relation, records);
                batch.add(table, "key" + i, value, i % 3, i);
                for (Source row : relation.rows("key" + i, value, i % 3, i)) {
                    expected.put(List.of(row.partition(), row.offset(), row.index()), cells(relation, row));
                }
            }
            write(batch);
            assertEquals(List.of(), batch.unreadable(), relation.name());
            assertEquals(expected, held(table), relation.name());
        }
    }

    /** Values that the topology refuses end no copying. {@code -Dreaders.records=1000000} tries more. */
    @Test
    void extremeRecordsAreRowsOrUnreadable() throws SQLException {
        int count = Math.max(1, Integer.getInteger("readers.records", 10_000) / tables().size());
        for (PgTable table : tables()) {
            Batch batch = new Batch();
            RandomRecords records = RandomRecords.extreme(table.name().hashCode());
            for (int i = 0; i < count; i++) {
                batch.add(table, "key" + i, value(table.relation(), records), i % 3, i);
            }
            write(batch);
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT count(*) FROM " + table.qualified())) {
                row.next();
                assertEquals(count, row.getInt(1) + batch.unreadable().size(), table.name());
            }
        }
    }

    private static IndexedRecord value(Relation relation, RandomRecords records) {
        if (!relation.topic().equals(Topics.CHARGES)) {
            return records.next(relation.topic().schema().orElseThrow());
        }
        Charge charge = (Charge) records.next(Charge.getClassSchema());
        return WrittenCharges.block(charge.getLedger(), List.of(new ChargeBlocks.Sent(charge, Instant.EPOCH)));
    }

    private static List<@Nullable Object> cells(Relation relation, Source row) {
        List<@Nullable Object> cells = new ArrayList<>();
        for (Column column : relation.columns()) {
            cells.add(Cells.stored(column.value().apply(row), column.type()));
        }
        return cells;
    }

    private Map<List<Object>, List<@Nullable Object>> held(PgTable table) throws SQLException {
        Map<List<Object>, List<@Nullable Object>> held = new HashMap<>();
        List<Column> columns = table.relation().columns();
        boolean hasIndex = table.relation().column("kafka_index").isPresent();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT "
                        + SqlName.quoted(columns.stream().map(Column::name).toList()) + " FROM " + table.qualified())) {
            while (row.next()) {
                List<@Nullable Object> cells = new ArrayList<>();
                for (int i = 0; i < columns.size(); i++) {
                    cells.add(Cells.read(row, i + 1, columns.get(i).type()));
                }
                held.put(
                        List.of(
                                row.getInt("kafka_partition"),
                                row.getLong("kafka_offset"),
                                hasIndex ? row.getInt("kafka_index") : 0),
                        cells);
            }
        }
        return held;
    }

    private Map<String, String> settingRows() throws SQLException {
        Map<String, String> rows = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT kafka_key, value FROM s.settings")) {
            while (row.next()) {
                rows.put(row.getString(1), row.getString(2));
            }
        }
        return rows;
    }

    private void put(@Nullable String value, int partition, long offset) throws SQLException {
        Batch batch = new Batch();
        batch.add(
                table("settings"),
                "a",
                value == null ? null : new Setting("a", value, null, null, null),
                partition,
                offset);
        write(batch);
    }

    @Test
    void anOlderRecordDoesNotReplaceANewerOne() throws SQLException {
        put("new", 0, 7);
        put("old", 0, 3);
        assertEquals(Map.of("a", "new"), settingRows());
        put("newer", 0, 8);
        assertEquals(Map.of("a", "newer"), settingRows());
    }

    @Test
    void anOlderRemovalRemovesNoNewerRow() throws SQLException {
        put("new", 0, 7);
        put(null, 0, 6);
        assertEquals(Map.of("a", "new"), settingRows());
        put(null, 0, 8);
        assertEquals(Map.of(), settingRows());
    }

    @Test
    void aRowComesAgainAfterItsRemoval() throws SQLException {
        put("one", 0, 1);
        put(null, 0, 2);
        put("two", 0, 3);
        assertEquals(Map.of("a", "two"), settingRows());
    }

    @Test
    void ofABatchTheLastRecordOfAKeyHolds() throws SQLException {
        Batch batch = new Batch();
        batch.add(table("settings"), "a", new Setting("a", "one", null, null, null), 0, 1);
        batch.add(table("settings"), "a", null, 0, 2);
        batch.add(table("settings"), "b", new Setting("b", "one", null, null, null), 0, 3);
        batch.add(table("settings"), "c", null, 0, 4);
        batch.add(table("settings"), "c", new Setting("c", "back", null, null, null), 0, 5);
        write(batch);
        assertEquals(Map.of("b", "one", "c", "back"), settingRows());
    }

    @Test
    void somebodyElsesOffsetsUndoTheTransaction() throws SQLException {
        Batch batch = new Batch();
        batch.add(table("settings"), "a", new Setting("a", "one", null, null, null), 0, 1);
        assertThrows(
                SinkException.class,
                () -> new Writer(connection, "s").write(batch, List.of(new Copied(SETTINGS, 5, 6))));
        connection.rollback();
        assertEquals(Map.of(), settingRows());
    }

    @Test
    void aTextWithACharacterThatPostgreSQLDoesNotHaveIsKept() throws SQLException {
        put("a\0b", 0, 1);
        assertEquals(Map.of("a", "a\ufffdb"), settingRows());
    }

    @Test
    void aNameThatNoIndexHoldsIsSetAside() throws SQLException {
        Batch batch = new Batch();
        String key = "x".repeat(4000);
        batch.add(table("settings"), key, new Setting(key, "one", null, null, null), 0, 1);
        write(batch);
        assertEquals(1, batch.unreadable().size());
        assertEquals(Map.of(), settingRows());
    }

    @Test
    void historyIsDividedByMonths() throws SQLException {
        Batch batch = new Batch();
        RandomRecords records = new RandomRecords(1);
        for (int i = 0; i < 50; i++) {
            batch.add(
                    table("daily"), "k" + i, records.next(Topics.DAILY.schema().orElseThrow()), 0, i);
        }
        write(batch);
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT count(DISTINCT tableoid), count(*) FILTER (WHERE tableoid = 's.daily_other'::regclass),"
                                + " count(*) FROM s.daily")) {
            row.next();
            assertTrue(row.getInt(1) > 3, "partitions " + row.getInt(1));
            assertEquals(0, row.getInt(2), "rows outside of their months");
            assertEquals(50, row.getInt(3));
        }
    }

    @Test
    void onlyOneSinkHasTheLock() throws SQLException {
        assertTrue(Database.lock(connection, "s"));
        try (Connection second = new Database(settings).connect()) {
            assertTrue(!Database.lock(second, "s"));
            assertTrue(Database.lock(second, "other"));
        }
    }
}
