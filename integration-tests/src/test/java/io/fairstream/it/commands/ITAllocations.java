package io.fairstream.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.admin.TopicAdmin;
import io.fairstream.app.config.Settings;
import io.fairstream.client.RecordSender;
import io.fairstream.embedded.EmbeddedCluster;
import io.fairstream.it.harness.Console;
import io.fairstream.query.records.ValueFormat;
import io.fairstream.schemas.Balance;
import io.fairstream.schemas.BalanceDay;
import io.fairstream.schemas.InputCounts;
import io.fairstream.schemas.Notice;
import io.fairstream.schemas.NoticeKind;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.WhenSpent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Allocations of a small site, on a cluster without a topology: its rows are written here. Each test runs the commands of a file in
 * order and compares what they print, in whole; {@code -Dgolden.write=true} renews that.
 */
@SuppressWarnings("NullAway.Init") // set up before all tests
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ITAllocations {
    private static final Path HERE =
            Path.of("src/test/resources/io/fairstream/it/commands/allocations").toAbsolutePath();
    private static final boolean IS_WRITTEN = Boolean.getBoolean("golden.write");
    private static final String PROMPT = "$ fairstream ";
    private static final Instant NOW = Instant.parse("2026-03-02T08:00:00Z");
    private static final double HOUR = 3600;

    private static EmbeddedCluster cluster;
    private static Settings settings;

    @BeforeAll
    static void start() throws Exception {
        cluster = EmbeddedCluster.startTemporary();
        settings = Settings.parseForCluster(cluster.settings());
        try (TopicAdmin admin = new TopicAdmin(settings)) {
            admin.createMissing();
        }
        cluster.announceRegistry();
        // the present is that of the newest event
        send(
                Topics.INPUT_COUNTS,
                "job-events/0",
                new InputCounts(Topics.JOB_EVENTS.in(settings.topicPrefix()), 0, 1L, 1L, 0L, 0L, 0L, 0L, NOW, null));
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static <V> void send(Topic<V> topic, String key, V value) {
        try (RecordSender<V> sender = ValueFormat.sender(settings, topic)) {
            sender.send(key, value);
            sender.flush();
        }
    }

    @Test
    @Order(1)
    void allocationsAreSetAndChanged() throws IOException {
        check("set.txt");
    }

    @Test
    @Order(2)
    void badInputIsRefused() throws IOException {
        check("refused.txt");
    }

    @Test
    @Order(3)
    void filesAreLoaded() throws IOException {
        check("load.txt");
    }

    @Test
    @Order(4)
    void balancesAreListed() throws IOException {
        send("/root/physics", "CPU s", 12_000 * HOUR, 9_600 * HOUR, null, WhenSpent.NOTHING);
        send("/root/bio", "GPU s", 500 * HOUR, 500 * HOUR, null, WhenSpent.HOLD);
        send("/root/bio/carol", "GPU s", 100 * HOUR, 0, null, WhenSpent.NOTHING);
        send("/root", "CPU s", 20_000 * HOUR, 9_600 * HOUR, Instant.parse("2026-03-01T00:00:00Z"), WhenSpent.NOTHING);
        notice("/root/physics", 80, NoticeKind.REACHED, 9_600);
        notice("/root/bio", 100, NoticeKind.TAKEN_BACK, 9_000);
        check("list.txt");
    }

    @Test
    @Order(5)
    void whatIsStoredOrInAFileIsChecked() throws IOException {
        check("check.txt");
    }

    @Test
    @Order(6)
    void rowsForPeopleFitIntoATerminal() {
        // those that a narrow terminal shows
        List<String> rows =
                run("allocations list --columns target,unit,granted,spentPart,balance,spentAtWeekRate,state")
                        .out();
        assertTrue(rows.stream().allMatch(row -> row.length() <= 80), rows.toString());
    }

    private static void send(
            String target, String unit, double granted, double spent, @Nullable Instant end, WhenSpent whenSpent) {
        Instant start = Instant.parse("2026-02-01T00:00:00Z");
        send(
                Topics.BALANCES,
                target,
                Balance.newBuilder()
                        .setTarget(target)
                        .setProject("")
                        .setUnit(unit)
                        .setBalance(granted - spent)
                        .setInitialBalance(granted)
                        .setAccrued(0.0)
                        .setWithheld(0.0)
                        .setCharged(spent)
                        .setAsOf(Instant.parse("2026-03-02T00:00:00Z"))
                        .setAccrual(0.0)
                        .setInterval(1.0)
                        .setStart(start)
                        .setEnd(end)
                        .setDays(List.of(
                                new BalanceDay("2026-02-27", spent / 4), new BalanceDay("2026-03-01", spent / 8)))
                        .setThresholds(List.of(80, 90, 100))
                        .setWhenSpent(whenSpent)
                        .setPeriodStart(start)
                        .setGranted(granted)
                        .setSpent(spent)
                        .build());
    }

    private static void notice(String target, int threshold, NoticeKind kind, double spentHours) {
        send(
                Topics.NOTICES,
                target,
                Notice.newBuilder()
                        .setTarget(target)
                        .setKind(kind)
                        .setThreshold(threshold)
                        .setStart(Instant.parse("2026-02-01T00:00:00Z"))
                        .setPeriodStart(Instant.parse("2026-02-01T00:00:00Z"))
                        .setAt(Instant.parse("2026-03-01T00:00:00Z"))
                        .setUnit("CPU s")
                        .setGranted(12_000 * HOUR)
                        .setSpent(spentHours * HOUR)
                        .setBalance((12_000 - spentHours) * HOUR)
                        .setAsOf(Instant.parse("2026-03-02T00:00:00Z"))
                        .setTopic("fairstream.job-events")
                        .setPartition(3)
                        .setOffset(4711)
                        .setSent(NOW)
                        .setContacts(List.of("pi@physics.example"))
                        .build());
    }

    /** Runs the commands of a golden file, which begin with a prompt. */
    private static void check(String name) throws IOException {
        Path golden = HERE.resolve(name);
        String expected = Files.readString(golden, StandardCharsets.UTF_8);
        StringBuilder text = new StringBuilder();
        for (String line : expected.lines().toList()) {
            if (line.startsWith(PROMPT)) {
                Console console = run(line.substring(PROMPT.length()));
                text.append(line).append('\n');
                console.out().forEach(out -> text.append(steady(out)).append('\n'));
                console.err()
                        .forEach(err ->
                                text.append("[stderr] ").append(steady(err)).append('\n'));
                text.append("[exit ").append(console.exitCode()).append("]\n\n");
            }
        }
        if (IS_WRITTEN) {
            Files.writeString(golden, text, StandardCharsets.UTF_8);
        } else {
            assertEquals(expected, text.toString());
        }
    }

    private static Console run(String command) {
        List<String> words = new ArrayList<>();
        for (String word : command.split(" ", -1)) {
            words.add(word.replace("{here}", HERE.toString()));
        }
        // files are checked without a cluster, too
        if (!words.remove("(offline)")) {
            words.addAll(List.of("--bootstrap-server", cluster.bootstrapServers()));
        }
        return Console.run(words);
    }

    /** Without the paths of this machine, and the day of the test, on which new allocations start. */
    private static String steady(String line) {
        String today = LocalDate.now(ZoneOffset.UTC).toString();
        return line.replace(HERE.toString(), "{here}").replaceAll(Pattern.quote(today) + "(?!\\d)", "{today}");
    }
}
