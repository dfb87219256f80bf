package io.fairstream.it.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.embedded.TemporaryDirectory;
import io.fairstream.it.harness.BrokerProcess;
import io.fairstream.it.harness.JavaProcess;
import io.fairstream.it.harness.Journal;
import io.fairstream.it.harness.Site;
import io.fairstream.it.harness.SmallDisk;
import io.fairstream.postgres.Comparison.Compared;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.testing.PostgresServer;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * One sink, which nobody starts again, while the database has no space left, and then Kafka is away and the database, too: it says each once, loses
 * nothing and goes on by itself.
 */
class ITPostgresOutages {
    private static final int EVENTS = 20_000;
    private static final String FULL = " has no space left: ";
    private static final String READ_ONLY = " does not work for ";

    private int event;

    @Test
    void oneSinkOutlivesThemAll() throws Exception {
        try (TemporaryDirectory directory = TemporaryDirectory.create();
                PostgresServer postgres = PostgresServer.start(ITPostgresOutages.class)) {
            Optional<SmallDisk> disk = SmallDisk.mount(postgres.directory().resolve("small"), 24);
            BrokerProcess broker = BrokerProcess.start(directory.path());
            try (Site site = Site.on(broker.settings(), "outages", Map.of("cluster.timeout", "PT10S"))) {
                Copy copy = Copy.of(site, postgres, "tables=matches,shares\n");
                disk.ifPresent(small -> keepTables(copy, small));
                JavaProcess sink = copy.sink(
                        "--set", "kafka.default.api.timeout.ms=2000", "--set", "kafka.request.timeout.ms=1000");
                send(site);
                copy.awaitCopied(sink);
                refuseWrites(copy, disk, sink);
                disk.ifPresent(small -> moveTables(copy, small));

                broker.kill();
                Copy.awaitLine(sink, "no answer from Kafka at ");
                postgres.kill();
                postgres.begin();
                Thread.sleep(4000); // the sink has the database again, asks Kafka about the topics, and gets no answer
                assertTrue(sink.isAlive(), sink.log());
                broker = BrokerProcess.start(directory.path());
                Copy.awaitLine(sink, "Kafka answers again, after ");
                send(site);
                assertCopied(copy, sink);
            } finally {
                broker.close();
                disk.ifPresent(SmallDisk::close);
            }
        }
    }

    private static void keepTables(Copy copy, SmallDisk disk) {
        execute(copy, "CREATE TABLESPACE small LOCATION '" + disk.directory() + "'");
        execute(copy, "ALTER DATABASE postgres SET default_tablespace = small");
    }

    /** Where there is space for what comes after it, also when the disk is gone. */
    private static void moveTables(Copy copy, SmallDisk disk) {
        execute(copy, "ALTER DATABASE postgres SET default_tablespace = pg_default");
        execute(copy, "ALTER TABLE ALL IN TABLESPACE small SET TABLESPACE pg_default");
        execute(copy, "ALTER INDEX ALL IN TABLESPACE small SET TABLESPACE pg_default");
        execute(copy, "DROP TABLESPACE small");
        disk.close();
    }

    private static void execute(Copy copy, String sql) {
        try {
            copy.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** The disk is full; where none can be mounted, the database is read-only. */
    private void refuseWrites(Copy copy, Optional<SmallDisk> disk, JavaProcess sink) throws Exception {
        if (disk.isPresent()) {
            disk.get().fill(0);
        } else {
            execute(copy, "ALTER SYSTEM SET default_transaction_read_only = on");
            execute(copy, "SELECT pg_reload_conf()");
        }
        send(copy.site());
        String said = disk.isPresent() ? FULL : READ_ONLY;
        Copy.awaitLine(sink, said);
        Thread.sleep(2000); // for several tries, of which none says it again
        assertEquals(1, sink.log().split(said, -1).length - 1, sink.log());
        assertTrue(sink.log().contains("waiting for it, nothing is lost"), sink.log());
        if (disk.isPresent()) {
            disk.get().free();
        } else {
            execute(copy, "ALTER SYSTEM RESET default_transaction_read_only");
            execute(copy, "SELECT pg_reload_conf()");
        }
        Copy.awaitLine(sink, copy.postgres().url() + " works again, after ");
        copy.awaitCopied(sink);
    }

    private void assertCopied(Copy copy, JavaProcess sink) throws Exception {
        List<Compared> compared = copy.awaitCopied(sink);
        assertEquals(2, compared.size(), compared::toString);
        for (Compared table : compared) {
            assertEquals(Optional.empty(), table.difference(), table.toString());
        }
        assertEquals(event, copy.count("matches"));
        sink.stop();
        assertEquals(List.of(), problems(sink), sink.log());
    }

    private static List<String> problems(JavaProcess sink) throws IOException {
        return sink.log()
                .lines()
                .filter(line -> line.startsWith("fairstream: ") || line.contains("Exception"))
                .toList();
    }

    private void send(Site site) {
        List<MatchEvent> events = new ArrayList<>();
        for (int i = 0; i < EVENTS; i++) {
            events.add(new MatchEvent(
                    "slot" + event, "", Journal.ORIGIN.plusSeconds(event++), new Matched("customer", 1.0, "")));
        }
        site.matches(events);
    }
}
