package io.fairstream.cli;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class WrongUsageTest {
    private static final Pattern OF_THE_LIBRARY = Pattern.compile(
            "Unmatched|Unknown option|Invalid value|Missing required|[Pp]ositional|index \\d|Exception|mutually| is not an? |but was"
                    + "|Could not convert|Possible solutions|option option");

    /** For all of these a question mark is no value. */
    private static final Set<Class<?>> TYPES = Set.of(
            int.class,
            long.class,
            double.class,
            Integer.class,
            Long.class,
            Double.class,
            Duration.class,
            Instant.class);

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    demoo                              | demoo: no such command (did you mean demo?)
                    reprot                             | reprot: no such command (did you mean report?)
                    help reprot                        | reprot: no such command (did you mean report?)
                    shares whatif                      | whatif: no such command (did you mean what-if?)
                    report user topp                   | topp: no such command (did you mean top?)
                    demo --sped 3                      | --sped: no such option of demo (did you mean --seed?)
                    userprio --resaon x                | --resaon: no such option of userprio (did you mean --reason?)
                    table --jsn=x jobs                 | --jsn: no such option of table (did you mean --json?)
                    demo --seed 3 4                    | 4: one word too many (expected: options only)
                    fold a=b --print jobs              | TOPIC=FILE: "a" (
                    demo --seed x                      | --seed: "x" (expected: a whole number)
                    report jobs --json=maybe           | --json: "maybe" (expected: true or false)
                    steer --to htcondr                 | --to: "htcondr" (did you mean htcondor?)
                    export charges --format x          | --format: "x" (expected: one of parquet, csv, jsonl)
                    table job                          | NAME: "job" (did you mean jobs?)
                    run --set foo                      | --set: "foo" (expected: KEY=VALUE)
                    report jobs --format               | --format: a value is missing (expected: --format=COLUMN)
                    table                              | NAME is missing
                    shares set                         | PATH, SHARES are missing
                    boinc-gateway                      | --key=FILE is missing
                    report jobs --json --csv           | --json, --csv: given together (expected: one of them)
                    demo --seed 1 --seed 2             | --seed: given twice (expected: once)
                    status --embedded                  | --embedded: no such option of status
                    report jobs --bootstrap-server x   | --bootstrap-server: x (expected: host:port, several with commas between)
                    status --schema-registry x         | --schema-registry: x (expected: http(s)://host:port,
                    priority --style condor            | --style: condor (expected: flux or slurm)
                    priority --set job.priority.style=x| job.priority.style: x (expected: flux or slurm)
                    """)
    void isSaidInTheUsersWords(String arguments, String expected) {
        Console console = Console.run(arguments.strip().split(" "));
        String first = console.err().isEmpty() ? "" : console.err().get(0);
        assertEquals(2, console.exitCode(), console.toString());
        assertEquals("fairstream: " + expected, first.substring(0, Math.min(first.length(), 12 + expected.length())));
    }

    @Test
    void aCommandThatNeedsAnotherListsThem() {
        assertEquals(
                "fairstream: topics: a command is missing (expected: one of create, check, describe)",
                Console.run("topics").err().get(0));
        assertEquals(
                "fairstream: --watch: no such option of report itself (expected: report usage --watch, or another)",
                Console.run("report", "--watch").err().get(0));
    }

    static Stream<String> commands() {
        return HelpTest.commands();
    }

    /** Whatever is wrong, the words are ours. */
    @ParameterizedTest
    @MethodSource("commands")
    void noCommandSpeaksOfPositionsOrTypes(String command) {
        List<String> own = List.of(command.split(" ", -1));
        List<List<String>> wrong =
                new ArrayList<>(List.of(List.of(), List.of("--no-such-option"), List.of("a", "b", "c", "d")));
        CommandLine line = Main.commandLine();
        for (String word : own) {
            line = Objects.requireNonNull(line.getSubcommands().get(word), word);
        }
        for (OptionSpec option : line.getCommandSpec().options()) {
            if (option.arity().min() > 0) {
                wrong.add(List.of(option.longestName()));
            }
            if (TYPES.contains(option.typeInfo().getType()) || option.typeInfo().isEnum()) {
                wrong.add(List.of(option.longestName() + "=?"));
            }
        }
        assertAll(wrong.stream()
                .filter(more -> !(more.isEmpty() && runs(command)))
                .map(more -> () -> {
                    List<String> all = new ArrayList<>(own);
                    all.addAll(more);
                    String err = Console.run(all.toArray(String[]::new)).err().toString();
                    assertFalse(OF_THE_LIBRARY.matcher(err).find(), () -> all + ": " + err);
                }));
    }

    /** These do something without any option. */
    private static boolean runs(String command) {
        return List.of("demo", "standalone", "agent", "completion", "help").contains(command);
    }

    @Test
    void aDirectoryInPlaceOfAFileIsNamed() {
        String expected = "fairstream: " + directory + ": a directory (expected: a file)";
        for (String command : List.of(
                "fold matches=DIR --print priorities",
                "replay DIR --format sacct --embedded",
                "replay DIR --format swf --embedded",
                "replay DIR --format flux-jobs --embedded",
                "replay DIR --format condor-history --embedded",
                "replay DIR --format condor-log --embedded",
                "scan DIR",
                "shares load DIR --check",
                "run --config DIR",
                "status --command-config DIR")) {
            Console console =
                    Console.run(command.replace("DIR", directory.toString()).split(" "));
            assertEquals(1, console.exitCode(), command + ": " + console);
            assertEquals(List.of(expected), console.err(), command);
        }
    }
}
