package io.fairstream.cli.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.cli.Main;
import io.fairstream.it.commands.Lines;
import io.fairstream.it.commands.LocalFairstream;
import io.fairstream.it.harness.Console;
import io.fairstream.query.columns.Document;
import io.fairstream.query.records.TopicReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Each command that reads gives the same on a reader of somebody else as when it is run. */
@SuppressWarnings("NullAway.Init") // set up before all tests
class ITShows {
    /** Commands without arguments that would change with the time of day are asked at an instant. */
    static final List<String> READING = List.of(
            "userprio --all-users --at latest",
            "userprio --matches alice",
            "userprio --history alice",
            "what-if --from-topic --set priority.halflife=P7D",
            "explain alice --at 2026-01-06T08:00:00Z",
            "shares --policy flux",
            "shares check",
            "allocations list",
            "shares what-if --job nodes=64,hours=10,user=alice,bank=physics",
            "shares what-if --shares root/bob=5 --policy flux,fair-tree",
            "priority --style slurm",
            "jobs",
            "table priorities",
            "find al",
            "report cluster utilization --start 2026-01-01 --end 2026-01-09",
            "report cluster account-utilization-by-user --start 2026-01-01 --end 2026-01-09",
            "report cluster utilization-by --start 2026-01-01 --end 2026-01-09 --key qos",
            "report user top --start 2026-01-01 --end 2026-01-09",
            "report job sizes --start 2026-01-01 --end 2026-01-09",
            "report usage --start 2026-01-01 --end 2026-01-09",
            "report efficiency",
            "report jobs",
            "report runaway",
            "report daily",
            "report hosts",
            "report balances",
            "report work",
            "report leaders",
            "report edits",
            "report shadow",
            "report history --points 3 --end 2026-01-09",
            "negotiate --slots 10 --at 2026-01-06T08:00:00Z",
            "audit",
            "topics check",
            "topics describe",
            "acls --role scheduler");

    /** Commands whose text changes each time, so only its presence is checked. */
    private static final List<String> CHANGING = List.of("status", "doctor");

    @TempDir
    private static Path directory;

    private static LocalFairstream fairstream;
    private static TopicReader reader;

    @BeforeAll
    static void start() throws Exception {
        fairstream = LocalFairstream.start();
        Path file = directory.resolve("lines.jsonl");
        fairstream.produce(
                "matches",
                file,
                Lines.matched("slot1", "2026-01-05T08:00:00Z", "alice", 2),
                Lines.unmatched("slot1", "2026-01-05T12:00:00Z"));
        fairstream.produce(
                "account-edits", file, Lines.edit("alice", "2026-01-05T09:00:00Z", "{\"SetFactor\":{\"factor\":7}}"));
        for (String node :
                List.of("root 1 bank", "root/physics 3 bank", "root/physics/alice 2 user", "root/bob 1 user")) {
            String[] words = node.split(" ", 3);
            Console added = fairstream.run("shares", "add", words[0], "--shares", words[1], "--kind", words[2]);
            assertEquals(0, added.exitCode(), added.toString());
        }
        fairstream.awaitCaughtUp();
        reader = new TopicReader(fairstream.settings());
    }

    @AfterAll
    static void stop() {
        reader.close();
        fairstream.close();
    }

    private static CommandLine parsed(String command) {
        CommandLine all = Main.commandLine();
        ParseResult result = all.parseArgs(command.split(" ", -1));
        while (result.hasSubcommand()) {
            result = result.subcommand();
        }
        return result.commandSpec().commandLine();
    }

    private static Document document(String command) throws Exception {
        return ((Shows) parsed(command).getCommand()).document(reader);
    }

    private static List<String> printed(Document document) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        new OutputOptions().print(document, new PrintWriter(out), new PrintWriter(err));
        List<String> lines = new ArrayList<>(out.toString().lines().toList());
        lines.addAll(err.toString().lines().toList());
        return lines;
    }

    @TestFactory
    Stream<DynamicTest> aReadingCommandSaysTheSameOnAReaderOfSomebodyElse() {
        return READING.stream()
                .map(command -> DynamicTest.dynamicTest(command, () -> {
                    Console console = fairstream.run(command.split(" ", -1));
                    List<String> lines = new ArrayList<>(console.out());
                    lines.addAll(console.err());
                    assertTrue(console.exitCode() < 2, lines.toString());
                    assertFalse(lines.isEmpty(), "says something");
                    assertEquals(timeless(lines), timeless(printed(document(command))));
                }));
    }

    @TestFactory
    Stream<DynamicTest> whatChangesWithTimeSaysSomething() {
        return CHANGING.stream()
                .map(command -> DynamicTest.dynamicTest(
                        command, () -> assertFalse(printed(document(command)).isEmpty())));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "userprio --set-factor alice 5          | --set-factor: an edit (expected: a listing)",
                "userprio --delete alice                | --delete: an edit (expected: a listing)",
                "userprio --input-file rows             | --input-file: rows (expected: no file, because the console reads none)",
                "userprio --flat --hierarchical         | --hierarchical, --flat, --group-order: given together (expected: one of them)",
                "what-if LOG --format swf               | LOG (expected: --from-topic, because the console reads no files)",
                "what-if --from-topic                   | both configurations are equal (expected: a difference, such as --set priority.halflife=P7D)",
                "negotiate --slots 1 --demand wanted    | --demand: wanted (expected: no file, because the console reads none)",
                "find a --limit 0                       | --limit: 0 (expected: >= 1)",
                "explain alice --limit -1               | --limit: -1 (expected: >= 0)",
                "shares what-if                         | no change (expected: --job, --shares, or both)",
                "shares what-if --shares root/bob=x     | --shares: root/bob=\"x\" (expected: a number of 0 or more, or parent)",
                "shares -A physics check                | --bank: before check (expected: after it)",
                "acls --role scheduler --principal root | --principal: root (expected: User: and a name)",
            })
    void editsFilesAndNonsenseAreRefused(String command, String problem) {
        ParameterException refused = assertThrows(ParameterException.class, () -> document(command));
        assertEquals(problem, refused.getMessage());
    }

    /** Elsewhere a pool of the past is shown in its time on every page. */
    @Test
    void prioritiesOfAPoolOfThePastAreThoseAtItsNewestEvent() throws Exception {
        assertEquals(
                printed(document("userprio --all-users --at 2026-01-05T12:00:00Z")),
                printed(document("userprio --all-users")));
    }

    @Test
    void everyCommandThatShowsIsRunHere() {
        Set<Class<?>> run = Stream.concat(READING.stream(), CHANGING.stream())
                .map(command -> parsed(command).getCommand().getClass())
                .collect(Collectors.toSet());
        Set<String> missing = new TreeSet<>();
        addMissing(Main.commandLine(), run, missing);
        assertEquals(Set.of(), missing);
    }

    private static void addMissing(CommandLine command, Set<Class<?>> run, Set<String> missing) {
        Object mine = command.getCommand();
        if (mine instanceof Shows && !run.contains(mine.getClass())) {
            missing.add(command.getCommandSpec().qualifiedName());
        }
        command.getSubcommands().values().forEach(inner -> addMissing(inner, run, missing));
    }

    /** Some say how long something waits or until when now is. */
    private static List<String> timeless(List<String> lines) {
        return lines.stream()
                .map(line -> line.replaceAll("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z", "TIME"))
                .sorted()
                .toList();
    }
}
