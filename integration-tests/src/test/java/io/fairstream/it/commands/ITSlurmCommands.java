package io.fairstream.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.it.harness.Console;
import io.fairstream.query.records.Row;
import io.fairstream.query.records.TopicReader;
import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.JobState;
import io.fairstream.schemas.Topics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init") // set up before all tests
class ITSlurmCommands {
    private static final String START = "tux-job-start";
    private static final String FINISH = "tux";

    private static final int LOOKS_OF_AN_OUTAGE = 20;

    private static LocalFairstream fairstream;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() throws Exception {
        fairstream = LocalFairstream.start();
        try (Admin admin = Admin.create(fairstream.settings().admin())) {
            admin.createTopics(List.of(new NewTopic(START, 1, (short) 1), new NewTopic(FINISH, 3, (short) 1)))
                    .all()
                    .get();
        }
    }

    @AfterAll
    static void stop() {
        fairstream.close();
    }

    /** Job 7 shrinks twice, its records in any partition; what is no record goes aside. */
    @Test
    void theBridgeSendsEachRecordOnOnceAndUnreadableOnesAside() throws Exception {
        send(FINISH, 2, record("\"COMPLETED\"", 20, 30, 1));
        send(FINISH, 1, record("\"RESIZING\"", 20, 20, 2));
        send(FINISH, 0, record("\"RESIZING\"", 10, 10, 4));
        send(FINISH, 0, "no record");
        send(START, 0, record("null", 0, 0, 4));
        bridge(() -> events(7).size() >= 4 && deadLetters().size() == 1);
        List<String> told = events(7).stream()
                .map(event -> event.getState() + " " + event.getAt().toString().substring(14, 16) + " "
                        + event.getProcessors())
                .sorted()
                .toList();
        assertEquals(List.of("COMPLETE 30 1", "RUNNING 00 4", "RUNNING 10 2", "RUNNING 20 1"), told);
        assertTrue(
                deadLetters().get(0).contains("tux/0/1 no JSON"), deadLetters().toString());

        send(FINISH, 0, record("\"COMPLETED\"", 20, 30, 1).replace("\"jobid\":7", "\"jobid\":8"));
        bridge(() -> events(8).size() == 2);
        assertEquals(4, events(7).size());
    }

    @Test
    void topicsThatAreMissingAreNamed() {
        Console console = fairstream.run("slurm-bridge", "--finish-topic", "no-such-topic", "--start-topic", START);
        assertEquals(1, console.exitCode(), console.toString());
        assertEquals(
                List.of("fairstream: missing topics: no-such-topic (expected: the topics that Slurm writes to;"
                        + " --create-topics creates them)"),
                console.err());
        assertEquals(2, fairstream.run("slurm-bridge").exitCode());
    }

    @Test
    void aDumpIsReplayedAsMatchesAndJobsTogether() throws Exception {
        Path dump = Files.writeString(folder.resolve("replayed.txt"), """
                JobIDRaw|User|UID|Group|State|AllocCPUS|Submit|Start|End
                70|dora|1004|physics|COMPLETED|2|2026-03-02T08:00:00|2026-03-02T08:10:00|2026-03-02T09:10:00
                """);
        Console console =
                fairstream.run("replay", dump.toString(), "--format", "sacct", "--as", "both", "--zone", "UTC");
        assertEquals(0, console.exitCode(), console.toString());
        assertTrue(console.err().contains("replayed: 1 rows: 1 end a match or run"), console.toString());
        assertTrue(console.err().stream().anyMatch(line -> line.startsWith("5 events in ")), console.toString());
        assertEquals(
                List.of(JobState.PENDING, JobState.RUNNING, JobState.COMPLETE),
                events(70).stream().map(JobEvent::getState).toList());
        List<String> usage =
                fairstream.run("table", "priorities", "--json", "--key", "dora").out();
        assertTrue(usage.get(0).contains("\"weightedAccumulatedUsage\":7200.0"), usage.toString());
    }

    @Test
    void whatARecordingCannotBecomeIsWrongUsage() {
        Console condor = fairstream.run("replay", "log", "--format", "condor-log", "--as", "jobs");
        assertEquals(2, condor.exitCode());
        assertEquals(
                "fairstream: --as jobs: condor-log (expected: one of [matches])",
                condor.err().get(0));
        Console sonar = fairstream.run("replay", "log", "--format", "sonar-sample", "--as", "jobs");
        assertEquals(
                "fairstream: --as jobs: sonar-sample (expected: no --as)",
                sonar.err().get(0));
    }

    @Test
    void weightsAndNamesAreOnlyForWhatHasThem() {
        for (String[] wrong : new String[][] {
            {"sacct", "--weight", "2", "--weight: only matches have one (expected: --as matches or both)"},
            {"sacct", "--weight", "0", "--weight: 0.0 (expected: above 0)"},
            {"sacct", "--weight", "Infinity", "--weight: Infinity (expected: above 0)"},
            {"sonar-sample", "--weight", "2", "--weight: only matches have one (expected: --as matches or both)"},
            {"sonar-sample", "--names", "names", "--names: the format has no jobs (expected: a format of jobs)"},
        }) {
            Console console = fairstream.run("replay", "log", "--format", wrong[0], wrong[1], wrong[2]);
            assertEquals(2, console.exitCode(), console.toString());
            assertEquals("fairstream: " + wrong[3], console.err().get(0));
        }
    }

    /** Two clusters' logs of one person. */
    @Test
    void namesAndWeightsMakeOneBalanceOfSeveralClusters() throws Exception {
        Path names = Files.writeString(folder.resolve("names"), "esmith = erin\n");
        Path one = Files.writeString(folder.resolve("one.txt"), """
                JobIDRaw|User|UID|Group|State|AllocCPUS|Submit|Start|End
                71|erin|1005|physics|COMPLETED|2|2026-03-02T08:00:00|2026-03-02T08:10:00|2026-03-02T09:10:00
                """);
        Path other = Files.writeString(folder.resolve("other.txt"), """
                JobIDRaw|User|UID|Group|State|AllocCPUS|Submit|Start|End
                71|esmith|1005|physics|COMPLETED|2|2026-03-02T08:00:00|2026-03-02T08:10:00|2026-03-02T09:10:00
                """);
        Console console =
                fairstream.run("replay", one.toString(), "--format", "sacct", "--as", "matches", "--zone", "UTC");
        assertEquals(0, console.exitCode(), console.toString());
        console = fairstream.run(
                "replay",
                other.toString(),
                "--format",
                "sacct",
                "--as",
                "both",
                "--zone",
                "UTC",
                "--names",
                names.toString(),
                "--weight",
                "1.5");
        assertEquals(0, console.exitCode(), console.toString());
        List<String> usage =
                fairstream.run("table", "priorities", "--json", "--key", "erin").out();
        assertTrue(usage.get(0).contains("\"weightedAccumulatedUsage\":18000.0"), usage.toString());
        assertEquals(
                List.of("erin", "erin", "erin"),
                events(71).stream().map(JobEvent::getUser).toList());
    }

    @Test
    void aProgramThatIsNotThereIsAMistakeAtTheStart() {
        Console console = fairstream.run("slurm-poll", "--cluster", "poll", "--command", "/no/such/program");
        assertEquals(1, console.exitCode(), console.toString());
        assertEquals(
                "fairstream: poll: /no/such/program: not found (expected: sacct; --command PREFIX reaches another machine)",
                console.err().get(1));
    }

    /** A job that waits, runs and ends while sacct is asked, which is away in between. */
    @Test
    void sacctIsAskedAgainAndAgain() throws Exception {
        String header = "JobIDRaw|Cluster|User|UID|Group|State|AllocCPUS|ReqCPUS|Submit|Start|End\n";
        String job = "72|poll|frank|1006|physics|";
        String submit = "2026-03-02T08:00:00";
        String begin = "2026-03-02T08:10:00";
        Path answer = folder.resolve("answer");
        Path sacct = Files.writeString(folder.resolve("sacct"), "cat '" + answer + "'\n");
        String[] arguments = {
            "slurm-poll",
            "--cluster",
            "poll",
            "--as",
            "both",
            "--every",
            "PT0.1S",
            "--zone",
            "UTC",
            "--command",
            "bash " + sacct
        };
        Files.writeString(answer, header + job + "PENDING|0|4|" + submit + "|Unknown|Unknown\n");
        Console console = service(
                () -> {
                    if (events(72).size() == 1) {
                        write(answer, header + job + "RUNNING|4|4|" + submit + "|" + begin + "|Unknown\n");
                    }
                    return events(72).size() == 2;
                },
                arguments);
        assertEquals(
                List.of("poll: sacct each 0 s to matches and job-events; Ctrl-C stops it.", "poll: 3 events sent"),
                console.err().subList(0, 2));
        assertTrue(console.err().get(2).startsWith("poll: sacct's last answer: 1 rows: 1 "), console.toString());
        Files.delete(answer);
        AtomicInteger looks = new AtomicInteger();
        console = service(
                () -> {
                    if (looks.incrementAndGet() == LOOKS_OF_AN_OUTAGE) {
                        write(
                                answer,
                                header + job + "COMPLETED|4|4|" + submit + "|" + begin + "|2026-03-02T08:11:40\n");
                    }
                    return events(72).stream().anyMatch(event -> event.getState() == JobState.COMPLETE);
                },
                arguments);
        assertTrue(console.err().get(1).startsWith("poll: sacct: "), console.toString());
        assertEquals("poll: sacct answers again", console.err().get(2));
        fairstream.awaitCaughtUp();
        List<String> usage = fairstream
                .run("table", "priorities", "--json", "--key", "frank")
                .out();
        assertTrue(usage.get(0).contains("\"weightedAccumulatedUsage\":400.0"), usage.toString());
        assertTrue(usage.get(0).contains("\"resourcesInUse\":0"), usage.toString());
    }

    /** Replaces a file that somebody else may be reading. */
    private static void write(Path file, String text) {
        try {
            Path next = Files.writeString(file.resolveSibling(file.getFileName() + ".next"), text);
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs the bridge until that is so, and stops it. */
    private static void bridge(BooleanSupplier done) throws Exception {
        Console ended = service(
                done,
                "slurm-bridge",
                "--start-topic",
                START,
                "--finish-topic",
                FINISH,
                "--set",
                "commit.interval=PT0.1S");
        assertEquals(
                List.of("fairstream-slurm-bridge-tux: tux, tux-job-start to fairstream.job-events; Ctrl-C stops it."),
                ended.err());
    }

    /** Runs a command until that is so, and stops it. */
    private static Console service(BooleanSupplier done, String... arguments) throws Exception {
        CompletableFuture<Console> console = new CompletableFuture<>();
        Thread thread = new Thread(() -> console.complete(fairstream.run(arguments)));
        thread.start();
        try {
            Instant patience = Instant.now().plus(Duration.ofMinutes(3));
            while (!done.getAsBoolean() && !console.isDone() && Instant.now().isBefore(patience)) {
                Thread.sleep(100);
            }
        } finally {
            thread.interrupt();
        }
        Console ended = console.get(120, TimeUnit.SECONDS);
        assertEquals(0, ended.exitCode(), ended.toString());
        return ended;
    }

    private static List<JobEvent> events(long job) {
        List<JobEvent> events = new ArrayList<>();
        try (TopicReader reader = new TopicReader(fairstream.settings())) {
            reader.read(Topics.JOB_EVENTS, row -> {
                JobEvent event = Objects.requireNonNull(row.value());
                if (event.getJobId() == job) {
                    byte[] key = Objects.requireNonNull(row.key()).getBytes(StandardCharsets.UTF_8);
                    assertEquals(event.getCluster() + "/" + job, row.key());
                    assertEquals(Utils.toPositive(Utils.murmur2(key)) % 2, row.partition());
                    events.add(event);
                }
            });
        }
        return events;
    }

    private static List<String> deadLetters() {
        List<String> letters = new ArrayList<>();
        try (TopicReader reader = new TopicReader(fairstream.settings())) {
            reader.read(
                    Topics.DEAD_LETTERS,
                    row -> letters.add(header(row, "topic") + "/" + header(row, "partition") + "/"
                            + header(row, "offset") + " " + header(row, "message")));
        }
        return letters;
    }

    private static String header(Row<byte[]> row, String name) {
        for (var header : row.headers()) {
            if (header.key().endsWith("." + name)) {
                return new String(header.value(), StandardCharsets.UTF_8);
            }
        }
        return "";
    }

    private static void send(String topic, int partition, String value) throws Exception {
        var bytes = new ByteArraySerializer();
        try (var producer = new KafkaProducer<>(fairstream.settings().producer(), bytes, bytes)) {
            byte[] json = value.getBytes(StandardCharsets.UTF_8);
            producer.send(new ProducerRecord<>(topic, partition, null, json)).get();
        }
    }

    private static String record(String state, int start, int end, int cpus) {
        return String.format(
                "{\"jobid\":7,\"original_sluid\":\"s7\",\"cluster\":\"tux\",\"username\":\"alice\",\"state\":%s,"
                        + "\"@submit\":\"2026-03-02T08:00:00\",\"@start\":\"2026-03-02T08:%02d:00\","
                        + "\"@end\":\"2026-03-02T08:%02d:00\",\"total_cpus\":%d}",
                state, start, end, cpus);
    }
}
