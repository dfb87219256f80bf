package io.fairstream.it.access;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.admin.Grant;
import io.fairstream.admin.Role;
import io.fairstream.app.FairstreamApp;
import io.fairstream.app.config.Settings;
import io.fairstream.client.InputTopic;
import io.fairstream.it.harness.Site;
import io.fairstream.query.records.CaughtUp;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.JsonLines;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourceType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The topology with the ACLs of its role, and without one of them. */
class ITTopologyAccess {
    private static final Path EXAMPLES = Path.of("..", "examples");
    private static final Duration LONGEST = Duration.ofMinutes(5);
    /** Time after which a topology that lacks an ACL is taken not to work. */
    private static final Duration LONGEST_WITHOUT = Duration.ofSeconds(20);
    /** Each ACL, and not one of each kind: with {@code -Plong}. */
    private static final boolean IS_EACH = Boolean.getBoolean("access.each");

    /** Events of the inputs of which the examples have no file, by input. */
    private static final Map<String, String> EVENTS = Map.of(
            "job-events",
            "{'cluster':'c','jobId':1,'at':'2026-01-05T08:00:00Z','state':'RUNNING','user':'alice','bank':'root/physics',"
                    + "'processors':1}",
            "session-deltas",
            "{'cluster':'c','node':'n','incarnation':'boot','sequence':1,'parts':1,'session':7,'kind':'PROCESSES','jobId':1,"
                    + "'user':'alice','from':'2026-01-05T08:05:00Z','to':'2026-01-05T09:05:00Z','userCpuMicros':1000000,"
                    + "'nodeProcessors':16}",
            "shares",
            "{'path':'root/physics','kind':'BANK','shares':1}",
            "projects",
            "{'project':'einstein','url':'https://einstein.example.org','share':1}",
            "preferences",
            "{'user':'alice'}");

    private static SecureBroker broker;
    private static String last = "";

    @BeforeAll
    static void start() throws Exception {
        broker = new SecureBroker();
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @Test
    void itDoesItsJobWithItsAclsAndNotWithoutAnyOfThem() throws Exception {
        assertTrue(works(null), () -> "with all: " + last);
        Set<String> kinds = new HashSet<>();
        for (Grant grant : Role.TOPOLOGY.grants(Settings.parse(Map.of()))) {
            if (IS_EACH || kinds.add(grant.resource() + " " + grant.pattern() + " " + grant.operation())) {
                assertFalse(works(grant), () -> "without " + grant);
            }
        }
    }

    /** Returns true if a topology that lacks this grant accounts a site of its own. */
    private static boolean works(@Nullable Grant lacking) throws Exception {
        try (Site site = Site.on(broker.settings(SecureBroker.ADMIN), "topology", Map.of("partitions", "1"));
                Admin admin = Admin.create(site.settings().admin())) {
            Acls.grant(
                    admin,
                    Role.TOPOLOGY.grants(ofTheRole(site)).stream()
                            .filter(grant -> lacking == null || !isThat(grant, lacking, site.settings()))
                            .map(grant -> grant.binding("User:topology"))
                            .toList());
            long deadline = System.nanoTime() + (lacking == null ? LONGEST : LONGEST_WITHOUT).toNanos();
            try (FairstreamApp app = new FairstreamApp(ofTheRole(site))) {
                app.start();
                feed(site);
                return isAccounted(site, app, deadline) && isPurged(site, admin, deadline);
            } catch (KafkaException | Failure | IllegalStateException e) {
                last = String.valueOf(e);
                return false;
            }
        }
    }

    /** As the role has it on any site: names differ by the prefix and the application id. */
    private static boolean isThat(Grant grant, Grant lacking, Settings settings) {
        String usual = lacking.resource() == ResourceType.TOPIC && lacking.pattern() == PatternType.LITERAL
                ? settings.topicPrefix() + lacking.name().substring(Topic.DEFAULT_PREFIX.length())
                : lacking.name().replace("fairstream", settings.applicationId());
        return grant.resource() == lacking.resource()
                && grant.pattern() == lacking.pattern()
                && grant.operation() == lacking.operation()
                && grant.name().equals(usual);
    }

    private static Settings ofTheRole(Site site) {
        Map<String, String> entries = new HashMap<>(broker.settings("topology"));
        entries.putAll(Map.of(
                "application.id", site.settings().applicationId(),
                "topic.prefix", site.settings().topicPrefix(),
                "state.dir", site.directory().resolve("role").toString(),
                "partitions", "1",
                "threads", "2",
                "commit.interval", "PT0.1S",
                "kafka.repartition.purge.interval.ms", "100",
                "kafka.max.block.ms", "5000"));
        return Settings.parseForCluster(entries);
    }

    /** Something for each input, so that each table and journal gets rows. */
    private static void feed(Site site) throws IOException {
        List<String> files = List.of(
                "matches=matches.jsonl",
                "account-edits=edits.jsonl",
                "allocations=allocations.jsonl",
                "host-reports=host-reports.jsonl");
        for (String file : files) {
            String[] parts = file.split("=", 2);
            send(site, InputTopic.named(parts[0]).orElseThrow(), EXAMPLES.resolve(parts[1]));
        }
        for (Map.Entry<String, String> event : EVENTS.entrySet()) {
            Path file = site.directory().resolve(event.getKey() + ".jsonl");
            Files.writeString(file, event.getValue().replace('\'', '"') + "\n");
            send(site, InputTopic.named(event.getKey()).orElseThrow(), file);
        }
        site.raw(Topics.MATCHES, "x", "no record".getBytes(StandardCharsets.UTF_8));
        site.flush();
    }

    private static <V extends SpecificRecord> void send(Site site, InputTopic<V> topic, Path file) throws IOException {
        try (JsonLines lines = JsonLines.open(file.toString())) {
            while (lines.hasNext()) {
                V event = lines.next().as(topic.topic().value());
                site.send(topic.topic(), topic.key().apply(event), event);
            }
        }
    }

    private static boolean isAccounted(Site site, FairstreamApp app, long deadline) throws InterruptedException {
        Runnable check = () -> {
            if (app.failure().isPresent() || System.nanoTime() > deadline) {
                throw new Failure("not accounted: " + app.failure());
            }
        };
        try (CaughtUp caughtUp = new CaughtUp(site.settings(), check)) {
            caughtUp.await(CaughtUp.Listener.NONE);
            return app.failure().isEmpty();
        }
    }

    /** Returns true if the records of the repartition topics are deleted. */
    private static boolean isPurged(Site site, Admin admin, long deadline) throws Exception {
        TopicPartition partition = new TopicPartition(site.settings().applicationId() + "-allocations-repartition", 0);
        while (System.nanoTime() < deadline) {
            long first = admin.listOffsets(Map.of(partition, OffsetSpec.earliest()))
                    .partitionResult(partition)
                    .get()
                    .offset();
            if (first > 0) {
                return true;
            }
            Thread.sleep(100);
        }
        last = "nothing is purged";
        return false;
    }
}
