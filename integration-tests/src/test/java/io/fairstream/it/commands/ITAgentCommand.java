package io.fairstream.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fairstream.admin.TopicAdmin;
import io.fairstream.app.config.Settings;
import io.fairstream.cli.Main;
import io.fairstream.embedded.EmbeddedCluster;
import io.fairstream.it.harness.Console;
import io.fairstream.query.records.TopicReader;
import io.fairstream.schemas.PlainJson;
import io.fairstream.schemas.SessionDelta;
import io.fairstream.schemas.Topics;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The agent looks at the machine that runs the tests. */
class ITAgentCommand {
    @TempDir
    @SuppressWarnings("NullAway.Init") // by JUnit
    private Path directory;

    @BeforeEach
    void requireLinux() {
        assumeTrue(Files.isReadable(Path.of("/proc/self/stat")), "no Linux: no /proc");
    }

    private static void assertBalanced(List<SessionDelta> records, int snapshots) {
        Map<Long, List<SessionDelta>> bySequence =
                records.stream().collect(Collectors.groupingBy(SessionDelta::getSequence));
        assertEquals(snapshots, bySequence.size());
        bySequence.forEach((sequence, parts) -> {
            SessionDelta any = parts.get(0);
            assertEquals(any.getParts(), parts.size());
            long millis = Duration.between(any.getFrom(), any.getTo()).toMillis();
            assertEquals(
                    any.getNodeProcessors() * millis * 1000,
                    parts.stream()
                            .mapToLong(part -> part.getUserCpuMicros() + part.getSystemCpuMicros())
                            .sum(),
                    "law 3");
        });
    }

    @Test
    void printsSnapshotsWithoutACluster() {
        Console console = Console.run(
                "agent", "--cluster", "tux", "--node", "n7", "--json", "--interval", "PT0.2S", "--snapshots", "2");
        assertEquals(0, console.exitCode(), console.toString());
        List<SessionDelta> records = console.out().stream()
                .map(line -> PlainJson.read(SessionDelta.class, line))
                .toList();
        assertBalanced(records, 2);
        assertTrue(records.stream().allMatch(delta -> delta.getNode().equals("n7")));
        assertTrue(
                console.err().get(0).matches("tux/n7: \\d+ processors, \\d+ processes in \\d+ sessions; .*"),
                console.err().get(0));
    }

    @Test
    void theNodeIsCalledAsTheHostUnlessItIsNamed() throws Exception {
        Console console =
                Console.run("agent", "--cluster", "tux", "--print", "--interval", "PT0.1S", "--snapshots", "1");
        String host = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        String node = host.contains(".") ? host.substring(0, host.indexOf('.')) : host;
        assertEquals(
                node, PlainJson.read(SessionDelta.class, console.out().get(0)).getNode());
    }

    @Test
    void endsWhenNobodyReadsWhatItOnlyPrints() {
        Writer closed = new Writer() {
            @Override
            public void write(char[] text, int offset, int length) throws IOException {
                throw new IOException("Broken pipe");
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        StringWriter err = new StringWriter();
        int exitCode = assertTimeoutPreemptively(
                Duration.ofMinutes(2),
                () -> Main.run(
                        new PrintWriter(closed),
                        new PrintWriter(err),
                        "agent",
                        "--cluster",
                        "tux",
                        "--print",
                        "--interval",
                        "PT0.1S"));
        assertEquals(0, exitCode, err.toString());
    }

    @ParameterizedTest
    @CsvSource({
        "--interval=PT0S, --interval: PT0S (expected: PT0.1S to PT24H)",
        "--spool-size=0, --spool-size: 0 (expected: 1 MiB or more)",
        "--snapshots=0, --snapshots: 0 (expected: 1 or more)",
        "--node=, '--node: \"\" (expected: 1 to 1024 bytes without control characters)'",
        "--interval=PT1S, 'no cluster is named (expected: --bootstrap-server HOST:PORT, bootstrap.servers in the settings, or --print)'"
    })
    void wrongUsageIsTold(String option, String problem) {
        String print = option.equals("--interval=PT1S") ? "--node=n7" : "--print";
        Console console = Console.run("agent", "--cluster", "tux", print, option);
        assertEquals(2, console.exitCode(), console.toString());
        assertEquals("fairstream: " + problem, console.err().get(0));
    }

    @Test
    void snapshotsWaitWhileTheClusterIsAwayAndAreSentByTheNextAgent() throws Exception {
        Console alone = run("127.0.0.1:1");
        assertEquals(0, alone.exitCode(), alone.toString());
        assertTrue(
                alone.err().get(alone.err().size() - 1).startsWith("2 snapshots made, 0 sent, 2 waiting in "),
                alone.toString());
        try (EmbeddedCluster cluster = EmbeddedCluster.startTemporary()) {
            Settings settings = Settings.parseForCluster(cluster.settings());
            try (TopicAdmin admin = new TopicAdmin(settings)) {
                admin.createMissing();
            }
            cluster.announceRegistry();
            Console console = run(cluster.bootstrapServers());
            assertEquals(0, console.exitCode(), console.toString());
            List<String> err = console.err();
            assertTrue(err.get(1).endsWith("2 snapshots wait since an earlier run"), console.toString());
            assertTrue(
                    err.get(err.size() - 1).startsWith("2 snapshots made, 4 sent, 0 waiting in "), console.toString());
            List<SessionDelta> sent = new ArrayList<>();
            try (TopicReader reader = new TopicReader(settings)) {
                reader.read(Topics.SESSION_DELTAS, row -> {
                    assertEquals("tux/n7", row.key());
                    sent.add(Objects.requireNonNull(row.value()));
                });
            }
            Map<String, List<SessionDelta>> lives =
                    sent.stream().collect(Collectors.groupingBy(SessionDelta::getIncarnation));
            assertEquals(2, lives.size());
            lives.values().forEach(records -> assertBalanced(records, 2));
        }
    }

    private Console run(String bootstrapServer) {
        return Console.run(
                "agent",
                "--cluster",
                "tux",
                "--node",
                "n7",
                "--interval",
                "PT0.2S",
                "--snapshots",
                "2",
                "--spool",
                directory.resolve("spool").toString(),
                "--bootstrap-server",
                bootstrapServer);
    }
}
