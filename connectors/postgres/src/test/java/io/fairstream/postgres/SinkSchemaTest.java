package io.fairstream.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.relations.Column;
import io.fairstream.relations.Relation;
import io.fairstream.relations.Relations;
import io.fairstream.relations.SqlName;
import io.fairstream.relations.SqlType;
import io.fairstream.testing.PostgresServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SinkSchemaTest {
    private static @Nullable PostgresServer server;

    private final SinkSettings settings = SinkSettings.of(
            Objects.requireNonNull(server).url(), Optional.of("postgres"), Optional.empty(), "Odd \"schema");
    private final Connection connection = new Database(settings).connect();
    private final List<PgTable> tables = settings.tables().stream()
            .map(relation -> PostgresSink.table(relation, settings))
            .toList();

    SinkSchemaTest() throws SQLException {}

    @BeforeAll
    static void start() throws Exception {
        server = PostgresServer.start(SinkSchemaTest.class);
    }

    @AfterAll
    static void stop() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    @BeforeEach
    void prepare() throws SQLException {
        prepare(tables);
        connection.commit();
    }

    private void prepare(List<PgTable> wanted) throws SQLException {
        new SinkSchema(connection, settings.schema()).prepare(wanted);
    }

    @AfterEach
    void drop() throws SQLException {
        connection.rollback();
        change("DROP SCHEMA @ CASCADE");
        connection.commit();
        connection.close();
    }

    private void change(String sql) throws SQLException {
        Database.execute(connection, sql.replace("@", SqlName.quoted(settings.schema())));
    }

    private String refused() {
        return Objects.requireNonNull(
                assertThrows(SinkException.class, () -> prepare(tables)).getMessage());
    }

    @Test
    void whatIsThereIsLeftAsItIs() throws SQLException {
        prepare(tables);
        assertTrue(new SinkSchema(connection, settings.schema())
                .exists("SELECT 1 FROM pg_description WHERE description = ?", "Key of the Kafka record."));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            alter table @.jobs drop column user_id cascade | column user_id is missing (expected: bigint, as created
            alter table @.jobs alter user_id type integer | column user_id is integer (expected: bigint, as created
            alter table @.jobs alter "user" drop not null | column user is text (expected: text NOT NULL, as created
            alter table @.jobs add column mine text | column mine is additional (expected: none of that name, as created
            alter table @.jobs drop constraint jobs_pkey | primary key () (expected: (kafka_key)
            drop table @.jobs | missing (expected: the table as created
            """)
    void aChangeByHandIsNamed(String change, String named) throws SQLException {
        change(change);
        String line = refused();
        assertTrue(line.startsWith("Odd \"schema.jobs: " + named), line);
        assertTrue(line.contains("--rebuild jobs"), line);
        connection.commit();
        new SinkSchema(connection, settings.schema()).remove(table("jobs"));
        prepare(tables);
    }

    private PgTable table(String name) {
        return tables.stream()
                .filter(table -> table.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aTableOfSomebodyElseIsNotTaken() throws SQLException {
        change("DROP SCHEMA @ CASCADE");
        change("CREATE SCHEMA @");
        change("CREATE TABLE @.jobs (mine text)");
        assertTrue(refused().contains("a table of another program"), this::refused);
    }

    private PgTable with(PgTable table, List<Column> columns) {
        Relation old = table.relation();
        return new PgTable(
                new Relation(old.name(), old.topic(), old.doc(), old.key(), old.time(), columns),
                table.schema(),
                false);
    }

    @Test
    void aColumnOfALaterReleaseIsAddedIfItMayBeNull() throws SQLException {
        List<Column> columns = new ArrayList<>(table("jobs").relation().columns());
        columns.add(new Column("colour", SqlType.TEXT, true, "", "Which.", source -> null));
        prepare(List.of(with(table("jobs"), columns)));
        prepare(List.of(with(table("jobs"), columns)));
        assertTrue(refused().contains("colour, created by a newer release"), this::refused);
        columns.add(new Column("size_s", SqlType.BIGINT, false, "s", "How much.", source -> 1L));
        String line = Objects.requireNonNull(assertThrows(
                        SinkException.class, () -> prepare(List.of(with(table("jobs"), columns))))
                .getMessage());
        assertTrue(line.contains("size_s is missing (expected: bigint NOT NULL since this release"), line);
    }

    @Test
    void historyIsNotChangedLater() {
        PgTable daily = new PgTable(Relations.named("daily").orElseThrow(), settings.schema(), false);
        String line = Objects.requireNonNull(
                assertThrows(SinkException.class, () -> prepare(List.of(daily))).getMessage());
        assertTrue(
                line.contains("daily: primary key (kafka_key, day) (expected: (kafka_key), as in the setting history"),
                line);
    }

    @Test
    void anErrorThatPassesIsToldFromOneThatDoesNot() {
        assertTrue(Database.mayPass(new SQLException("", "53100")));
        assertTrue(Database.mayPass(new SQLException("", "08006")));
        assertTrue(Database.mayPass(new SQLException("", "57P01")));
        assertFalse(Database.mayPass(new SQLException("", "28P01")));
        assertFalse(Database.mayPass(new SQLException("", "22P02")));
        SinkSettings missing =
                SinkSettings.of(settings.url() + "2", Optional.of("postgres"), Optional.empty(), "fairstream");
        SQLException failure = assertThrows(SQLException.class, () -> new Database(missing).connect());
        assertFalse(Database.mayPass(failure));
        assertEquals(
                missing.url()
                        + ": FATAL: database \"postgres2\" does not exist (expected: an existing database: CREATE "
                        + "DATABASE …, docs/postgres.md)",
                new Database(missing).stop(failure).getMessage());
    }
}
