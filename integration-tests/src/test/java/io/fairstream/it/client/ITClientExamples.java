package io.fairstream.it.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.client.ClientConfig;
import io.fairstream.client.PriorityView;
import io.fairstream.client.TableView;
import io.fairstream.client.TopicHistory;
import io.fairstream.client.TopicHistory.PastRecord;
import io.fairstream.examples.ClientExamples;
import io.fairstream.it.harness.Site;
import io.fairstream.it.harness.TestCluster;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.Unmatched;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The examples of the client library's page do what the page says. */
class ITClientExamples {
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    @RegisterExtension
    static final TestCluster CLUSTER = new TestCluster();

    private static ClientConfig config(Site site) {
        return new ClientConfig(
                site.settings().consumer(),
                site.settings().registry(),
                site.settings().topicPrefix());
    }

    @Test
    void thePageShowsTheExamplesAsTheyAre() throws IOException {
        String page = Files.readString(Path.of("..", "client", "README.md"));
        String source = Files.readString(Path.of("src/main/java/io/fairstream/examples/ClientExamples.java"))
                .replace("\n    ", "\n");
        List<String> blocks =
                BLOCK.matcher(page).results().map(match -> match.group(1)).toList();
        assertEquals(4, blocks.size());
        blocks.forEach(block -> assertTrue(source.contains(block), block));
        assertEquals(
                blocks.size(),
                Pattern.compile("public static")
                        .matcher(source)
                        .results()
                        .map(MatchResult::group)
                        .count());
    }

    @Test
    void anEventIsSentAccountedAndRead() {
        Site site = CLUSTER.site("examples", Map.of());
        ClientConfig config = config(site);
        ClientExamples.sendMatch(config, "slot1@a", "alice");
        ClientExamples.sendMatch(config, "slot1@b", "bob");
        site.raw(Topics.MATCHES, "slot1@c", new byte[] {1, 2, 3}).flush();
        site.whileRunning(Map.of(), () -> {
            site.awaitCaughtUp();
            try {
                assertEquals("alice", ClientExamples.userOf(config, "slot1@a"));
                assertEquals("", ClientExamples.userOf(config, "slot1@c"));
                assertDividedInHalves(config);
                assertHoursOfTheRows(config);
            } catch (InterruptedException | TimeoutException e) {
                throw new IllegalStateException(e);
            }
        });
        List<PastRecord<MatchEvent>> events = new ArrayList<>();
        assertEquals(1, TopicHistory.read(config, Topics.MATCHES, events::add), "unreadable");
        assertEquals(
                Set.of("slot1@a", "slot1@b"),
                Set.copyOf(events.stream().map(PastRecord::key).toList()));
    }

    private static void assertDividedInHalves(ClientConfig config) throws InterruptedException, TimeoutException {
        Map<String, Double> slots = ClientExamples.negotiate(config, 10);
        assertEquals(Set.of("alice", "bob"), slots.keySet());
        slots.values().forEach(share -> assertEquals(5, share, 0.5));
    }

    private static void assertHoursOfTheRows(ClientConfig config) throws InterruptedException, TimeoutException {
        Instant until = Instant.now().plus(Duration.ofHours(2));
        Map<String, Double> hours = ClientExamples.slotHours(config, until);
        assertEquals(Set.of("alice", "bob"), hours.keySet());
        try (PriorityView view = PriorityView.open(config)) {
            view.awaitReady(Duration.ofMinutes(10));
            hours.forEach((customer, sum) -> {
                Priority row = view.at(customer, until).orElseThrow();
                assertEquals(row.getWeightedAccumulatedUsage() / 3600, sum, 1e-6, customer);
            });
        }
    }

    @Test
    void aViewOfAnyTableFollowsItsRows() throws InterruptedException, TimeoutException {
        Site site = CLUSTER.site("followed", Map.of());
        ClientConfig config = config(site);
        ClientExamples.sendMatch(config, "slot1@a", "alice");
        site.run();
        try (var view = TableView.open(config, Topics.OPEN_MATCHES)) {
            view.awaitReady(Duration.ofMinutes(10));
            assertEquals(1, view.size());
            MatchEvent end = new MatchEvent("slot1@a", "", Instant.now(), new Unmatched(""));
            site.matches(List.of(end)).run();
            long deadline = System.nanoTime() + Duration.ofMinutes(10).toNanos();
            while (view.size() > 0) {
                assertTrue(System.nanoTime() < deadline, "the row goes");
                Thread.sleep(10);
            }
        }
        var refused = assertThrows(IllegalArgumentException.class, () -> TableView.open(config, Topics.MATCHES));
        assertEquals("matches: not compacted (expected: a table)", refused.getMessage());
    }
}
