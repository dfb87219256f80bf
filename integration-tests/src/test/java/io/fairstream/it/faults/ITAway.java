package io.fairstream.it.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.embedded.TemporaryDirectory;
import io.fairstream.it.harness.BrokerProcess;
import io.fairstream.it.harness.Site;
import io.fairstream.it.harness.Tables;
import io.fairstream.it.harness.TopologyProcess;
import io.fairstream.schemas.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Kafka is away while a replay runs at a speed, a log is followed and the topology runs, each a process of its own. All of them say so, go
 * on when it is back, and the books are those of a site where it was never away. {@code -Daway.seconds=N} for another time than 2 s.
 */
class ITAway {
    private static final int AWAY_SECONDS = Integer.getInteger("away.seconds", 2);
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final Map<String, String> SETTINGS =
            Map.of("threads", "2", "cluster.timeout", "PT5S", "event.max.lateness", "P400D");
    private static final Path EXAMPLES = Path.of("../examples").toAbsolutePath().normalize();
    /** The end of an event in a log of one job after the other: the log can be cut between any two. */
    private static final String EVENT_END = "...\n";

    @Test
    void feedersAndTheTopologyOutliveKafka() throws IOException, InterruptedException {
        try (TemporaryDirectory directory = TemporaryDirectory.create()) {
            BrokerProcess broker = BrokerProcess.start(directory.path());
            Map<String, String> addresses = broker.settings();
            try (Site calm = Site.on(addresses, "calm", SETTINGS);
                    Site site = Site.on(addresses, "away", SETTINGS)) {
                Tables expected = undisturbed(calm);
                Path log = Files.writeString(directory.path().resolve("pool.log"), half(0));
                TopologyProcess topology = site.process(Map.of("instance.id", "one"));
                site.awaitMembers(Set.of("one-1", "one-2"), PATIENCE);
                TopologyProcess follower = site.command(follow(log));
                TopologyProcess replay = site.command(replay("8000"));
                awaitProgress(site, replay);
                awaitPosition(site.directory(), follower);
                broker.kill();
                Files.writeString(log, half(1), StandardOpenOption.APPEND);
                Thread.sleep(Duration.ofSeconds(AWAY_SECONDS).toMillis());
                awaitSaid("no answer from Kafka at ", List.of(topology, follower, replay));
                broker = BrokerProcess.start(directory.path());
                assertEquals(addresses, broker.settings(), "the same cluster at the same addresses");
                assertEquals(0, replay.awaitEnd(PATIENCE), replay.log());
                awaitRead(site, follower, expected);
                site.awaitCaughtUp(PATIENCE);
                Tables found = Tables.of(site);
                found.settled().assertSameAs(expected.settled(), "Kafka was away");
                assertEquals(expected.inputCounts(), found.inputCounts(), "nothing twice");
                // the replay may end before it says so
                awaitSaid("Kafka answers again, after ", List.of(topology, follower));
                assertTrue(topology.isAlive() && follower.isAlive(), topology.log() + follower.log());
            } finally {
                broker.close();
            }
        }
    }

    private static void awaitSaid(String text, List<TopologyProcess> processes) throws InterruptedException {
        for (TopologyProcess process : processes) {
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (!process.log().contains(text)) {
                assertTrue(System.nanoTime() < deadline && process.isAlive(), process.log());
                Thread.sleep(100);
            }
        }
    }

    private static Tables undisturbed(Site site) {
        site.whileRunning(Map.of(), () -> {
            for (List<String> words : List.of(replay("max"), once())) {
                site.runCommand(words).succeeded();
            }
        });
        return Tables.of(site);
    }

    private static List<String> replay(String speed) {
        return List.of("replay", "--format", "swf", EXAMPLES.resolve("log.swf").toString(), "--speed", speed);
    }

    private static List<String> once() {
        return List.of(
                "replay", "--format", "condor-log", EXAMPLES.resolve("pool.log").toString(), "--zone", "UTC");
    }

    private static List<String> follow(Path log) {
        return List.of("replay", "--format", "condor-log", log.toString(), "--follow", "--zone", "UTC");
    }

    /** The first or the second half of the events of the example. */
    private static String half(int number) throws IOException {
        List<String> events =
                List.of(Files.readString(EXAMPLES.resolve("pool.log")).split("(?<=\\n\\.\\.\\.\\n)"));
        int middle = events.size() / 2;
        List<String> part = number == 0 ? events.subList(0, middle) : events.subList(middle, events.size());
        assertTrue(part.stream().allMatch(event -> event.endsWith(EVENT_END)), part::toString);
        return String.join("", part);
    }

    private static void awaitProgress(Site site, TopologyProcess replay) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (site.progress(Topics.MATCHES) < 50) {
            assertTrue(replay.isAlive() && System.nanoTime() < deadline, replay.log());
            Thread.sleep(50);
        }
    }

    /** Waits until the follower has sent the first half of the log and saved its position. */
    private static void awaitPosition(Path home, TopologyProcess follower) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        Path positions = home.resolve(".fairstream").resolve("followed");
        while (!Files.isDirectory(positions) || isEmpty(positions)) {
            assertTrue(follower.isAlive() && System.nanoTime() < deadline, follower.log());
            Thread.sleep(50);
        }
    }

    private static boolean isEmpty(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.noneMatch(file -> file.toString().endsWith(".json"));
        }
    }

    private static void awaitRead(Site site, TopologyProcess follower, Tables expected) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (site.table(Topics.MATCH_RECORDS).size() < expected.matchRecords().size()) {
            assertTrue(follower.isAlive() && System.nanoTime() < deadline, follower.log());
            Thread.sleep(500);
        }
    }
}
