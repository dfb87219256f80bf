package io.fairstream.it.instances;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.app.FairstreamApp;
import io.fairstream.app.FairstreamApp.TopicsUnfitException;
import io.fairstream.app.config.Settings;
import io.fairstream.it.harness.Site;
import io.fairstream.it.harness.Tables;
import io.fairstream.it.harness.TestCluster;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.PlainJson;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Topics that get more partitions while the topology has its state in fewer. */
class ITMorePartitions {
    @RegisterExtension
    static final TestCluster CLUSTER = new TestCluster();

    private static final Map<String, String> REPARTITIONED = Map.of("topology.repartition", "true");

    @Test
    void anInputMayGetMoreIfItIsPartitionedAgainAndTheBooksGoOn() throws Exception {
        Site site = CLUSTER.site("more");
        site.matches(events("08:00:00Z", "Matched")).run();
        add(site, Topics.MATCHES);
        site.matches(events("09:00:00Z", "Unmatched")).flush();
        TopicsUnfitException refusal =
                assertThrows(TopicsUnfitException.class, () -> new FairstreamApp(site.settings()));
        assertEquals(
                site.settings().topicPrefix()
                        + "matches has 4 partitions, and match-ledger has its state in 2 (expected: as"
                        + " many, or topology.repartition=true for all instances, with which each key goes on where its"
                        + " state is)",
                refusal.getMessage());
        site.whileRunning(REPARTITIONED, () -> {});

        Site undisturbed = CLUSTER.site("enough");
        undisturbed.matches(events("08:00:00Z", "Matched")).run();
        undisturbed.matches(events("09:00:00Z", "Unmatched")).run();
        Tables.assertSame(Topics.PRIORITIES, undisturbed, site);
        Tables.assertSame(Topics.OPEN_MATCHES, undisturbed, site);
    }

    @Test
    void aTopologyAtWorkEndsInWordsThatSayWhatToDo() throws Exception {
        Site site = CLUSTER.site("at-work");
        site.matches(events("08:00:00Z", "Matched"));
        Map<String, String> often = Map.of("kafka.consumer.metadata.max.age.ms", "500");
        try (FairstreamApp app = site.start(often)) {
            site.awaitCaughtUp();
            add(site, Topics.MATCHES);
            assertTimeoutPreemptively(Duration.ofMinutes(3), app::awaitStop);
            Throwable failure = app.failure().orElseThrow();
            assertTrue(String.valueOf(failure.getMessage()).contains("topology.repartition=true"), failure.toString());
        }
    }

    @Test
    void theJournalMayNot() throws Exception {
        Site site = CLUSTER.site("journal");
        site.matches(events("08:00:00Z", "Matched")).run();
        add(site, Topics.CHARGES);
        Settings settings = site.settings();
        TopicsUnfitException refusal = assertThrows(TopicsUnfitException.class, () -> new FairstreamApp(settings));
        assertTrue(String.valueOf(refusal.getMessage()).contains("another topic.prefix"), refusal.toString());
    }

    /** Adds partitions, and waits until the broker, which acknowledges them earlier, says that there are more. */
    private static void add(Site site, Topic<?> topic) throws Exception {
        String name = topic.in(site.settings().topicPrefix());
        try (Admin admin = Admin.create(site.settings().admin())) {
            admin.createPartitions(Map.of(name, NewPartitions.increaseTo(4)))
                    .all()
                    .get();
            while (partitions(admin, name) < 4) {
                Thread.sleep(20);
            }
        }
    }

    private static int partitions(Admin admin, String topic) throws Exception {
        TopicDescription described = admin.describeTopics(List.of(topic)).allTopicNames().get().values().stream()
                .findFirst()
                .orElseThrow();
        return described.partitions().size();
    }

    private static List<MatchEvent> events(String time, String change) {
        return IntStream.range(0, 60)
                .mapToObj(i -> PlainJson.read(
                        MatchEvent.class,
                        String.format(
                                "{\"resource\":\"slot%d\",\"at\":\"2026-01-05T%s\",\"change\":{\"%s\":%s}}",
                                i,
                                time,
                                change,
                                change.equals("Matched") ? "{\"customer\":\"user" + i % 7 + "\"}" : "{}")))
                .toList();
    }
}
