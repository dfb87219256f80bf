package io.fairstream.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.embedded.EmbeddedBroker;
import io.fairstream.it.harness.Console;
import io.fairstream.schemas.Topics;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ITTopicsCommand {
    private static final EmbeddedBroker broker = EmbeddedBroker.startTemporary();

    @TempDir
    Path directory;

    @AfterAll
    static void stop() {
        broker.close();
    }

    @Test
    void whatCreateMakesIsWhatCheckWants() {
        Console created = topics("create", "--json", "--set", "topic.prefix=new.", "--set", "partitions=3");
        assertEquals(0, created.exitCode(), created.toString());
        assertEquals(
                "{\"topic\":\"new.matches\",\"result\":\"created\"}",
                created.out().get(0));
        assertEquals(Topics.all().size(), created.out().size());
        Console again = topics("create", "--json", "--set", "topic.prefix=new.");
        assertEquals(
                "{\"topic\":\"new.matches\",\"result\":\"exists\"}", again.out().get(0));
        Console checked = topics("check", "--set", "topic.prefix=new.");
        assertEquals(0, checked.exitCode(), checked.toString());
        Console described = topics("describe", "--json", "--set", "topic.prefix=new.");
        assertTrue(described.out().get(0).endsWith("\"partitions\":3,\"replicas\":1}"), described.toString());
    }

    @Test
    void checkListsEveryDifferenceAndFails() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            List<NewTopic> wrong = new ArrayList<>();
            wrong.add(topic("odd.matches", 2, Map.of("retention.ms", "1000")));
            wrong.add(topic("odd.open-matches", 3, Map.of("cleanup.policy", "compact")));
            wrong.add(topic("odd.match-records", 2, Map.of("retention.ms", "-1")));
            wrong.add(topic("odd.account-edits", 2, Map.of("retention.ms", "1000")));
            wrong.add(topic("odd.shares", 3, Map.of("cleanup.policy", "compact")));
            wrong.add(topic("odd.charges", 2, Map.of("retention.ms", "-1")));
            wrong.add(topic("odd.priorities", 2, Map.of("cleanup.policy", "delete")));
            for (String events : List.of("odd.job-events", "odd.session-deltas", "odd.host-reports")) {
                wrong.add(topic(events, 2, Map.of("retention.ms", "-1")));
            }
            for (String table : List.of(
                    "odd.jobs",
                    "odd.job-accounting",
                    "odd.nodes",
                    "odd.user-accounting",
                    "odd.association-usage",
                    "odd.fair-share",
                    "odd.allocations",
                    "odd.projects",
                    "odd.preferences",
                    "odd.keys",
                    "odd.hosts",
                    "odd.daily",
                    "odd.balances",
                    "odd.assignments",
                    "odd.shadow",
                    "odd.steered")) {
                wrong.add(topic(table, 2, Map.of("cleanup.policy", "compact")));
            }
            wrong.add(topic("odd.notices", 1, Map.of("retention.ms", "-1")));
            wrong.add(topic("odd.steering", 1, Map.of("retention.ms", "-1")));
            wrong.add(topic("odd.rejections", 1, Map.of("retention.ms", "-1")));
            wrong.add(topic("odd.dead-letters", 1, Map.of("retention.ms", "-1")));
            admin.createTopics(wrong).all().get();
            Set<String> names = wrong.stream().map(NewTopic::name).collect(Collectors.toSet());
            while (!admin.listTopics().names().get().containsAll(names)) {
                Thread.sleep(20);
            }
        }
        Console checked = topics("check", "--json", "--set", "topic.prefix=odd.");
        assertEquals(1, checked.exitCode());
        assertEquals(List.of("fairstream: topics: 7 differences (expected: none)"), checked.err());
        assertEquals(
                List.of(
                        difference("matches", "retention.ms", "1000", "at least 604800000"),
                        difference("account-edits", "retention.ms", "1000", "-1, for ever"),
                        difference("shares", "partitions", "3", "2, as charges"),
                        difference("priorities", "cleanup.policy", "delete", "compact"),
                        difference("open-matches", "partitions", "3", "2, as matches"),
                        difference("input-counts", "topic", "missing", "present"),
                        difference("settings", "topic", "missing", "present")),
                checked.out());
    }

    @Test
    void describeNeedsNoClusterAndShowsPeopleATable() {
        Console described = Console.run("topics", "describe");
        assertEquals(0, described.exitCode(), described.toString());
        assertTrue(described.out().get(2).startsWith("fairstream.matches  "), described.toString());
    }

    @Test
    void describePrintsWhatStrimziTakes() {
        Console described = Console.run(
                "topics",
                "describe",
                "--format",
                "strimzi",
                "--set",
                "topic.prefix=Our_pool.",
                "--set",
                "partitions=12",
                "--set",
                "replication.factor=3");
        assertEquals(0, described.exitCode(), described.toString());
        assertEquals(
                Topics.all().size(),
                described.out().stream().filter("---"::equals).count());
        String first = String.join("", described.out().subList(1, 17)).replace(" ", "");
        assertEquals(
                "{\"apiVersion\":\"kafka.strimzi.io/v1\",\"kind\":\"KafkaTopic\",\"metadata\":{\"name\":\"our-pool.matches\"},"
                        + "\"spec\":{\"topicName\":\"Our_pool.matches\",\"partitions\":12,\"replicas\":3,"
                        + "\"config\":{\"cleanup.policy\":\"delete\",\"retention.ms\":\"604800000\"}}}",
                first);
    }

    @Test
    void aCommandConfigGoesToKafkasClients() throws Exception {
        Path file = Files.writeString(directory.resolve("client.properties"), "security.protocol=SLL\n");
        Console refused = topics("check", "--command-config", file.toString());
        assertEquals(2, refused.exitCode());
        assertTrue(
                refused.err().get(0).startsWith("fairstream: " + file + ": security.protocol: SLL (expected: "),
                refused.toString());
    }

    private static String difference(String topic, String property, String actual, String expected) {
        return "{\"topic\":\"" + topic + "\",\"property\":\"" + property + "\",\"actual\":\"" + actual
                + "\",\"expected\":\"" + expected + "\"}";
    }

    private static NewTopic topic(String name, int partitions, Map<String, String> config) {
        return new NewTopic(name, partitions, (short) 1).configs(config);
    }

    private static Console topics(String command, String... more) {
        List<String> arguments =
                new ArrayList<>(List.of("topics", command, "--bootstrap-server", broker.bootstrapServers()));
        arguments.addAll(List.of(more));
        return Console.run(arguments.toArray(String[]::new));
    }
}
