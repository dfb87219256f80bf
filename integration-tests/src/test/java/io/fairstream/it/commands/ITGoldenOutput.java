package io.fairstream.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.it.harness.Console;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * Output of each command that shows rows, for the examples and some more, in whole: as text, as JSON and as CSV. With
 * {@code -Dgolden.write=true} the outputs are written anew, for a review by {@code git diff}.
 */
@SuppressWarnings("NullAway.Init") // set up before all tests
@TestInstance(Lifecycle.PER_CLASS)
class ITGoldenOutput {
    private static final Path HERE =
            Path.of("src/test/resources/io/fairstream/it/commands/golden").toAbsolutePath();
    private static final Path EXAMPLES = Path.of("../examples").toAbsolutePath().normalize();
    private static final boolean IS_WRITTEN = Boolean.getBoolean("golden.write");

    private static final Pattern MOMENT =
            Pattern.compile("(?<=\"(?:asOf|CreateTime)\":\")[^\"]*|\\d{4}-\\d\\d-\\d\\dT[\\d:]+\\.\\d{3}Z");

    /** Offsets, which the output must not show: the number of rows of an account depends on the commits. */
    private static final Pattern OFFSETS = Pattern.compile("(?<=gracc-)\\d+-\\d+-\\d+(?=\\.jsonl)");

    /** The newest usage that a ranking knew depends on the commits, and a place that stays is not written again. */
    private static final Pattern RANKED_AT = Pattern.compile("2026-01-05T\\d\\d:\\d\\d:\\d\\dZ");

    private static final Pattern DIGITS = Pattern.compile("\\d+\\.\\d{8,}(E-?\\d+)?");

    private LocalFairstream fairstream;

    /** Settings that reach another registry than the embedded one. */
    Map<String, String> registry() throws Exception {
        return Map.of();
    }

    @BeforeAll
    void start() throws Exception {
        Map<String, String> settings = new HashMap<>(registry());
        settings.putAll(Map.of("partitions", "1", "node.silence", "P3650D", "fairshare.interval", "0"));
        fairstream = LocalFairstream.start(settings);
        done("shares", "load", EXAMPLES.resolve("tux.cfg").toString());
        produce("matches", EXAMPLES.resolve("matches.jsonl"));
        produce("account-edits", EXAMPLES.resolve("edits.jsonl"));
        done("replay", EXAMPLES.resolve("tux.sacct").toString(), "--format", "sacct", "--zone", "UTC");
        produce("session-deltas", HERE.resolve("sessions.jsonl"));
        produce("allocations", EXAMPLES.resolve("allocations.jsonl"));
        produce("projects", HERE.resolve("projects.jsonl"));
        produce("preferences", HERE.resolve("preferences.jsonl"));
        for (String report : Files.readAllLines(EXAMPLES.resolve("host-reports.jsonl"))) {
            Path one = Files.writeString(Files.createTempFile("report", ".jsonl"), report + "\n");
            produce("host-reports", one);
            Files.delete(one);
        }
        Console refused = fairstream.run(
                "produce", "matches", HERE.resolve("refused.jsonl").toString(), "--no-wait");
        assertEquals(0, refused.exitCode(), refused.toString());
        fairstream.awaitCaughtUp();
    }

    @AfterAll
    void stop() {
        if (fairstream != null) {
            fairstream.close();
        }
    }

    private void produce(String topic, Path file) throws InterruptedException {
        done("produce", topic, file.toString(), "--no-wait");
    }

    private void done(String... command) throws InterruptedException {
        Console console = fairstream.run(command);
        assertEquals(0, console.exitCode(), console.toString());
        fairstream.awaitCaughtUp();
    }

    @TestFactory
    Stream<DynamicTest> outputs() throws IOException {
        return Files.readAllLines(HERE.resolve("commands.txt")).stream()
                .map(line -> line.split("\\|", 2))
                .map(line -> DynamicTest.dynamicTest(line[0], () -> check(line[0], line[1])));
    }

    private void check(String name, String command) throws IOException {
        StringBuilder text = new StringBuilder();
        for (String format : List.of("", " --json", " --csv")) {
            Path fresh = Files.createTempDirectory("golden");
            Console console = run((command + format).replace("{fresh}", fresh.toString()));
            if (console.exitCode() == 2 && !format.isEmpty()) {
                continue;
            }
            text.append("$ fairstream ").append(command).append(format).append('\n');
            Stream.concat(console.out().stream(), console.err().stream().map(line -> "[stderr] " + line))
                    .forEach(line -> text.append(steady(line)).append('\n'));
            files(fresh, format.isEmpty() ? text : new StringBuilder());
            text.append("[exit ").append(console.exitCode()).append("]\n\n");
        }
        String steady = command.startsWith("table fair-share") || command.startsWith("priority")
                ? RANKED_AT.matcher(text).replaceAll("{ instant of usage }")
                : text.toString();
        Path golden = HERE.resolve(name + ".txt");
        if (IS_WRITTEN) {
            Files.writeString(golden, steady, StandardCharsets.UTF_8);
        }
        assertTrue(Files.exists(golden), () -> golden + " is missing");
        assertEquals(Files.readString(golden, StandardCharsets.UTF_8), steady);
    }

    /** The files that the command has made. */
    private static void files(Path fresh, StringBuilder text) throws IOException {
        try (Stream<Path> files = Files.list(fresh)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                text.append("[file ").append(steady(file.getFileName() + "]")).append('\n');
                Stream<String> lines = Files.readAllLines(file).stream();
                // records are in the order of the accounts' offsets
                (file.toString().endsWith(".jsonl") ? lines.sorted() : lines)
                        .forEach(line -> text.append(steady(line)).append('\n'));
            }
        }
    }

    private Console run(String command) {
        List<String> words = new ArrayList<>();
        for (String word : List.of(command.split(" ", -1))) {
            words.add(word.replace("{examples}", EXAMPLES.toString()).replace("{golden}", HERE.toString()));
        }
        String[] arguments = words.toArray(String[]::new);
        return isOffline(words) ? Console.run(arguments) : fairstream.run(arguments);
    }

    private static boolean isOffline(List<String> words) {
        return words.get(0).equals("fold") || words.get(0).equals("what-if");
    }

    /** Without the paths of this machine, the instants of its commits, and what the order of additions leaves. */
    private static String steady(String line) {
        String local = line.replace(EXAMPLES.toString(), "{examples}").replace(HERE.toString(), "{golden}");
        String timeless =
                OFFSETS.matcher(MOMENT.matcher(local).replaceAll("{moment}")).replaceAll("{offsets}");
        return DIGITS.matcher(timeless).replaceAll(number -> rounded(number.group()));
    }

    private static String rounded(String number) {
        BigDecimal rounded = new BigDecimal(number).round(new MathContext(9)).stripTrailingZeros();
        return rounded.scale() <= 0 ? rounded.setScale(1).toPlainString() : rounded.toString();
    }
}
