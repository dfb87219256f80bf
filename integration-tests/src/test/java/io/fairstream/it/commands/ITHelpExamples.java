package io.fairstream.it.commands;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.cli.Main;
import io.fairstream.cli.shares.UserprioCommand;
import io.fairstream.it.harness.Console;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Every example of every help is a command line that is taken; those that end by themselves and need no other system work. */
@SuppressWarnings("NullAway.Init") // set up before all tests
class ITHelpExamples {
    private static final Path EXAMPLES = Path.of("../examples").toAbsolutePath().normalize();
    private static final Path GOLDEN =
            Path.of("src/test/resources/io/fairstream/it/commands/golden").toAbsolutePath();

    /** They go on until stopped, or need a scheduler, a database, files of an administrator, or a pool of their own. */
    private static final Set<String> NOT_RUN = Set.of(
            "agent",
            "boinc-gateway",
            "console",
            "demo",
            "notify",
            "run",
            "shadow",
            "sink",
            "slurm-bridge",
            "slurm-poll",
            "standalone",
            "status",
            "steer");

    /** The files and names that stand for those of the examples. */
    private static final Map<String, String> HERE = Map.of(
            "events.jsonl", EXAMPLES.resolve("matches.jsonl").toString(),
            "matches=events.jsonl", "matches=" + EXAMPLES.resolve("matches.jsonl"),
            "LOG.swf.gz", EXAMPLES.resolve("log.swf").toString(),
            "sacct.json", EXAMPLES.resolve("tux.sacct").toString(),
            "tux.cfg", EXAMPLES.resolve("tux.cfg").toString(),
            "FILE", GOLDEN.resolve("prices").toString(),
            "NAME", "TUX",
            "MCowBQYDK2VwAyEA…", "MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=");

    @TempDir
    private static Path directory;

    private static LocalFairstream fairstream;

    @BeforeAll
    static void start() throws Exception {
        fairstream = LocalFairstream.start();
        done("shares", "load", EXAMPLES.resolve("tux.cfg").toString());
        done("produce", "matches", EXAMPLES.resolve("matches.jsonl").toString());
        done("replay", EXAMPLES.resolve("tux.sacct").toString(), "--format", "sacct", "--zone", "UTC");
    }

    private static void done(String... command) throws InterruptedException {
        Console console = fairstream.run(command);
        assertEquals(0, console.exitCode(), console.toString());
        fairstream.awaitCaughtUp();
    }

    @AfterAll
    static void stop() {
        fairstream.close();
    }

    private static Stream<String> examples() {
        List<String> all = new ArrayList<>();
        collect(Main.commandLine(), all);
        return all.stream().distinct();
    }

    private static void collect(CommandLine command, List<String> to) {
        for (String line : command.getCommandSpec().usageMessage().footer()) {
            if (line.startsWith("fairstream ")) {
                to.add(String.format(line).substring("fairstream ".length()).replaceAll(" > .*", ""));
            }
        }
        new LinkedHashSet<>(command.getSubcommands().values()).forEach(below -> collect(below, to));
    }

    @TestFactory
    Stream<DynamicTest> isTaken() {
        return examples()
                .map(example -> DynamicTest.dynamicTest(
                        example,
                        () -> assertDoesNotThrow(() ->
                                Main.commandLine().parseArgs(words(example).toArray(String[]::new)))));
    }

    /** Those of shares that need what another took away are tried one after the other. */
    @Test
    void editsOfSharesWork() {
        for (String edit : List.of(
                "disable root/physics/alice",
                "enable root/physics/alice",
                "remove root/physics --recursive",
                "add root/physics --shares 1 --kind bank",
                "add root/physics/alice --shares 2")) {
            Console console = fairstream.run(("shares " + edit).split(" ", -1));
            assertEquals(0, console.exitCode(), console.toString());
        }
    }

    @TestFactory
    Stream<DynamicTest> works() {
        return examples()
                .filter(example -> !NOT_RUN.contains(example.split(" ", -1)[0]))
                .filter(example -> Stream.of(
                                "acls --role topology",
                                "audit --accept",
                                "shares load bank_table",
                                "publish status",
                                "shares add",
                                "shares enable",
                                "shares disable",
                                "shares remove")
                        .noneMatch(example::startsWith))
                .map(example -> DynamicTest.dynamicTest(example, () -> {
                    Console console = Console.run(words(example).toArray(String[]::new));
                    assertEquals(0, console.exitCode(), console.toString());
                }));
    }

    private static List<String> words(String example) {
        String address = fairstream.settings().bootstrapServers().orElseThrow();
        String fresh =
                directory.resolve(Integer.toHexString(example.hashCode())).toString();
        List<String> words = new ArrayList<>();
        for (String word : UserprioCommand.split(example.split(" (?=(?:[^']*'[^']*')*[^']*$)", -1))) {
            words.add(HERE.getOrDefault(word, word)
                    .replace("'", "")
                    .replace("HOST:PORT", address)
                    .replaceAll("^(DIR|lake|costs\\.csv|n17\\.pem)$", fresh + "$1"));
        }
        return words;
    }
}
