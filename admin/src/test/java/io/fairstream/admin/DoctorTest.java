package io.fairstream.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.admin.Diagnosis.Area;
import io.fairstream.admin.Diagnosis.Level;
import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import io.fairstream.embedded.EmbeddedCluster;
import io.fairstream.query.columns.Section;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DoctorTest {
    private static final int PARTITIONS = 4;
    private static final Instant NOW = Instant.parse("2026-01-05T08:00:00Z");

    private static EmbeddedCluster cluster;

    @TempDir
    private Path directory;

    @BeforeAll
    static void start() {
        cluster = EmbeddedCluster.startTemporary();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    /** Returns the settings of a site of its own on the cluster. */
    private Settings site(String name, Map<String, String> own) {
        Map<String, String> entries = new HashMap<>(cluster.settings());
        entries.put("topic.prefix", name + ".");
        entries.put("partitions", Integer.toString(PARTITIONS));
        entries.put("state.dir", directory.resolve("not/yet/there").toString());
        entries.putAll(own);
        return Settings.parseForCluster(entries);
    }

    private Settings siteWithTopics(String name) throws Exception {
        Settings settings = site(name, Map.of());
        try (TopicAdmin topics = new TopicAdmin(settings)) {
            topics.createMissing();
        }
        return settings;
    }

    private static List<Diagnosis> examine(Settings settings) {
        return Doctor.examine(settings, Clock.fixed(NOW, java.time.ZoneOffset.UTC));
    }

    private static List<String> found(List<Diagnosis> findings, Area area, Level level) {
        return findings.stream()
                .filter(finding -> finding.area() == area && finding.level() == level)
                .map(Diagnosis::found)
                .toList();
    }

    @Test
    void aClusterForOneMachineWorksAndIsNotASite() throws Exception {
        List<Diagnosis> findings = examine(siteWithTopics("fresh"));
        for (Area area : List.of(Area.KAFKA, Area.TOPICS, Area.PRODUCERS, Area.REGISTRY, Area.ACCESS)) {
            assertEquals(List.of(), found(findings, area, Level.WRONG));
        }
        assertEquals(List.of("1 broker: a lost disk loses all data"), found(findings, Area.KAFKA, Level.LOOK));
        assertEquals(
                List.of("PLAINTEXT: connections are not encrypted", "no authorizer: all clients may write all topics"),
                found(findings, Area.ACCESS, Level.LOOK));
        assertTrue(found(findings, Area.TOPICS, Level.OK)
                .contains(Topics.all().size() + " topics agree with the catalogue"));
    }

    /** Somebody may ask from a machine that has nothing to do with the topology. */
    @Test
    void theDiskOfThisMachineMattersWhereATopologyHasRun() throws Exception {
        Settings settings = siteWithTopics("here");
        String local = "this machine, state.dir " + settings.get(Keys.STATE_DIR).toAbsolutePath() + ": ";
        String elsewhere = local + "no topology has run here, so the disk does not matter";
        assertTrue(found(examine(settings), Area.DISKS, Level.OK).contains(elsewhere));
        Files.createDirectories(settings.get(Keys.STATE_DIR).resolve(settings.applicationId()));
        List<Diagnosis> findings = examine(settings);
        assertTrue(findings.stream()
                .anyMatch(it -> it.found().startsWith(local) && it.found().contains("GiB free")));
    }

    @Test
    void whatIsMissingIsToBeCreated() {
        List<Diagnosis> findings = examine(site("empty", Map.of()));
        assertEquals(
                List.of("no topic of the catalogue, with the prefix empty."),
                found(findings, Area.TOPICS, Level.WRONG));
    }

    @Test
    void aTopicThatLosesItsRecordsIsWrong() throws Exception {
        Settings settings = siteWithTopics("short");
        try (Admin admin = Admin.create(settings.admin())) {
            var topic = new ConfigResource(ConfigResource.Type.TOPIC, Topics.PRIORITIES.in("short."));
            admin.incrementalAlterConfigs(
                            Map.of(topic, List.of(set("cleanup.policy", "delete"), set("max.message.bytes", "1000"))))
                    .all()
                    .get();
            admin.deleteTopics(List.of(Topics.NODES.in("short."))).all().get();
        }
        List<Diagnosis> findings = examine(settings);
        assertEquals(
                List.of("nodes: missing", "priorities: cleanup.policy is delete, should be compact"),
                found(findings, Area.TOPICS, Level.WRONG).stream().sorted().toList());
        assertEquals(
                List.of("priorities: max.message.bytes below 1 MiB: blocks of charges do not fit"),
                found(findings, Area.TOPICS, Level.LOOK));
    }

    private static AlterConfigOp set(String key, String value) {
        return new AlterConfigOp(new ConfigEntry(key, value), AlterConfigOp.OpType.SET);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, ''",
        "1, 0, 'matches: of 3 newest records 3 are not in the partition of the murmur2 hash of their key'",
        "0, 60, 'matches: the newest record was sent 60 s in the future'"
    })
    void keysAndClocksOfProducersAreLookedAt(int shift, int aheadSeconds, String expected) throws Exception {
        Settings settings = siteWithTopics("shift" + shift + "-" + aheadSeconds);
        for (String key : List.of("slot1@a", "slot2@a", "slot1@b")) {
            send(
                    settings,
                    key,
                    (Topic.partition(key, PARTITIONS) + shift) % PARTITIONS,
                    Duration.ofSeconds(aheadSeconds));
        }
        List<Diagnosis> findings = examine(settings).stream()
                .filter(finding -> finding.area() == Area.PRODUCERS)
                .toList();
        assertEquals(
                expected.isEmpty() ? "3 newest records: keys are in the right partitions, no clock is ahead" : expected,
                findings.stream().map(Diagnosis::found).collect(Collectors.joining("|")));
    }

    @Test
    void recordsWithoutKeyAreSeen() throws Exception {
        Settings settings = siteWithTopics("keyless");
        send(settings, null, 0, Duration.ZERO);
        assertEquals(
                List.of("matches: of 1 newest records 1 have no key"),
                found(examine(settings), Area.PRODUCERS, Level.WRONG));
    }

    private static void send(Settings settings, @Nullable String key, int partition, Duration ahead) throws Exception {
        try (Producer<byte[], byte[]> producer =
                new KafkaProducer<>(settings.producer(), new ByteArraySerializer(), new ByteArraySerializer())) {
            byte[] bytes = key == null ? null : key.getBytes(StandardCharsets.UTF_8);
            long sent = NOW.plus(ahead).toEpochMilli();
            producer.send(new ProducerRecord<>(
                            Topics.MATCHES.in(settings.topicPrefix()), partition, sent, bytes, new byte[] {1}))
                    .get();
        }
    }

    @Test
    void aRegistryThatDoesNotAnswerIsWrong() throws Exception {
        siteWithTopics("lonely");
        Settings settings = site("lonely", Map.of("schema.registry.url", "http://127.0.0.1:9"));
        List<String> wrong = found(examine(settings), Area.REGISTRY, Level.WRONG);
        assertEquals(1, wrong.size(), wrong::toString);
        assertTrue(wrong.get(0).startsWith("http://127.0.0.1:9: "), wrong::toString);
    }

    @Test
    void timesThatTheBrokersDoNotGrantAreWrong() throws Exception {
        Settings settings =
                site("slow", Map.of("kafka.session.timeout.ms", "86400000", "kafka.heartbeat.interval.ms", "500"));
        List<String> wrong = found(examine(settings), Area.KAFKA, Level.WRONG);
        assertEquals(1, wrong.size(), wrong::toString);
        assertTrue(wrong.get(0).contains("group.max.session.timeout.ms is "), wrong::toString);
    }

    @Test
    void peopleReadLinesAndProgramsRows() {
        var document = Doctor.document(
                List.of(Diagnosis.ok(Area.KAFKA, "3 brokers"), Diagnosis.wrong(Area.DISKS, "full", "make room")));
        List<String> lines = document.sections().stream()
                .filter(Section.Sentence.class::isInstance)
                .map(section -> ((Section.Sentence) section).text())
                .toList();
        assertEquals(
                List.of("ok     kafka      3 brokers", "WRONG  disks      full", "                  -> make room"),
                lines);
    }
}
