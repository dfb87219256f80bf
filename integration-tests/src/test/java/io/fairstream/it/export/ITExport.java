package io.fairstream.it.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.it.harness.Console;
import io.fairstream.it.harness.JavaProcess;
import io.fairstream.it.harness.Journal;
import io.fairstream.it.harness.Site;
import io.fairstream.it.harness.SmallDisk;
import io.fairstream.it.harness.TestCluster;
import io.fairstream.schemas.ChargeBlocks;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.Unmatched;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * {@code export} as a process that is killed at random instants while charges come in, and on a disk that is full: what is there in the
 * end is each charge once. {@code -Dexport.kills=N} for another number of kills than 4, {@code -Dexport.seed=N} for others.
 */
class ITExport {
    private static final int KILLS = Integer.getInteger("export.kills", 4);
    private static final long SEED = Long.getLong("export.seed", 1);
    private static final int EVENTS = 6000;
    private static final int DAYS = 40;
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    @RegisterExtension
    static final TestCluster CLUSTER = new TestCluster();

    private final Random random = new Random(SEED);
    private int event;

    @Test
    void eachChargeIsThereOnceHoweverOftenItIsKilled() throws Exception {
        Site site = CLUSTER.site("killed");
        site.start(Map.of());
        Path lake = site.directory().resolve("lake");
        int halfDone = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            send(site);
            site.awaitCaughtUp();
            JavaProcess export =
                    site.commandAsIs(words(site, "export", "charges", "--by", "day", "--directory", lake.toString()));
            int before = parts(lake).size() + data(lake).size();
            awaitFiles(export, lake, before);
            Thread.sleep(random.nextInt(100));
            boolean isAtWork = export.isAlive();
            export.kill();
            halfDone += isAtWork && parts(lake).size() + data(lake).size() > before ? 1 : 0;
        }
        assertTrue(halfDone > 0, "no kill was in the midst of writing");
        Console finished = run(site, "export", "charges", "--by", "day", "--directory", lake.toString(), "--json");
        assertEquals(0, finished.exitCode(), finished.toString());
        assertEquals(List.of(), parts(lake));
        assertEquals(ofTopic(site), ofFiles(lake), "seed " + SEED);
        Console again = run(site, "export", "charges", "--by", "day", "--directory", lake.toString(), "--json");
        assertEquals(List.of("{\"table\":\"charges\",\"files\":0,\"rows\":0}"), again.out(), again.toString());
        assertAudited(site, lake);
    }

    /** Nothing is wrong, then a file has other numbers, then it is gone. */
    private static void assertAudited(Site site, Path lake) throws Exception {
        Console equal = run(site, "audit", "--compare-with", lake.toString());
        assertEquals(0, equal.exitCode(), equal.toString());
        Path one = data(lake).get(0);
        Path changed = one.resolveSibling("changed");
        execute("COPY (SELECT * REPLACE (resources + 1 AS resources) FROM '" + one + "') TO '" + changed
                + "' (FORMAT parquet)");
        Files.move(changed, one, StandardCopyOption.REPLACE_EXISTING);
        assertWrong(run(site, "audit", "--compare-with", lake.toString()), lake, "; resources ");
        Files.delete(one);
        assertWrong(run(site, "audit", "--compare-with", lake.toString()), lake, " charges (expected: ");
    }

    private static void assertWrong(Console audit, Path lake, String detail) {
        assertEquals(1, audit.exitCode(), audit.toString());
        assertEquals(List.of("fairstream: " + lake + " differs from the topic"), audit.err());
        assertTrue(
                audit.out().stream().anyMatch(line -> line.startsWith("WRONG") && line.contains(detail)),
                audit.toString());
    }

    @Test
    void aFullDiskLosesNothingAndIsSaidInALine() throws Exception {
        Site site = CLUSTER.site("full");
        send(site);
        site.run();
        Path small = site.directory().resolve("small");
        Optional<SmallDisk> mounted = SmallDisk.mount(small, 8);
        Assumptions.assumeTrue(mounted.isPresent(), "no disk can be mounted here that could be full");
        try (SmallDisk disk = mounted.get()) {
            disk.fill(100);
            Console full = run(site, "export", "charges", "--by", "day", "--directory", small.toString());
            assertEquals(1, full.exitCode(), full.toString());
            assertEquals(1, full.err().size(), full.toString());
            assertTrue(full.err().get(0).startsWith("fairstream: " + small.resolve("charges") + ": "), full.toString());
            assertTrue(full.err().get(0).contains("No space left on device"), full.toString());
            assertTrue(
                    full.err()
                            .get(0)
                            .endsWith(
                                    "(nothing is lost: mend it, make room if the disk is full, and run the same again)"),
                    full.toString());
            disk.free();
            Console done = run(site, "export", "charges", "--by", "day", "--directory", small.toString());
            assertEquals(0, done.exitCode(), done.toString());
            assertEquals(ofTopic(site), ofFiles(small));
            Console equal = run(site, "audit", "--compare-with", small.toString());
            assertEquals(0, equal.exitCode(), equal.toString());
        }
    }

    private static List<String> words(Site site, String... command) {
        List<String> words = new ArrayList<>(List.of(command));
        words.addAll(List.of(
                "--set",
                "topic.prefix=" + site.settings().topicPrefix(),
                "--bootstrap-server",
                site.settings().bootstrapServers().orElseThrow(),
                "--schema-registry",
                site.settings().registry().get("schema.registry.url")));
        return words;
    }

    private static Console run(Site site, String... command) {
        return Console.run(words(site, command));
    }

    /** Until it has written more files than there were, or has ended. */
    private static void awaitFiles(JavaProcess export, Path lake, int before) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (export.isAlive() && parts(lake).size() + data(lake).size() <= before) {
            assertTrue(System.nanoTime() < deadline, export.log());
            Thread.sleep(2);
        }
        assertFalse(export.log().contains("fairstream: "), export.log());
    }

    /** Files that are not finished. */
    private static List<Path> parts(Path lake) throws IOException {
        return files(lake)
                .filter(name -> String.valueOf(name.getFileName()).startsWith(".part-"))
                .toList();
    }

    /** Files with rows. */
    private static List<Path> data(Path lake) throws IOException {
        return files(lake)
                .filter(name -> String.valueOf(name.getFileName()).startsWith("charges-")
                        && name.toString().endsWith(".parquet"))
                .toList();
    }

    private static Stream<Path> files(Path lake) throws IOException {
        if (!Files.isDirectory(lake)) {
            return Stream.empty();
        }
        try (Stream<Path> all = Files.walk(lake)) {
            return all.filter(Files::isRegularFile).sorted().toList().stream();
        } catch (UncheckedIOException e) {
            // somebody removes or renames one meanwhile
            return Stream.empty();
        }
    }

    /** Partition, offset and position of each charge. */
    private static List<String> ofTopic(Site site) {
        List<String> places = new ArrayList<>();
        site.forEach(Topics.CHARGES, block -> {
            int[] index = {0};
            ChargeBlocks.charges(block.value())
                    .forEach(charge -> places.add(block.partition() + "/" + block.offset() + "/" + index[0]++));
        });
        places.sort(String::compareTo);
        return places;
    }

    private static List<String> ofFiles(Path lake) throws SQLException {
        List<String> places = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("SELECT concat_ws('/', kafka_partition, kafka_offset, kafka_index)"
                                + " FROM read_parquet('" + lake.resolve("charges") + "/*/*.parquet')")) {
            while (row.next()) {
                places.add(row.getString(1));
            }
        }
        places.sort(String::compareTo);
        return places;
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Matches that begin and end, over some weeks. */
    private void send(Site site) {
        List<MatchEvent> events = new ArrayList<>();
        for (int i = 0; i < EVENTS; i++) {
            Instant at = Journal.ORIGIN.plusSeconds(event++ * (DAYS * 86_400L / (EVENTS * (KILLS + 1L))));
            events.add(new MatchEvent(
                    "slot" + random.nextInt(100),
                    "",
                    at,
                    random.nextBoolean() ? new Matched("customer" + random.nextInt(20), 1.0, "") : new Unmatched("")));
        }
        site.matches(events);
    }
}
