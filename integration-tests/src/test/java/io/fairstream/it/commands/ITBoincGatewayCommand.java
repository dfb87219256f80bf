package io.fairstream.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.admin.TopicAdmin;
import io.fairstream.app.config.Settings;
import io.fairstream.cli.Main;
import io.fairstream.client.RecordSender;
import io.fairstream.embedded.EmbeddedCluster;
import io.fairstream.it.harness.Console;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.records.ValueFormat;
import io.fairstream.schemas.Assignment;
import io.fairstream.schemas.Choice;
import io.fairstream.schemas.HostReport;
import io.fairstream.schemas.Project;
import io.fairstream.schemas.Topics;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A synthetic client of the gateway; the password is "secret". */
class ITBoincGatewayCommand {
    private static final String HASH = "4a0a68b43b6cd5cf266fa02f196e2371";
    private static final Pattern URL = Pattern.compile("http://127\\.0\\.0\\.1:\\d+/");

    @TempDir
    @SuppressWarnings("NullAway.Init") // by JUnit
    private Path directory;

    /** The command in a thread of its own, until it is closed. */
    private final class RunningGateway implements AutoCloseable {
        private final StringWriter err = new StringWriter();
        private final CompletableFuture<Integer> exitCode = new CompletableFuture<>();
        private final Thread thread;
        private final String url;

        private RunningGateway(String bootstrapServer) throws Exception {
            Files.writeString(directory.resolve("users"), "alice " + HASH + "\n");
            Files.writeString(directory.resolve("accounts"), "einstein * 1_key\n");
            String[] arguments = {
                "boinc-gateway",
                "--bootstrap-server",
                bootstrapServer,
                "--port",
                "0",
                "--users",
                directory.resolve("users").toString(),
                "--accounts",
                directory.resolve("accounts").toString(),
                "--key",
                directory.resolve("key.pem").toString(),
                "--wait",
                "PT0.2S"
            };
            thread = new Thread(() -> exitCode.complete(
                    Main.run(new PrintWriter(new StringWriter()), new PrintWriter(err, true), arguments)));
            thread.setDaemon(true);
            thread.start();
            url = awaitUrl();
        }

        private String awaitUrl() throws InterruptedException {
            for (int i = 0; i < 600 && !exitCode.isDone(); i++) {
                Matcher found = URL.matcher(err.toString());
                if (found.find()) {
                    return found.group();
                }
                Thread.sleep(100);
            }
            throw new AssertionError(err);
        }

        private String report(String opaque, int cpuSeconds) throws Exception {
            String request = "<acct_mgr_request><name>alice</name><password_hash>" + HASH + "</password_hash>"
                    + "<host_cpid>c</host_cpid><client_version>7.20.5</client_version><project>"
                    + "<url>http://einstein.example/</url><cpu_time>" + cpuSeconds + "</cpu_time></project><opaque>"
                    + opaque + "</opaque></acct_mgr_request>";
            return HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(new URI(url + "rpc.php"))
                                    .POST(HttpRequest.BodyPublishers.ofString(request))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        }

        @Override
        public void close() {
            thread.interrupt();
            assertEquals(0, exitCode.orTimeout(120, TimeUnit.SECONDS).join(), err.toString());
            assertFalse(err.toString().contains(HASH) || err.toString().contains("1_key"), err.toString());
        }
    }

    private static String opaque(String reply) {
        Matcher kept = Pattern.compile("<opaque>\\s*(\\S+)\\s*</opaque>").matcher(reply);
        assertTrue(kept.find(), reply);
        return kept.group(1);
    }

    private static List<HostReport> reports(Settings settings) {
        List<HostReport> reports = new ArrayList<>();
        try (TopicReader reader = new TopicReader(settings)) {
            reader.read(Topics.HOST_REPORTS, row -> {
                HostReport report = Objects.requireNonNull(row.value());
                assertEquals(report.getHost(), row.key());
                reports.add(report);
            });
        }
        return reports;
    }

    private static void send(Settings settings, String host) {
        try (RecordSender<Assignment> sender = ValueFormat.sender(settings, Topics.ASSIGNMENTS)) {
            Choice choice = new Choice("einstein", 1.0, List.of("CPU"), "by hand");
            sender.send(
                    host,
                    new Assignment(host, "alice", Instant.EPOCH, "balance", List.of(choice), List.of(), List.of()));
            sender.flush();
        }
    }

    @Test
    void aReportIsInTheTopicBeforeItsAnswerAndTheHostIsKnownToTheNextGateway() throws Exception {
        RunningGateway last;
        String second;
        try (EmbeddedCluster cluster = EmbeddedCluster.startTemporary()) {
            Settings settings = Settings.parseForCluster(cluster.settings());
            try (TopicAdmin admin = new TopicAdmin(settings)) {
                admin.createMissing();
            }
            cluster.announceRegistry();
            try (RecordSender<Project> sender = ValueFormat.sender(settings, Topics.PROJECTS)) {
                sender.send(
                        "einstein", new Project("einstein", "https://einstein.example/", 1.0, List.of(), List.of()));
                sender.flush();
            }
            String first;
            try (RunningGateway gateway = new RunningGateway(cluster.bootstrapServers())) {
                first = gateway.report("", 10);
                assertEquals(1, reports(settings).size());
                assertFalse(first.contains("<account>"), first);
            }
            send(settings, reports(settings).get(0).getHost());
            assertEquals(
                    "rw-------",
                    PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("key.pem"))));
            last = new RunningGateway(cluster.bootstrapServers());
            second = last.report(opaque(first), 20);
            assertTrue(second.contains("<authenticator>1_key</authenticator>"), second);
            List<HostReport> reports = reports(settings);
            assertEquals(2, reports.size());
            assertEquals(reports.get(0).getHost(), reports.get(1).getHost());
            assertTrue(reports.get(0).getSequence() < reports.get(1).getSequence());
            assertEquals(20, reports.get(1).getProjects().get(0).getCpuSeconds());
        }
        try (last) {
            String third = last.report(opaque(second), 30);
            assertTrue(
                    third.contains("<error>the report could not be stored</error>"), "the cluster is away: " + third);
            assertFalse(third.contains("<opaque>"), third);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "--port=70000, 2, --port: 70000 (expected: 0 to 65535)",
        "--wait=PT1H, 2, --wait: PT1H (expected: PT0S to PT30S)",
        "--repeat=PT0S, 2, --repeat: PT0S (expected: PT1S or more)",
        "--name=, 2, '--name: \"\" (expected: 1 to 255 characters)'",
        "--connections-per-address=5000, 2, --connections-per-address: 5000 (expected: 1 to 4096)",
        "--users=/no/such, 1, /no/such: no such file",
        "--name=x, 1, users: none (expected: --users FILE or BOINC_GATEWAY_USERS with at least one line)",
    })
    void whatIsWrongIsTold(String option, int exitCode, String problem) {
        Console console = Console.run("boinc-gateway", "--key", "unused", "--bootstrap-server", "127.0.0.1:1", option);
        assertEquals(exitCode, console.exitCode(), console.toString());
        assertEquals("fairstream: " + problem, console.err().get(0));
    }
}
