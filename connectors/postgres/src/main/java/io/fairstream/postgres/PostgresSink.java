package io.fairstream.postgres;

import io.fairstream.relations.Relation;
import io.fairstream.schemas.registry.SchemaRegistry.RegistryException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * Sink that copies topics to tables until it is stopped. Rows and their end offsets are written in one transaction. A
 * restart continues at the offsets in the database, not at those of a consumer group; therefore each record is in the
 * tables exactly once, even after a crash.
 */
public final class PostgresSink {
    private static final Duration BETWEEN_CHECKS = Duration.ofSeconds(10);
    private static final long PAUSE_MILLIS = 1000;
    private static final int RECORDS_OF_A_POLL = 500;

    private final SinkSettings settings;
    private final Kafka kafka;
    private final Consumer<String> notes;
    private final SinkMetrics metrics;
    private final Database database;
    private final Outage outage;
    private final Outage registryOutage;
    private final List<PgTable> tables;

    /**
     * Creates a sink without connecting.
     *
     * @param notes receives messages, one line each
     */
    public PostgresSink(SinkSettings settings, Kafka kafka, Consumer<String> notes, SinkMetrics metrics) {
        this.settings = settings;
        this.kafka = kafka;
        this.notes = notes;
        this.metrics = metrics;
        this.database = new Database(settings);
        this.outage = new Outage(settings.url(), notes);
        this.registryOutage = new Outage("the schema registry", notes);
        this.tables = settings.tables().stream()
                .map(relation -> table(relation, settings))
                .toList();
    }

    static PgTable table(Relation relation, SinkSettings settings) {
        return new PgTable(relation, settings.schema(), settings.history().contains(relation.name()));
    }

    /**
     * Removes tables and their metadata, so that they are created and filled again.
     *
     * @param names of relations
     * @throws SinkException if that is rejected, or another sink is running
     */
    public void rebuild(Set<String> names) {
        try (Connection connection = database.connect()) {
            if (!Database.lock(connection, settings.schema())) {
                throw new SinkException("another sink writes to schema " + settings.schema() + " of " + settings.url()
                        + " (expected: no other sink while tables are created again)");
            }
            SinkSchema schema = new SinkSchema(connection, settings.schema());
            for (PgTable table : tables) {
                if (names.contains(table.name())) {
                    schema.remove(table);
                    notes.accept(settings.schema() + "." + table.name() + ": is created again");
                }
            }
            connection.commit();
        } catch (SQLException e) {
            throw database.stop(e);
        }
    }

    /**
     * Copies, and waits while the database or Kafka is away.
     *
     * @param isStopped checked about five times a second
     * @throws SinkException if an administrator has to fix a problem
     */
    public void run(BooleanSupplier isStopped) throws InterruptedException {
        Map<String, Object> properties = new HashMap<>(kafka.consumer());
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, RECORDS_OF_A_POLL);
        try (KafkaConsumer<String, byte[]> consumer =
                        new KafkaConsumer<>(properties, new StringDeserializer(), new ByteArrayDeserializer());
                Admin admin = Admin.create(new HashMap<>(kafka.admin()))) {
            try {
                while (!isStopped.getAsBoolean()) {
                    copyOrPause(consumer, admin, isStopped);
                }
            } finally {
                // clients do not close properly in an interrupted thread
                Thread.interrupted();
            }
        } catch (InterruptException e) {
            InterruptedException interrupted = new InterruptedException();
            interrupted.initCause(e);
            throw interrupted;
        }
    }

    private void copyOrPause(KafkaConsumer<String, byte[]> consumer, Admin admin, BooleanSupplier isStopped)
            throws InterruptedException {
        try (Connection connection = database.connect()) {
            copy(connection, consumer, admin, isStopped);
        } catch (SQLException e) {
            if (!Database.mayPass(e)) {
                throw stop(e);
            }
            metrics.connected(false);
            outage.pause(String.valueOf(e.getSQLState()), String.valueOf(e.getMessage()));
        } catch (RegistryException e) {
            registryOutage.pause("", String.valueOf(e.getMessage()));
        } catch (RetriableException e) {
            // Kafka is away; the watch reports that
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    /** Returns advice on a permanent error; if a table has been altered, the error names the change. */
    private SinkException stop(SQLException failure) {
        if (Database.mayBeOfTables(failure)) {
            try (Connection connection = database.connect()) {
                new SinkSchema(connection, settings.schema()).prepare(tables);
                connection.rollback();
            } catch (SQLException e) {
                failure.addSuppressed(e);
            }
        }
        return database.stop(failure);
    }

    /** Copies on one connection until it fails, topics change, or the sink is stopped. */
    private void copy(
            Connection connection, KafkaConsumer<String, byte[]> consumer, Admin admin, BooleanSupplier isStopped)
            throws SQLException, InterruptedException {
        if (!awaitLock(connection, isStopped)) {
            return;
        }
        Sources sources = Sources.of(admin, kafka.prefix(), settings.tables());
        Positions positions = new Positions(kafka, tables, consumer, notes);
        positions.look(sources);
        new SinkSchema(connection, settings.schema()).prepare(tables);
        positions.begin(sources, new OffsetsTable(connection, settings.schema()));
        connection.commit();
        metrics.connected(true);
        outage.hasAnswered();
        Writer writer = new Writer(connection, settings.schema());
        long checked = System.nanoTime();
        try (WriteAhead ahead = new WriteAhead(writer, positions, metrics, this::endOutages)) {
            while (!isStopped.getAsBoolean()) {
                Batch batch = positions.next(settings.batch());
                List<Copied> moves = positions.moves();
                if (moves.isEmpty()) {
                    ahead.finish();
                } else {
                    ahead.write(batch, moves);
                }
                positions.lag(metrics);
                if (System.nanoTime() - checked > BETWEEN_CHECKS.toNanos()) {
                    checked = System.nanoTime();
                    if (!Sources.of(admin, kafka.prefix(), settings.tables()).equals(sources)) {
                        ahead.finish();
                        return;
                    }
                }
            }
            ahead.finish();
        } catch (InvalidOffsetException e) {
            // the offsets are read again
            outage.pause("", String.valueOf(e.getMessage()));
        }
    }

    private void endOutages() {
        outage.isOver();
        registryOutage.isOver();
    }

    private boolean awaitLock(Connection connection, BooleanSupplier isStopped)
            throws SQLException, InterruptedException {
        boolean isSaid = false;
        while (!Database.lock(connection, settings.schema())) {
            if (!isSaid) {
                isSaid = true;
                notes.accept("another sink writes to schema " + settings.schema() + " of " + settings.url()
                        + "; waiting until it stops");
            }
            Thread.sleep(PAUSE_MILLIS);
            if (isStopped.getAsBoolean()) {
                return false;
            }
        }
        return true;
    }
}
