package io.fairstream.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.client.RecordSender;
import io.fairstream.it.harness.Console;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.records.ValueFormat;
import io.fairstream.schemas.Balance;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.WhenSpent;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a stand-in for Slurm's commands, of two users with a waiting job each, of whom one used all that is known. */
@SuppressWarnings("NullAway.Init") // set up before all tests
class ITSteerCommand {
    /** Unit of allocations that this build can evaluate. */
    private static final String UNIT = "CPU s";

    private static LocalFairstream fairstream;

    @TempDir
    private Path folder;

    private Path factors;
    private String slurm;

    @BeforeAll
    static void start() throws Exception {
        fairstream = LocalFairstream.start();
        Path file = Files.createTempFile("matches", ".jsonl");
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        String event =
                "{\"resource\":\"%s\",\"at\":\"%s\",\"change\":{\"Matched\":{\"customer\":\"%s\",\"slotWeight\":%d}}}";
        fairstream.produce(
                "matches",
                file,
                String.format(event, "slot1", now.minusSeconds(43_200), "alice", 100),
                String.format(event, "slot2", now.minusSeconds(60), "bob", 1));
        Files.delete(file);
    }

    @AfterAll
    static void stop() {
        fairstream.close();
    }

    @BeforeEach
    void slurm() throws Exception {
        factors = Files.createDirectory(folder.resolve("factors"));
        Files.writeString(factors.resolve("1"), "7");
        Files.writeString(factors.resolve("2"), "0");
        Files.writeString(factors.resolve("limit"), "50");
        Path script = Files.writeString(folder.resolve("slurm"), """
                factors='%s'
                case $1 in
                    sshare) echo 'physics|alice||1|1.0|0|0.0|0.5' ;;
                    sprio)
                        case ${!#} in
                            %%i:%%S) echo "1:$(cat "$factors/1")"; echo "2:$(cat "$factors/2")"; echo "3:0" ;;
                            *) printf '%%s\\n' 1:alice 2:bob 3:mallory ;;
                        esac ;;
                    sacctmgr)
                        case $* in
                            *' show '*) printf '%%s\\n' 'root||||' "physics|root|||$(cat "$factors/limit")" ;;
                            *' account where name=physics cluster=tux set GrpJobs='*) last=${!#}; echo "${last#*=}" >"$factors/limit" ;;
                            *) exit 9 ;;
                        esac ;;
                    scontrol)
                        if [ "$2" = show ]; then
                            printf '%%s\\n' 'AccountingStorageEnforce = limits' 'ClusterName = tux'
                        fi
                        while read -r line; do
                            factor=${line##*SiteFactor=}
                            jobs=${line#*JobId=}
                            for job in $(tr , ' ' <<<"${jobs%%%% *}"); do echo "$factor" >"$factors/$job"; done
                        done ;;
                esac
                """.formatted(factors));
        slurm = "bash " + script;
    }

    private String set() throws Exception {
        return Files.readString(factors.resolve("1")).strip() + " "
                + Files.readString(factors.resolve("2")).strip();
    }

    private Console steer(String name, String... more) {
        return fairstream.run(arguments(name, more));
    }

    private String[] arguments(String name, String... more) {
        List<String> all = new ArrayList<>(
                List.of("steer", "--to", "slurm", "--name", name, "--command", slurm, "--weight", "1000"));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    private static long journal(String target) {
        List<String> entries = new ArrayList<>();
        try (TopicReader reader = new TopicReader(fairstream.settings())) {
            reader.read(Topics.STEERING, row -> {
                if (row.value() != null && row.value().getTarget().equals(target)) {
                    entries.add(row.value().getName());
                }
            });
        }
        return entries.size();
    }

    @Test
    void dryRunShowsAndSendsNothing() throws Exception {
        Console console = steer("dry", "--dry-run");
        assertEquals(0, console.exitCode(), console.toString());
        assertTrue(console.out().stream().anyMatch(line -> line.contains("alice")), console.toString());
        assertTrue(console.err().stream().anyMatch(line -> line.contains("mallory")), console.toString());
        assertEquals("7 0", set());
        assertEquals(0, journal("dry"));
    }

    @Test
    void onceSendsAndTheNextTimeNothing() throws Exception {
        Console console = steer("once", "--once");
        assertEquals(0, console.exitCode(), console.toString());
        String[] values = set().split(" ", -1);
        assertTrue(Integer.parseInt(values[0]) < Integer.parseInt(values[1]), set());
        assertEquals(4, journal("once"));
        assertEquals(0, steer("once", "--once").exitCode());
        assertEquals(4, journal("once"));
    }

    private String limit() throws Exception {
        return Files.readString(factors.resolve("limit")).strip();
    }

    private static void balance(double balance) {
        Instant start = Instant.now().minusSeconds(3600).truncatedTo(ChronoUnit.SECONDS);
        try (RecordSender<Balance> sender = ValueFormat.sender(fairstream.settings(), Topics.BALANCES)) {
            Balance row = Balance.newBuilder()
                    .setTarget("/root/physics")
                    .setProject("")
                    .setUnit(UNIT)
                    .setBalance(balance)
                    .setInitialBalance(balance)
                    .setAccrued(0.0)
                    .setWithheld(0.0)
                    .setCharged(0.0)
                    .setAsOf(start)
                    .setAccrual(0.0)
                    .setInterval(3600.0)
                    .setStart(start)
                    .setWhenSpent(WhenSpent.HOLD)
                    .build();
            sender.send(row.getTarget(), row);
            sender.flush();
        }
    }

    @Test
    void newJobsOfASpentAllocationWaitUntilSomethingIsLeft() throws Exception {
        balance(-5);
        Console dry = steer("held", "--when-spent", "--dry-run");
        assertTrue(
                dry.out().stream().anyMatch(line -> line.contains("hold physics") && line.contains("/root/physics")),
                dry.toString());
        assertEquals("50", limit());
        assertEquals(0, steer("held", "--once").exitCode());
        assertEquals("50", limit(), "without its option");
        Console held = steer("held", "--when-spent", "--once");
        assertEquals(0, held.exitCode(), held.toString());
        assertEquals("0", limit());
        assertTrue(
                held.err().contains("held: new jobs of physics wait, spent: /root/physics (-5.00000 CPU s)"),
                held.toString());
        balance(5);
        assertEquals(0, steer("held", "--when-spent", "--once").exitCode());
        assertEquals("50", limit());
        balance(0);
        assertEquals(0, steer("held", "--when-spent", "--once").exitCode());
        assertEquals("0", limit());
        assertEquals(0, steer("held", "--restore").exitCode());
        assertEquals("50", limit());
    }

    /** Steers on until it is paused from elsewhere, and again after it. */
    @Test
    void thePauseOfAnotherPutsBackWhatWasThere() throws Exception {
        Console console = service(
                () -> {
                    await(() -> !set().equals("7 0"));
                    assertEquals(
                            0, steer("service", "--pause", "--reason", "trial").exitCode());
                    await(() -> set().equals("7 0"));
                    assertEquals(0, steer("service", "--resume").exitCode());
                    await(() -> !set().equals("7 0"));
                    awaitAnswers("service", 12);
                    return null;
                },
                arguments("service", "--every", "PT0.2S"));
        assertTrue(
                console.err().stream().anyMatch(line -> line.startsWith("service: not steered, by ")),
                console.toString());
        assertTrue(console.err().contains("service: steered again"), console.toString());
        assertNotEquals("7 0", set());
        assertEquals(
                1,
                console.err().stream().filter(line -> line.contains("mallory")).count(),
                console.toString());
    }

    /** A kill switch with a wrong name must not seem to have worked. */
    @Test
    void aPauseOfANameThatWasNeverSteeredSaysSo() throws Exception {
        assertEquals(0, steer("known", "--once").exitCode());
        Console console = steer("knwon", "--pause");
        assertEquals(1, console.exitCode());
        assertTrue(
                console.err().get(1).matches("knwon: never steered \\(expected: one of .*known.*\\)"),
                console.toString());
    }

    @Test
    void restorePutsItBackAtOnce() throws Exception {
        assertEquals(0, steer("restored", "--once").exitCode());
        assertNotEquals("7 0", set());
        assertEquals(0, steer("restored", "--restore", "--reason", "end").exitCode());
        assertEquals("7 0", set());
        Console paused = steer("restored", "--once");
        assertTrue(paused.err().get(0).endsWith(": end"), paused.toString());
        assertEquals("7 0", set());
    }

    @Test
    void theStopFileStopsIt() throws Exception {
        Path file = folder.resolve("stop");
        service(
                () -> {
                    await(() -> !set().equals("7 0"));
                    Files.writeString(file, "");
                    await(() -> set().equals("7 0"));
                    awaitAnswers("file", 8);
                    return null;
                },
                arguments("file", "--every", "PT0.2S", "--stop-file", file.toString()));
        assertEquals("7 0", set());
    }

    @Test
    void aSchedulerThatIsDownIsOneLine() {
        Console console = fairstream.run("steer", "--to", "slurm", "--name", "down", "--command", "false", "--once");
        assertEquals(1, console.exitCode(), console.toString());
        assertEquals(1, console.err().size(), console.toString());
        assertTrue(console.err().get(0).startsWith("down: "), console.toString());
        Console missing = fairstream.run(
                "shadow",
                "--scheduler",
                "htcondor",
                "--command",
                folder.resolve("no-such").toString());
        assertEquals(1, missing.exitCode(), missing.toString());
        assertTrue(missing.err().get(0).contains("no-such"), missing.toString());
    }

    @Test
    void limitsThatAreNoneAreWrongUsage() {
        for (String[] wrong : new String[][] {
            {"--threshold", "-1"},
            {"--threshold", "NaN"},
            {"--bound", "0"},
            {"--bound", "NaN"},
            {"--cycle-timeout", "0s"}
        }) {
            Console console = steer("limits", "--once", wrong[0], wrong[1]);
            assertEquals(2, console.exitCode(), String.join(" ", wrong) + console);
            assertTrue(console.err().get(0).contains("expected"), console.toString());
        }
        assertEquals(2, steer("limits", "--port", "0").exitCode());
        assertEquals(2, fairstream.run("steer", "--to", "kueue", "--when-spent").exitCode());
        assertEquals(2, fairstream.run("steer", "--to", "kai", "--dry-run").exitCode());
        assertEquals(2, fairstream.run("shadow", "--scheduler", "kueue").exitCode());
    }

    /** As KAI scheduler asks; while it is paused nobody has used anything. */
    @Test
    void kaiIsAnsweredWhatItAsks() throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        String url = "http://127.0.0.1:" + port + "/api/v1/query?query="
                + URLEncoder.encode(
                        "sum_over_time((fairstream_effective_priority)[1h0m0s:1m0s])", StandardCharsets.UTF_8);
        Console console = service(
                () -> {
                    await(() -> get(client, url).contains("{\"queue_name\":\"alice\"}"));
                    assertEquals(
                            0, fairstream.run("steer", "--to", "kai", "--pause").exitCode());
                    await(() -> get(client, url)
                            .replaceAll("[0-9.]+,\"0\"", "T")
                            .contains("{\"metric\":{\"queue_name\":\"alice\"},\"value\":[T]}"));
                    return null;
                },
                "steer",
                "--to",
                "kai",
                "--port",
                Integer.toString(port));
        assertTrue(console.err().get(0).contains(":" + port), console.toString());
    }

    /** Empty while nobody listens. */
    private static String get(HttpClient client, String url) throws Exception {
        try {
            return client.send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString())
                    .body();
        } catch (ConnectException e) {
            return "";
        }
    }

    /** Until the journal has so many entries of a target, and a moment for who wrote the last one. */
    private static void awaitAnswers(String target, long entries) throws Exception {
        await(() -> journal(target) >= entries);
        Thread.sleep(500);
    }

    private static void await(Callable<Boolean> condition) throws Exception {
        Instant patience = Instant.now().plus(Duration.ofSeconds(60));
        while (!condition.call()) {
            assertTrue(Instant.now().isBefore(patience), "not within a minute");
            Thread.sleep(50);
        }
    }

    /** Does that beside a command, and then stops the command. */
    private static Console service(Callable<?> beside, String... arguments) throws Exception {
        CompletableFuture<Console> console = new CompletableFuture<>();
        Thread thread = new Thread(() -> console.complete(fairstream.run(arguments)));
        thread.start();
        try {
            beside.call();
        } finally {
            thread.interrupt();
        }
        Console ended = console.get(120, TimeUnit.SECONDS);
        assertEquals(0, ended.exitCode(), ended.toString());
        return ended;
    }
}
