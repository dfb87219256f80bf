package io.fairstream.it.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.app.config.Keys;
import io.fairstream.embedded.EmbeddedCluster;
import io.fairstream.http.ServerTls.PemFiles;
import io.fairstream.it.harness.Console;
import io.fairstream.it.harness.JavaProcess;
import io.fairstream.it.harness.Site;
import io.fairstream.it.harness.SteeredSlurm;
import io.fairstream.testing.NeededProgram;
import io.fairstream.testing.PostgresServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every command reaches a broker that asks for a password or for a certificate, and a registry on HTTPS, and shows no secret. */
class ITSecureCommands {
    private static final Path EXAMPLES = Path.of("..", "examples");
    /** Every command in each way: with {@code -Plong}. Otherwise the ways take turns. */
    private static final boolean IS_EACH = Boolean.getBoolean("access.each");

    /** They work on no cluster, or on one of their own. */
    private static final Set<String> WITHOUT_CLUSTER = Set.of("demo", "fold", "standalone", "help", "completion");

    private static final Set<String> SERVICES =
            Set.of("run", "boinc-gateway", "slurm-bridge", "slurm-poll", "console", "sink");

    /** In their order; each begins with its name. */
    private static final List<String> COMMANDS = List.of(
            "topics create",
            "topics check",
            "shares load {examples}/tux.cfg",
            "produce matches {examples}/matches.jsonl",
            "produce account-edits {examples}/edits.jsonl",
            "replay {examples}/tux.sacct --format sacct --zone UTC --speed max",
            "scan {examples}/machines.json --at 2026-01-05T13:00:00Z",
            "agent --cluster tux --node n1 --interval 1 --snapshots 1",
            "userprio -setfactor alice@example.org 5",
            "userprio --all-users",
            "userprio --history alice@example.org",
            "shares",
            "priority",
            "jobs",
            "report jobs --start 2026-01-01",
            "explain alice@example.org",
            "table priorities",
            "negotiate --slots 100",
            "what-if --from-topic --set priority.halflife=P7D",
            "find alice",
            "sql from/**/charges",
            "export charges --directory {exported}",
            "report edits",
            "publish sacct --start 2026-01-01",
            "shadow --scheduler slurm --command {slurm}",
            "steer --to slurm --command {slurm} --dry-run",
            "steer --to slurm --command {slurm} --stale 5000d --once",
            "allocations list",
            "notify --directory {exported}-notices --once --exec true",
            "status",
            "audit");

    /** The ways in which a client authenticates. */
    enum Way {
        PASSWORD,
        CERTIFICATE
    }

    @TempDir
    static Path directory;

    private static SecureBroker broker;
    private static EmbeddedCluster registry;

    @BeforeAll
    static void start() throws Exception {
        broker = new SecureBroker();
        PemFiles files = pem();
        registry = EmbeddedCluster.startTemporary(0, Optional.of(files));
    }

    @AfterAll
    static void stop() {
        registry.close();
        broker.close();
    }

    /** The broker's own certificate is also the registry's. */
    private static PemFiles pem() throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        char[] password = SecureBroker.PASSWORD.toCharArray();
        try (var in = Files.newInputStream(
                Path.of(broker.certificateProperties().getOrDefault("ssl.keystore.location", "")))) {
            store.load(in, password);
        }
        PrivateKey key = (PrivateKey) Objects.requireNonNull(store.getKey("broker", password));
        byte[] certificate =
                Objects.requireNonNull(store.getCertificate("broker")).getEncoded();
        return new PemFiles(
                Files.writeString(directory.resolve("tls.pem"), text("CERTIFICATE", certificate)),
                Files.writeString(directory.resolve("tls.key"), text("PRIVATE KEY", key.getEncoded())));
    }

    private static String text(String what, byte[] der) {
        return "-----BEGIN " + what + "-----\n" + Base64.getMimeEncoder().encodeToString(der) + "\n-----END " + what
                + "-----\n";
    }

    @Test
    void everyCommandIsAmongThem() {
        Set<String> tried = new TreeSet<>(WITHOUT_CLUSTER);
        tried.addAll(SERVICES);
        tried.addAll(List.of("acls", "doctor"));
        COMMANDS.forEach(command -> tried.add(command.split(" ", 2)[0]));
        Pattern name = Pattern.compile("^  ([a-z][a-z-]+)  +\\S.*");
        Set<String> all = new TreeSet<>();
        Console.run(List.of("help")).succeeded().out().forEach(line -> {
            var matcher = name.matcher(line);
            if (matcher.matches()) {
                all.add(matcher.group(1));
            }
        });
        assertEquals(all, tried);
    }

    static List<List<Way>> ways() {
        List<Way> all = List.of(Way.values());
        return IS_EACH ? all.stream().map(List::of).toList() : List.of(all);
    }

    @ParameterizedTest
    @MethodSource("ways")
    void everyCommandReachesTheBrokerAndShowsNoSecret(List<Way> ways) throws Exception {
        String name = ways.size() > 1 ? "both" : ways.get(0).name().toLowerCase(Locale.ROOT);
        try (Site site = Site.on(cluster(), name, Map.of("partitions", "1"))) {
            List<List<String>> options = new ArrayList<>();
            for (Way way : ways) {
                options.add(options(way, site));
            }
            Iterator<List<String>> turns =
                    Stream.generate(() -> options).flatMap(List::stream).iterator();
            JavaProcess topology = service(site, "Ctrl-C stops it", turns.next(), "run");
            List<String> failed = new ArrayList<>();
            for (String command : COMMANDS) {
                List<String> words = new ArrayList<>();
                for (String word : command.split(" ", -1)) {
                    words.add(word.replace("{examples}", EXAMPLES.toString())
                            .replace("{slurm}", SteeredSlurm.in(directory).toString())
                            .replace("{exported}", directory.resolve(name).toString()));
                }
                words.addAll(turns.next());
                Console console = Console.run(words);
                if (console.exitCode() != 0) {
                    failed.add(command + ": " + console);
                }
                assertNoSecret(command, console.toString());
            }
            assertEquals(List.of(), failed);
            acls(turns.next());
            doctor(turns.next());
            gateway(site, turns.next());
            slurm(site, turns.next());
            console(site, turns.next());
            sink(site, turns.next());
            assertNoSecret("run", topology.log());
            Path state = site.settings().get(Keys.STATE_DIR);
            assertForOwner(state.resolve(site.settings().applicationId()));
            assertForOwner(state.resolveSibling("agent-n1"));
            topology.stop();
            assertNoSecret("run", topology.log());
        }
    }

    private static void assertForOwner(Path made) throws IOException {
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(made)), made.toString());
    }

    private static void acls(List<String> options) {
        List<String> check = new ArrayList<>(List.of("acls", "--role", "agent", "--check"));
        check.addAll(options);
        Console console = Console.run(check);
        assertTrue(console.toString().contains("missing"), console.toString());
        assertNoSecret("acls", console.toString());
    }

    /** It finds much to mend in a broker of one's own, and must have asked it to know. */
    private static void doctor(List<String> options) {
        List<String> words = new ArrayList<>(List.of("doctor"));
        words.addAll(options);
        Console console = Console.run(words);
        assertTrue(console.out().size() > 1, console.toString());
        assertNoSecret("doctor", console.toString());
    }

    private static void gateway(Site site, List<String> options) {
        JavaProcess gateway = service(
                site,
                "https://127.0.0.1:",
                options,
                "boinc-gateway",
                "--users",
                EXAMPLES.resolve("volunteers").toString(),
                "--key",
                site.directory().resolve("gateway.pem").toString(),
                "--port",
                "0",
                "--set",
                "tls.certificate=" + directory.resolve("tls.pem"),
                "--set",
                "tls.key=" + directory.resolve("tls.key"));
        gateway.stop();
        assertNoSecret("boinc-gateway", gateway.log());
    }

    private static void slurm(Site site, List<String> options) throws Exception {
        String finish = site.settings().applicationId() + "-finish";
        try (Admin admin = Admin.create(site.settings().admin())) {
            admin.createTopics(List.of(new NewTopic(finish, 1, (short) 1)))
                    .all()
                    .get();
        }
        JavaProcess bridge = service(site, "Ctrl-C stops it", options, "slurm-bridge", "--finish-topic", finish);
        bridge.stop();
        assertNoSecret("slurm-bridge", bridge.log());
    }

    private static void console(Site site, List<String> options) throws Exception {
        JavaProcess console = service(site, "Ctrl-C stops it", options, "console", "--listen", "127.0.0.1:0");
        String url = console.log().replaceFirst("(?s).*Console +(http://\\S+).*", "$1");
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(url + "api/v1/table/priorities"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertTrue(answer.body().contains("alice@example.org"), answer.body());
        assertNoSecret("console", answer.body());
        console.stop();
        assertNoSecret("console", console.log());
    }

    /** Rows that the sink read with the certificate or the password are in the database. */
    private static void sink(Site site, List<String> options) throws Exception {
        if (!PostgresServer.isInstalled()) {
            NeededProgram.POSTGRESQL.note(ITSecureCommands.class);
            return;
        }
        try (PostgresServer postgres = PostgresServer.start(ITSecureCommands.class)) {
            JavaProcess sink = service(
                    site,
                    "Ctrl-C stops it",
                    options,
                    "sink",
                    "postgres",
                    "--set",
                    "url=" + postgres.url(),
                    "--set",
                    "user=postgres",
                    "--set",
                    "tables=priorities");
            String found = "";
            for (int i = 0; i < 300 && !found.contains("alice@example.org"); i++) {
                assertTrue(sink.isAlive(), sink.log());
                pause();
                found = customers(postgres);
            }
            assertTrue(found.contains("alice@example.org"), found + "\n" + sink.log());
            sink.stop();
            assertNoSecret("sink", sink.log());
        }
    }

    private static String customers(PostgresServer postgres) {
        try (var connection = postgres.connect();
                var statement = connection.createStatement();
                var row = statement.executeQuery("SELECT string_agg(customer, ' ') FROM fairstream.priorities")) {
            return row.next() ? String.valueOf(row.getString(1)) : "";
        } catch (SQLException e) {
            return "no table yet: " + e.getMessage();
        }
    }

    /** A command that runs until it is stopped; it says so when it has reached the cluster. */
    private static JavaProcess service(Site site, String ready, List<String> options, String... command) {
        List<String> all = new ArrayList<>(List.of(command));
        all.addAll(options);
        JavaProcess process = site.commandAsIs(all);
        for (int i = 0; i < 600 && !process.log().contains(ready); i++) {
            assertTrue(process.isAlive(), process.log());
            pause();
        }
        assertTrue(process.log().contains(ready), process.log());
        assertNoSecret(command[0], process.commandLine());
        return process;
    }

    private static void pause() {
        try {
            Thread.sleep(200);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void assertNoSecret(String command, String text) {
        assertFalse(text.contains(SecureBroker.PASSWORD), () -> command + ": " + text);
        assertFalse(text.contains("BEGIN PRIVATE KEY"), () -> command + ": " + text);
    }

    /** For the harness: as the administrator, by the password. */
    private static Map<String, String> cluster() {
        Map<String, String> settings = new HashMap<>(broker.settings(SecureBroker.ADMIN));
        settings.putAll(registrySettings());
        return settings;
    }

    private static Map<String, String> registrySettings() {
        return Map.of(
                "schema.registry.url", registry.schemaRegistryUrl(),
                "schema.registry.ssl.truststore.type", "PEM",
                "schema.registry.ssl.truststore.location",
                        directory.resolve("tls.pem").toString());
    }

    private static List<String> options(Way way, Site site) throws IOException {
        boolean isPassword = way == Way.PASSWORD;
        Path client = file(
                way + "-client.properties",
                isPassword ? broker.clientProperties(SecureBroker.ADMIN) : broker.certificateProperties());
        Map<String, String> own = new HashMap<>(registrySettings());
        own.put("topic.prefix", site.settings().topicPrefix());
        own.put("application.id", site.settings().applicationId());
        own.put("state.dir", site.settings().get(Keys.STATE_DIR).toString());
        own.put("commit.interval", "PT0.1S");
        own.put("cluster.timeout", "PT2M");
        own.put("partitions", "1");
        Path config = file(way + "-fairstream.properties", own);
        return List.of(
                "--command-config",
                client.toString(),
                "--config",
                config.toString(),
                "--bootstrap-server",
                isPassword ? site.settings().bootstrapServers().orElseThrow() : broker.addressForCertificates());
    }

    private static Path file(String name, Map<String, String> entries) throws IOException {
        Properties properties = new Properties();
        properties.putAll(entries);
        Path file = directory.resolve(name);
        try (var out = Files.newOutputStream(file)) {
            properties.store(out, null);
        }
        return file;
    }
}
