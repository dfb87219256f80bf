package io.fairstream.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.app.PublishedSettings;
import io.fairstream.app.config.Settings;
import io.fairstream.client.RecordSender;
import io.fairstream.it.harness.Console;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.records.ValueFormat;
import io.fairstream.schemas.Setting;
import io.fairstream.schemas.Topics;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A topology with settings of its own, and readers who are told none of them. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ITTopologyTerms {
    private static final Map<String, String> OWN = Map.of(
            "application.id", "pool",
            "usage.halflife", "PT1H",
            "usage.weights", "node=1,gpu=3.5",
            "priority.halflife", "PT6H",
            "event.max.lateness", "P10D",
            "job.priority.style", "slurm");

    @TempDir
    private static Path directory;

    @SuppressWarnings("NullAway.Init")
    private static LocalFairstream fairstream;

    @BeforeAll
    static void start() throws Exception {
        fairstream = LocalFairstream.start(OWN);
        fairstream.produce(
                "shares",
                directory.resolve("shares"),
                "{\"path\":\"root\",\"kind\":\"BANK\"}",
                "{\"path\":\"root/alice\",\"kind\":\"USER\",\"shares\":3}",
                "{\"path\":\"root/bob\",\"kind\":\"USER\"}");
        fairstream.produce(
                "job-events",
                directory.resolve("jobs"),
                event(1, "alice", "RUNNING", "2026-03-02T08:00:00Z"),
                event(2, "bob", "RUNNING", "2026-03-02T08:30:00Z"),
                event(1, "alice", "COMPLETE", "2026-03-02T12:00:00Z"));
        fairstream.produce(
                "matches",
                directory.resolve("matches"),
                "{\"resource\":\"s1@n1\",\"at\":\"2026-03-02T08:00:00Z\",\"change\":{\"Matched\":{\"customer\":\"alice\","
                        + "\"slotWeight\":4}}}");
    }

    private static String event(int job, String user, String state, String at) {
        return String.format(
                "{\"cluster\":\"tux\",\"jobId\":%d,\"submitted\":\"2026-03-02T07:00:00Z\",\"at\":\"%s\",\"state\":\"%s\","
                        + "\"user\":\"%s\",\"userId\":7,\"groups\":[\"users\"],\"bank\":\"root\",\"processors\":8,\"nodes\":2,"
                        + "\"gpus\":%d}",
                job, at, state, user, job);
    }

    @AfterAll
    static void stop() {
        fairstream.close();
    }

    /** It needs the application id to wait, and the weights to add up. */
    @Test
    @Order(1)
    void anAuditDoesNotFailForAForgottenFlag() {
        Console audit = fairstream.run("audit");
        assertEquals(0, audit.exitCode(), audit.toString());
        assertEquals(List.of(), audit.err());
    }

    @ParameterizedTest
    @Order(1)
    @ValueSource(
            strings = {
                "audit",
                "explain root/alice",
                "explain alice",
                "report usage --start 2026-03-02T00:00:00Z --end 2026-03-03T00:00:00Z",
                "shares --policy condor",
                "shares what-if --job nodes=1,gpus=2,hours=3,user=bob,bank=root",
                "priority",
                "negotiate --slots 100",
                "what-if --from-topic --set priority.halflife=P7D"
            })
    void noReaderMustBeToldTheTopologysSettings(String command) {
        List<String> untold = new ArrayList<>(List.of(command.split(" ")));
        untold.add("--json");
        List<String> told = new ArrayList<>(untold);
        OWN.forEach((key, value) -> {
            if (!(command.contains("what-if --from-topic") && key.equals("priority.halflife"))) {
                told.addAll(List.of("--set", key + "=" + value));
            }
        });
        // The topology ticks while it is asked: a row may be of a later instant in the second answer.
        Console with = fairstream.run(told.toArray(String[]::new));
        Console without;
        Console before;
        do {
            before = with;
            without = fairstream.run(untold.toArray(String[]::new));
            with = fairstream.run(told.toArray(String[]::new));
        } while (!with.equals(before));
        assertEquals(0, without.exitCode(), without.toString());
        assertEquals(with, without);
        assertFalse(without.toString().contains("settings differ from the topology's"), without.toString());
    }

    @Test
    @Order(2)
    void sharesByCondorsPolicyDoNotFollowTheCallersHalfLife() {
        List<JsonNode> topologys = Json.lines(fairstream.run("shares", "--policy", "condor", "--json"));
        Console other = fairstream.run("shares", "--policy", "condor", "--json", "--set", "usage.halflife=P7D");
        assertEquals(topologys, Json.lines(other));
        assertTrue(Json.only(topologys, "path", "root/bob")
                        .get("condor")
                        .get("fairShare")
                        .doubleValue()
                < 0.5);
        assertEquals(
                "warning: settings differ from the topology's: usage.halflife=P7D instead of PT1H",
                other.err().get(0));
    }

    @Test
    @Order(2)
    void anOptionThatStandsForASettingIsNoOtherSetting() {
        Console flux = fairstream.run("priority", "--style", "flux");
        assertEquals(0, flux.exitCode(), flux.toString());
        assertFalse(flux.err().stream().anyMatch(line -> line.contains("other settings")), flux.toString());
    }

    @Test
    @Order(2)
    void theSettingsAreATable() {
        List<JsonNode> rows = Json.lines(fairstream.run("table", "settings", "--json"));
        assertEquals(
                "node=1,gpu=3.5",
                Json.only(rows, "name", "usage.weights").get("value").textValue());
        assertEquals(
                "flops",
                Json.only(rows, "name", "allocation.charge.unit").get("value").textValue(),
                "defaults included");
        Console one = fairstream.run("table", "settings", "--key", "event.max.lateness");
        assertTrue(one.out().get(one.out().size() - 1).contains("P10D"), one.toString());
    }

    @Test
    @Order(3)
    void anInstanceWithTheSameSettingsPublishesNothing() {
        long before = count();
        assertEquals(40, before);
        PublishedSettings.publish(fairstream.settings());
        PublishedSettings.publish(with("usage.halflife", "3600"));
        assertEquals(before, count());
    }

    @Test
    @Order(4)
    void anInstanceWithOtherSettingsPublishesThose() {
        PublishedSettings.publish(with("usage.weights", "node=2"));
        assertEquals(41, count());
        assertEquals("node=2", PublishedSettings.read(fairstream.settings()).get("usage.weights"));
        Console told = fairstream.run("audit", "--set", "usage.weights=node=1,gpu=3.5");
        assertEquals(0, told.exitCode(), told.toString());
        assertEquals(
                List.of("warning: settings differ from the topology's: usage.weights=node=1,gpu=3.5 instead of node=2"),
                told.err());
        PublishedSettings.publish(fairstream.settings());
        assertEquals(42, count());
    }

    @Test
    @Order(5)
    void aSettingThatThisVersionDoesNotUnderstandIsToldAndLeftOut() {
        try (RecordSender<Setting> sender = ValueFormat.sender(fairstream.settings(), Topics.SETTINGS)) {
            sender.send("fairshare.policy", new Setting("fairshare.policy", "from-the-future", null, null, null));
            sender.send("new.key", new Setting("new.key", "1", null, null, null));
            sender.flush();
        }
        Console shares = fairstream.run("shares");
        assertEquals(0, shares.exitCode(), shares.toString());
        assertEquals(
                "warning: settings of the topology that are unknown to this version: fairshare.policy=from-the-future",
                shares.err().get(0));
    }

    /** The topology is older than the topic of settings, or never ran. */
    @Test
    @Order(6)
    void withoutPublishedSettingsThoseOfTheCallCountAndItSaysSo() {
        try (TopicReader reader = new TopicReader(fairstream.settings());
                RecordSender<Setting> sender = ValueFormat.sender(fairstream.settings(), Topics.SETTINGS)) {
            reader.latest(Topics.SETTINGS).forEach(row -> sender.withdraw(row.getName(), (partition, offset) -> {}));
            sender.flush();
        }
        List<String> words = new ArrayList<>(List.of("audit"));
        OWN.forEach((key, value) -> words.addAll(List.of("--set", key + "=" + value)));
        Console told = fairstream.run(words.toArray(String[]::new));
        assertEquals(0, told.exitCode(), told.toString());
        assertEquals(
                List.of("warning: no topology has published its settings in fairstream.settings: using the "
                        + "half-lives, weights and other terms of this command"),
                told.err());
        Console audit = fairstream.run("audit");
        assertEquals(1, audit.exitCode(), "it would compare with made-up half-lives");
        assertEquals(
                List.of("fairstream: no topology has published its settings in fairstream.settings (expected: a "
                        + "topology that has run, or --set of its half-lives, weights and other terms)"),
                audit.err());
        Console without = fairstream.run("table", "user-accounting");
        assertEquals(List.of(), without.err(), "rows that need no terms");
    }

    private static Settings with(String key, String value) {
        Map<String, String> entries = new HashMap<>(fairstream.settings().terms());
        entries.put(key, value);
        entries.put(
                "bootstrap.servers", fairstream.settings().bootstrapServers().orElseThrow());
        entries.putAll(fairstream.settings().registry());
        return Settings.parseForCluster(entries);
    }

    private static long count() {
        try (TopicReader reader = new TopicReader(fairstream.settings())) {
            return reader.count(Topics.SETTINGS);
        }
    }
}
