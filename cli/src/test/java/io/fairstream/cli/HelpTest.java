package io.fairstream.cli;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class HelpTest {
    private static final int LINES = 48;
    private static final int COLUMNS = 80;

    static Stream<String> commands() {
        List<String> names = new ArrayList<>();
        collect(Main.commandLine(), "", names);
        return names.stream();
    }

    private static void collect(CommandLine command, String path, List<String> names) {
        for (CommandLine below : new LinkedHashSet<>(command.getSubcommands().values())) {
            String name = path + below.getCommandName();
            names.add(name);
            collect(below, name + " ", names);
        }
    }

    @ParameterizedTest
    @MethodSource("commands")
    void helpIsOneScreenWithAnExampleAndTheExitCodes(String command) {
        Console console = Console.run((command + " --help").split(" "));
        List<String> help = console.out();
        assertAll(
                command,
                () -> assertEquals(0, console.exitCode()),
                () -> assertTrue(help.size() <= LINES, () -> help.size() + " lines: " + String.join("\n", help)),
                () -> assertEquals(
                        List.of(),
                        help.stream().filter(line -> line.length() > COLUMNS).toList()),
                () -> assertTrue(help.get(0).startsWith("Usage: fairstream " + command), help.get(0)),
                () -> assertTrue(help.stream().anyMatch(line -> line.startsWith("Exit codes: 0 ")), help::toString),
                () -> assertTrue(help.stream().anyMatch(line -> line.matches("Examples?:")), help::toString));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void helpBeforeTheCommandIsTheSame(String command) {
        assertEquals(
                Console.run((command + " --help").split(" ")).out(),
                Console.run(("help " + command).split(" ")).out());
    }

    /** Lines end between words, not within 08:00, usage.weights or job-events. */
    @ParameterizedTest
    @MethodSource("commands")
    void noWordIsBrokenAtTheMargin(String command) {
        CommandLine line = named(command);
        String page =
                String.join("\n", Console.run((command + " --help").split(" ")).out());
        List<String> broken = line.getCommandSpec().args().stream()
                .filter(argument -> !(argument instanceof OptionSpec option
                        && Common.of(option).isPresent()))
                .filter(argument -> !argument.hidden())
                .flatMap(argument -> Stream.of(argument.description()))
                .flatMap(text -> Stream.of(String.format(text).split("\\s+")))
                .filter(word -> !page.contains(word))
                .toList();
        assertEquals(List.of(), broken);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--help", "-h", "help"})
    void theFirstPageListsAllCommandsInGroups(String arguments) {
        Console console = arguments.isEmpty() ? Console.run() : Console.run(arguments);
        assertEquals(0, console.exitCode());
        assertTrue(console.out().size() <= LINES, () -> console.out().size() + " lines");
        assertTrue(console.out().stream().allMatch(line -> line.length() <= COLUMNS));
        for (String name : Main.commandLine().getSubcommands().keySet()) {
            assertTrue(console.out().stream().anyMatch(line -> line.startsWith("  " + name + " ")), name);
        }
        assertTrue(console.out().containsAll(List.of("Try it:", "Run it:", "Feed it:", "Look ahead:")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"topic", "topic --help", "help topic", "report job size --help", "shares lod -h"})
    void aWordThatIsNoCommandIsWrongUsage(String arguments) {
        Console console = Console.run(arguments.split(" "));
        assertEquals(2, console.exitCode(), console.toString());
        assertEquals(List.of(), console.out());
        assertTrue(console.err().get(0).startsWith("fairstream: "), console.toString());
    }

    @Test
    void commonOptionsStandInTheirPageOnceWithWhatTheyDo() {
        List<String> page = Console.run("help", "options").out();
        for (String option : List.of("--bootstrap-server", "--set", "--columns", "--watch", "--debug", "--version")) {
            assertEquals(1, page.stream().filter(line -> line.contains(option)).count(), option);
        }
        assertFalse(Console.run("audit", "--help").out().toString().contains("The Kafka cluster."));
    }

    /** A release adds its file, and leaves the former ones: their commands and options stay. */
    @Test
    void eachCommandAndOptionOfAReleaseIsThere() throws IOException {
        Set<String> ours = commands()
                .flatMap(name -> Stream.concat(Stream.of(name), options(name).map(option -> name + " " + option)))
                .collect(Collectors.toCollection(TreeSet::new));
        try (Stream<Path> releases = Files.list(Path.of("src/test/resources/released"))) {
            for (Path release : releases.toList()) {
                Set<String> missing = new TreeSet<>(Files.readAllLines(release));
                assertTrue(missing.size() > 500, release.toString());
                missing.removeAll(ours);
                assertEquals(Set.of(), missing, release.toString());
            }
        }
    }

    private static Stream<String> options(String name) {
        return named(name).getCommandSpec().options().stream().flatMap(option -> Stream.of(option.names()));
    }

    private static CommandLine named(String name) {
        CommandLine line = Main.commandLine();
        for (String word : name.split(" ", -1)) {
            line = Objects.requireNonNull(line.getSubcommands().get(word), word);
        }
        return line;
    }

    @Test
    void theVersionIsShown() {
        assertTrue(Console.run("--version").out().get(0).startsWith("fairstream "));
    }

    @Test
    void theCompletionKnowsTheOptionsOfASubcommand() {
        String script = String.join("\n", Console.run("completion").out());
        assertTrue(script.contains("'--replace'") || script.contains("--replace"), script);
        assertTrue(script.contains("complete -F _complete_fairstream"), script);
    }
}
