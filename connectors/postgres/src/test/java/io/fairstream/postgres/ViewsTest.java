package io.fairstream.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.relations.Relations;
import io.fairstream.relations.SqlType;
import io.fairstream.schemas.FactorSource;
import io.fairstream.schemas.Lease;
import io.fairstream.schemas.LeaseKind;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.PriorityAt;
import io.fairstream.testing.PostgresServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ViewsTest {
    private static final Instant NOW = Instant.parse("2026-03-02T08:00:00.123Z");
    private static final TopicPartition PARTITION = new TopicPartition("fairstream.priorities", 0);

    private static @Nullable PostgresServer server;

    private final Random random = new Random(17);

    @BeforeAll
    static void start() throws Exception {
        server = PostgresServer.start(ViewsTest.class);
    }

    @AfterAll
    static void stop() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    private Priority row(int number) {
        List<Lease> leases = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            LeaseKind kind = List.of(LeaseKind.values()).get(random.nextInt(3));
            double none = kind == LeaseKind.CEILING ? -1 : 0;
            leases.add(new Lease(
                    kind,
                    random.nextInt(3) == 0 && kind != LeaseKind.FACTOR ? none : random.nextInt(100) / 7.0 + 1,
                    NOW.minusSeconds(random.nextInt(1000)),
                    NOW.plusSeconds(random.nextInt(200_000)),
                    kind != LeaseKind.FACTOR && random.nextBoolean() ? null : Double.valueOf(random.nextInt(50) + 1),
                    kind == LeaseKind.FACTOR ? FactorSource.EXPLICIT : null));
        }
        double real = random.nextInt(3) == 0 ? 0.5 : random.nextDouble() * 1000;
        double factor = random.nextDouble() * 1000;
        return new Priority(
                "customer" + number,
                real,
                real * factor,
                factor,
                FactorSource.DEFAULT,
                random.nextBoolean() ? null : Double.valueOf(7),
                null,
                leases,
                (long) random.nextInt(50),
                random.nextInt(100) / 3.0,
                random.nextDouble() * 1e9,
                random.nextDouble() * 1e9,
                null,
                random.nextBoolean() ? null : NOW.minusSeconds(5),
                NOW,
                random.nextInt(5) == 0 ? 0.0001 : 86_400.0 * random.nextDouble(),
                false,
                null,
                random.nextBoolean() ? null : Double.valueOf(random.nextInt(20)));
    }

    @Test
    void prioritiesAtAnInstantAreThoseOfTheJavaFormula() throws SQLException {
        SinkSettings settings =
                SinkSettings.of(Objects.requireNonNull(server).url(), Optional.of("postgres"), Optional.empty(), "v");
        List<Priority> rows = new ArrayList<>();
        try (Connection connection = new Database(settings).connect()) {
            new SinkSchema(connection, "v")
                    .prepare(settings.tables().stream()
                            .map(relation -> PostgresSink.table(relation, settings))
                            .toList());
            new OffsetsTable(connection, "v").begin(PARTITION, new OffsetsTable.Held(0, "priorities", "id"));
            Batch batch = new Batch();
            for (int i = 0; i < 300; i++) {
                rows.add(row(i));
                batch.add(
                        PostgresSink.table(Relations.named("priorities").orElseThrow(), settings),
                        "customer" + i,
                        rows.get(i),
                        0,
                        i);
            }
            new Writer(connection, "v").write(batch, List.of(new Copied(PARTITION, 0, 300)));
            for (long millis : List.of(0L, 1L, 12_345L, 86_400_000L, 31_536_000_001L)) {
                assertSame(connection, rows, NOW.plusMillis(millis));
            }
        }
    }

    private static void assertSame(Connection connection, List<Priority> rows, Instant at) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT (x).real_priority, (x).effective_priority, (x).priority_factor, (x).ceiling, (x).floor,"
                        + " (x).accumulated_usage_s, (x).weighted_accumulated_usage_s, u, (x).factor_source,"
                        + " json_array_length((x).leases), (x).last_usage"
                        + " FROM (SELECT kafka_offset, v.priority_at(p, ?) AS x, v.usage_at(p, ?) AS u FROM v.priorities p) y"
                        + " ORDER BY kafka_offset")) {
            statement.setObject(1, at.atOffset(ZoneOffset.UTC));
            statement.setObject(2, at.atOffset(ZoneOffset.UTC));
            try (ResultSet row = statement.executeQuery()) {
                for (Priority each : rows) {
                    assertTrue(row.next());
                    Priority expected = PriorityAt.evaluate(each, at);
                    String what = each + " at " + at;
                    same(expected.getRealPriority(), row.getDouble(1), what);
                    same(expected.getEffectivePriority(), row.getDouble(2), what);
                    assertEquals(expected.getPriorityFactor(), row.getDouble(3), what);
                    assertEquals(expected.getCeiling(), row.getObject(4), what);
                    assertEquals(expected.getFloor(), row.getObject(5), what);
                    assertEquals(expected.getAccumulatedUsage(), row.getDouble(6), what);
                    assertEquals(expected.getWeightedAccumulatedUsage(), row.getDouble(7), what);
                    assertEquals(expected.getWeightedAccumulatedUsage(), row.getDouble(8), what);
                    assertEquals(expected.getFactorSource().name(), row.getString(9), what);
                    assertEquals(expected.getLeases().size(), row.getInt(10), what);
                    assertEquals(expected.getLastUsage(), Cells.read(row, 11, SqlType.TIMESTAMPTZ), what);
                }
            }
        }
    }

    /** Powers of two are one library's or another's: the last digit of a double, and no more. */
    private static void same(double expected, double found, String what) {
        assertEquals(expected, found, 4 * Math.ulp(expected), what);
    }

    @Test
    void eachViewCanBeRead() throws SQLException {
        SinkSettings settings =
                SinkSettings.of(Objects.requireNonNull(server).url(), Optional.of("postgres"), Optional.empty(), "w");
        try (Connection connection = new Database(settings).connect()) {
            new SinkSchema(connection, "w")
                    .prepare(settings.tables().stream()
                            .map(relation -> PostgresSink.table(relation, settings))
                            .toList());
            List<String> views = new ArrayList<>();
            try (PreparedStatement statement =
                            connection.prepareStatement("SELECT viewname FROM pg_views WHERE schemaname = 'w'");
                    ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    views.add(row.getString(1));
                }
            }
            assertEquals(7, views.size(), views::toString);
            for (String view : views) {
                Database.execute(connection, "SELECT * FROM w." + view);
            }
        }
    }
}
