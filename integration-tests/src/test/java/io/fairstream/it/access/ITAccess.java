package io.fairstream.it.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.admin.Grant;
import io.fairstream.admin.Role;
import io.fairstream.app.config.Settings;
import io.fairstream.client.RecordSender;
import io.fairstream.it.harness.Console;
import io.fairstream.it.harness.Site;
import io.fairstream.it.harness.SteeredSlurm;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.LiveTables;
import io.fairstream.query.records.Offsets;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.records.ValueFormat;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.PlainJson;
import io.fairstream.schemas.ShareNode;
import io.fairstream.schemas.Steering;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The ACLs that {@code acls} prints are enough for a role's whole job, and none of them can be left out. */
class ITAccess {
    private static final String MATCH =
            "{\"resource\":\"slot%d\",\"at\":\"2026-01-05T08:00:00Z\",\"change\":{\"Matched\":{\"customer\":\"alice\"}}}";
    private static final String JOB =
            "{\"cluster\":\"c\",\"jobId\":%d,\"at\":\"2026-01-05T08:00:00Z\",\"state\":\"RUNNING\","
                    + "\"user\":\"alice\",\"bank\":\"root/physics\",\"processors\":1}";

    private static final String SESSION =
            "{\"cluster\":\"c\",\"node\":\"n\",\"incarnation\":\"boot\",\"sequence\":1,\"parts\":1,"
                    + "\"session\":-1,\"kind\":\"IDLE\",\"from\":\"2026-01-05T08:05:00Z\",\"to\":\"2026-01-05T09:05:00Z\","
                    + "\"userCpuMicros\":10800000000,\"nodeProcessors\":16}";
    private static final String REPORT = "{\"host\":\"h\",\"user\":\"alice\",\"epoch\":\"e\",\"sequence\":1,"
            + "\"at\":\"2026-01-05T08:00:00Z\",\"processors\":1,\"cpuFlopsEach\":1e9,\"projects\":[]}";

    private static final String PATIENCE_SECONDS = "60";

    /** Each ACL of a role, and not one of each kind: with {@code -Plong}. */
    private static final boolean IS_EACH = Boolean.getBoolean("access.each");

    @TempDir
    static Path directory;

    private static SecureBroker broker;
    private static Admin admin;
    private static Site site;
    private static AutoCloseable topology;
    private static int number;
    private static String last = "";

    @BeforeAll
    static void start() throws Exception {
        broker = new SecureBroker();
        Map<String, String> settings = broker.settings(SecureBroker.ADMIN);
        site = Site.on(settings, "access", Map.of("partitions", "1"));
        admin = Admin.create(site.settings().admin());
        topology = site.start(Map.of());
        site.matches(List.of(PlainJson.read(MatchEvent.class, String.format(MATCH, 0))));
        for (String bank : List.of("root", "root/physics")) {
            site.send(
                    Topics.SHARES,
                    bank,
                    PlainJson.read(ShareNode.class, "{\"path\":\"" + bank + "\",\"kind\":\"BANK\",\"shares\":1}"));
        }
        site.send(
                Topics.STEERING,
                "tux|alice",
                PlainJson.read(
                        Steering.class,
                        "{\"target\":\"tux\",\"name\":\"alice\",\"user\":\"alice\",\"id\":\"1\",\"kind\":\"STEER\",\"phase\":\"ACCEPTED\","
                                + "\"before\":1,\"value\":2,\"reason\":\"sent\",\"at\":\"2026-03-02T08:00:00Z\"}"));
        site.flush().awaitCaughtUp();
    }

    @AfterAll
    static void stop() throws Exception {
        topology.close();
        site.close();
        admin.close();
        broker.close();
    }

    @ParameterizedTest
    @EnumSource(
            value = Role.class,
            names = {"SCHEDULER", "AGENT", "GATEWAY", "NEGOTIATOR", "STEERER", "NOTIFIER", "ADMINISTRATOR", "ANALYST"})
    void aRoleDoesItsJobWithItsAclsAndNotWithoutAnyOfThem(Role role) throws Exception {
        Callable<Boolean> job = job(role);
        assertFalse(job.call(), "without any");
        List<AclBinding> all = bindings(role);
        grant(all);
        assertTrue(job.call(), () -> role + " with its ACLs: " + last);
        Set<String> kinds = new HashSet<>();
        for (AclBinding one : all) {
            if (IS_EACH || kinds.add(kind(one))) {
                revoke(List.of(one));
                assertFalse(job.call(), () -> role + " without " + one + ": " + last);
                grant(List.of(one));
            }
        }
        assertTrue(job.call(), () -> role + " with all again: " + last);
        checked(role);
        revoke(all);
    }

    private static String kind(AclBinding binding) {
        return binding.pattern().resourceType() + " " + binding.pattern().patternType() + " "
                + binding.entry().operation();
    }

    /** Runs {@code acls --check} as a principal that may, or may not, see ACLs. */
    private static void checked(Role role) throws IOException {
        String config = config(SecureBroker.ADMIN);
        List<String> check = new ArrayList<>(List.of("acls", "--role", role.toString(), "--check"));
        check.addAll(cluster(config));
        assertEquals(0, Console.run(check).exitCode(), () -> Console.run(check).toString());
        check.set(2, role == Role.AGENT ? "gateway" : "agent");
        check.addAll(List.of("--principal", "User:" + role));
        Console other = Console.run(check);
        assertEquals(1, other.exitCode(), other.toString());
        assertTrue(other.out().stream().anyMatch(line -> line.contains("missing")), other.toString());
        assertTrue(other.out().stream().anyMatch(line -> line.contains("more than the role needs")), other.toString());
    }

    @Test
    void aWrongPasswordIsOneLine() throws IOException {
        Properties properties = new Properties();
        properties.putAll(broker.clientProperties("agent"));
        properties.put(
                "sasl.jaas.config", properties.getProperty("sasl.jaas.config").replace("not-a-secret", "wrong"));
        Path file = directory.resolve("wrong.properties");
        try (var out = Files.newOutputStream(file)) {
            properties.store(out, null);
        }
        List<String> command = new ArrayList<>(List.of("table", "priorities"));
        command.addAll(cluster(file.toString()));
        Console console = Console.run(command);
        assertNotEquals(0, console.exitCode());
        assertEquals(1, console.err().size(), console.toString());
        assertTrue(!console.toString().contains("wrong\""), "no password is printed");
    }

    /** The console's principal may read one table and not the other. */
    @Test
    void aTableThatMayNotBeReadStopsNoOther() throws Exception {
        List<AclBinding> priorities = List.of(mayRead(Topics.PRIORITIES));
        List<AclBinding> openMatches = List.of(mayRead(Topics.OPEN_MATCHES));
        grant(priorities);
        try (LiveTables tables = new LiveTables(settings(Role.ANALYST), Duration.ofMinutes(2), () -> false)) {
            assertTrue(tables.rows(Topics.PRIORITIES).orElseThrow().size() > 0);
            assertThrows(AuthorizationException.class, () -> tables.rows(Topics.OPEN_MATCHES));
            assertFollows(tables);
            grant(openMatches);
            assertTrue(tables.rows(Topics.OPEN_MATCHES).orElseThrow().size() > 0);
            revoke(openMatches);
            assertFollows(tables);
            assertThrows(AuthorizationException.class, () -> tables.rows(Topics.OPEN_MATCHES));
            assertFollows(tables);
        }
        revoke(priorities);
    }

    private static AclBinding mayRead(Topic<?> topic) {
        return new AclBinding(
                new ResourcePattern(ResourceType.TOPIC, topic.in(site.settings().topicPrefix()), PatternType.LITERAL),
                new AccessControlEntry("User:" + Role.ANALYST, "*", AclOperation.READ, AclPermissionType.ALLOW));
    }

    private static void assertFollows(LiveTables tables) throws Exception {
        long before = tables.version(Topics.PRIORITIES);
        site.matches(List.of(PlainJson.read(MatchEvent.class, String.format(MATCH, ++number))));
        site.awaitCaughtUp();
        for (int i = 0; i < 200 && tables.version(Topics.PRIORITIES) == before; i++) {
            Thread.sleep(100);
        }
        assertNotEquals(before, tables.version(Topics.PRIORITIES));
    }

    /** Does what the role does; false if Kafka refused a part of it, and a failure if that failed otherwise. */
    private static Callable<Boolean> job(Role role) {
        return switch (role) {
            case SCHEDULER ->
                () -> runs(role, "produce", "matches", lines(MATCH), "--timeout", PATIENCE_SECONDS)
                        && runs(role, "produce", "job-events", lines(JOB), "--timeout", PATIENCE_SECONDS);
            case AGENT -> () -> sends(role, Topics.SESSION_DELTAS, "c/n", SESSION);
            case GATEWAY ->
                () -> sends(role, Topics.HOST_REPORTS, "h", REPORT)
                        && runs(role, "table", "assignments")
                        && runs(role, "table", "projects");
            case NEGOTIATOR ->
                () -> runs(role, "negotiate", "--slots", "100")
                        && runs(role, "userprio", "--all-users")
                        && runs(role, "userprio", "--matches", "alice");
            case STEERER ->
                () -> {
                    SteeredSlurm.reset(directory);
                    String prefix = SteeredSlurm.in(directory).toString();
                    return runs(
                                    role,
                                    "steer",
                                    "--to",
                                    "slurm",
                                    "--command",
                                    prefix,
                                    "--stale",
                                    "5000d",
                                    "--when-spent",
                                    "--once")
                            && runs(role, "shadow", "--scheduler", "slurm", "--command", prefix)
                            && runs(role, "shadow", "--scheduler", "htcondor", "--command", prefix);
                };
            case ADMINISTRATOR ->
                () -> runs(role, "userprio", "-setfactor", "alice", "5", "--timeout", PATIENCE_SECONDS)
                        && runs(role, "shares", "add", "root/physics/u" + ++number, "--timeout", PATIENCE_SECONDS)
                        && runs(role, "userprio", "--history", "alice")
                        && runs(role, "table", "shares")
                        && runs(role, "table", "allocations")
                        && runs(role, "table", "projects")
                        && runs(role, "table", "preferences")
                        && runs(
                                role,
                                "steer",
                                "--to",
                                "slurm",
                                "--name",
                                "tux",
                                "--pause",
                                "--reason",
                                "trial " + ++number)
                        && runs(role, "table", "steered")
                        && produces(
                                role,
                                "allocations",
                                "{\"target\":\"p%1$d\",\"project\":\"p%1$d\",\"initialBalance\":1,\"accrual\":1,\"interval\":86400,\"start\":\"2026-01-01T00:00:00Z\"}")
                        && produces(
                                role,
                                "projects",
                                "{\"project\":\"p%d\",\"url\":\"https://p.example.org/\",\"share\":2,\"versions\":[{\"platform\":\"linux\"}]}")
                        && produces(role, "preferences", "{\"user\":\"u%d\",\"wanted\":[\"physics\"]}");
            case NOTIFIER ->
                () -> runs(
                        role,
                        "notify",
                        "--directory",
                        directory.resolve("notices").toString(),
                        "--exec",
                        "true",
                        "--once");
            case ANALYST -> () -> readsEverything(role);
            case TOPOLOGY -> () -> true;
        };
    }

    /** Each topic, and how far the topology is. */
    private static boolean readsEverything(Role role) {
        Settings settings = settings(role);
        try (TopicReader reader = new TopicReader(settings);
                Offsets offsets = new Offsets(settings)) {
            Topics.all().forEach(reader::count);
            offsets.committed(settings.applicationId());
            return true;
        } catch (KafkaException | Failure e) {
            return isNotRefused(e);
        }
    }

    private static Settings settings(Role role) {
        Map<String, String> entries = new HashMap<>(broker.settings(role.toString()));
        entries.put("topic.prefix", site.settings().topicPrefix());
        entries.put("application.id", site.settings().applicationId());
        entries.put("kafka.max.block.ms", "3000");
        return Settings.parseForCluster(entries);
    }

    private static boolean produces(Role role, String topic, String line) throws IOException {
        return runs(role, "produce", topic, lines(line), "--timeout", PATIENCE_SECONDS);
    }

    private static <V extends SpecificRecord> boolean sends(Role role, Topic<V> topic, String key, String json) {
        try (RecordSender<V> sender = ValueFormat.sender(settings(role), topic)) {
            sender.send(key, PlainJson.read(topic.value(), json));
            sender.flush();
            return true;
        } catch (KafkaException | Failure e) {
            return isNotRefused(e);
        }
    }

    /** Returns false for a refusal; fails for any other problem. */
    private static boolean isNotRefused(RuntimeException problem) {
        last = problem.toString();
        for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
            if (cause instanceof AuthorizationException) {
                return false;
            }
        }
        throw new AssertionError("neither done nor refused", problem);
    }

    private static boolean runs(Role role, String... command) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(command));
        arguments.addAll(cluster(config(role.toString())));
        Console console = Console.run(arguments);
        last = arguments + ": " + console;
        boolean isRefused = console.err().stream().anyMatch(line -> line.contains("uthoriz"));
        assertTrue(isRefused || console.exitCode() == 0, () -> "neither done nor refused: " + last);
        return !isRefused;
    }

    private static List<String> cluster(String config) {
        List<String> options = new ArrayList<>(List.of(
                "--command-config",
                config,
                "--bootstrap-server",
                site.settings().bootstrapServers().orElseThrow(),
                "--schema-registry",
                "mock://access"));
        options.addAll(List.of("--set", "topic.prefix=" + site.settings().topicPrefix()));
        options.addAll(List.of("--set", "application.id=" + site.settings().applicationId()));
        return options;
    }

    private static String config(String user) throws IOException {
        Properties properties = new Properties();
        properties.putAll(broker.clientProperties(user));
        Path file = directory.resolve(user + ".properties");
        try (var out = Files.newOutputStream(file)) {
            properties.store(out, null);
        }
        return file.toString();
    }

    private static String lines(String format) throws IOException {
        Path file = directory.resolve("events.jsonl");
        Files.writeString(file, String.format(format, ++number) + "\n", StandardCharsets.UTF_8);
        return file.toString();
    }

    private static List<AclBinding> bindings(Role role) {
        return role.grants(site.settings()).stream()
                .map((Grant grant) -> grant.binding("User:" + role))
                .toList();
    }

    private static void grant(List<AclBinding> acls) throws Exception {
        Acls.grant(admin, acls);
    }

    private static void revoke(List<AclBinding> acls) throws Exception {
        Acls.revoke(admin, acls);
    }
}
