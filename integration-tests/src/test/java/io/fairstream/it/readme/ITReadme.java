package io.fairstream.it.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.it.harness.Console;
import io.fairstream.it.readme.Shell.Ran;
import io.fairstream.it.readme.Shell.Running;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README and the tutorials are a script: their commands, in order, against the README's {@code standalone}. */
@Order(2)
class ITReadme {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final String PROGRAM = "./fairstream ";
    private static final Pattern ADDRESS = Pattern.compile("^Kafka +(\\S+)$", Pattern.MULTILINE);

    private static final List<String> PAGES = List.of(
            "README.md",
            "docs/tutorial-htcondor.md",
            "docs/tutorial-slurm.md",
            "docs/tutorial-flux.md",
            "docs/tutorial-boinc.md");

    /** This very test is part of it. */
    private static final Set<String> NOT_RUN = Set.of("mvn verify");

    /** Commands that run until they are stopped, and what they say when they are at work. */
    private static final Map<String, String> LASTING = Map.of(
            "demo", "Demo pool, day",
            "standalone", "Ctrl-C stops it.",
            "--follow", "the position is kept in",
            "slurm-bridge", "Ctrl-C stops it.",
            "agent", " processors, ",
            "boinc-gateway", "Ctrl-C stops it.");

    /** Commands whose results later commands read. They wait for those before, which may run side by side. */
    private static final List<String> WRITES =
            List.of("produce", "replay", "scan", "userprio -setfactor", "shares load", "standalone", "slurm-bridge");

    /** Text that a newcomer should see, for commands that have one such text. */
    private static final Map<String, String> SHOWS = Map.of(
            "fold matches=- ", "alice@example.org                4.25              8  2026-01-06T08:00:00Z",
            "table priorities", "alice@example.org",
            "audit", "matches: every record once",
            "explain alice@example.org", "slot1@node2",
            "what-if examples/log.swf", "user1",
            "fairstream jobs", "PENDING",
            "report cluster", "tux",
            "--policy", "carol",
            "fairstream priority ", "105",
            "explain einstein", "desk-2");

    @TempDir
    @SuppressWarnings("NullAway.Init") // by JUnit
    private Path directory;

    @Test
    void everyCommandOfTheReadmeAndTheTutorialsWorksAsItStandsThere() throws Exception {
        Set<String> inOrder = new LinkedHashSet<>();
        for (String page : PAGES) {
            inOrder.addAll(ReadmeCommands.of(ROOT.resolve(page)));
        }
        List<String> commands = new ArrayList<>(inOrder);
        assertTrue(commands.removeAll(NOT_RUN), "what is not run stands there");
        assertTrue(commands.size() >= 35, () -> "found only " + commands);
        ExecutorService sideBySide = Executors.newFixedThreadPool(3);
        Shell shell = new Shell(directory, ROOT);
        try (Running standalone = shell.start(only(commands, "standalone"))) {
            Matcher address =
                    ADDRESS.matcher(standalone.awaitText("Ctrl-C stops it.").out());
            assertTrue(address.find());
            List<Future<?>> running = new ArrayList<>();
            for (String command : commands) {
                if (isOf(command, WRITES)) {
                    await(running);
                }
                if (!command.contains("standalone")) {
                    String reached = command.replace("HOST:PORT", address.group(1));
                    running.add(sideBySide.submit(() -> check(shell, reached)));
                }
                if (isOf(command, WRITES)) {
                    await(running);
                }
            }
            await(running);
            standalone.stop();
        } finally {
            sideBySide.shutdownNow();
        }
    }

    private static String only(List<String> commands, String word) {
        List<String> found =
                commands.stream().filter(command -> command.contains(word)).toList();
        assertEquals(1, found.size(), () -> word + ": " + found);
        return found.get(0);
    }

    private static boolean isOf(String command, List<String> words) {
        return words.stream().anyMatch(word -> command.contains("fairstream " + word));
    }

    private static void await(List<Future<?>> running) throws Exception {
        for (Future<?> one : running) {
            one.get();
        }
        running.clear();
    }

    private static Ran check(Shell shell, String command) throws Exception {
        assertFalse(command.contains("HOST"), command);
        for (Map.Entry<String, String> lasting : LASTING.entrySet()) {
            if (command.contains(" " + lasting.getKey())) {
                try (Running running = shell.start(command)) {
                    Ran ran = running.awaitText(lasting.getValue());
                    running.stop();
                    return ran;
                }
            }
        }
        Ran ran = run(shell, command);
        // Rows come a commit or two after what was sent: who types sees them, who does not asks again.
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!showsWhatItShould(ran) && System.nanoTime() < deadline) {
            Thread.sleep(100);
            ran = run(shell, command);
        }
        assertTrue(showsWhatItShould(ran), ran::toString);
        assertEquals(0, ran.exitCode(), ran::toString);
        assertFalse((ran.out() + ran.err()).isBlank(), ran::toString);
        return ran;
    }

    private static boolean showsWhatItShould(Ran ran) {
        return SHOWS.entrySet().stream()
                .filter(shows -> ran.command().contains(shows.getKey()))
                .allMatch(shows -> ran.out().contains(shows.getValue()));
    }

    private static Ran run(Shell shell, String command) throws Exception {
        return command.contains("|") || !command.startsWith(PROGRAM) ? shell.run(command) : inThisProcess(command);
    }

    /** A command that ends by itself needs no JVM of its own. */
    private static Ran inThisProcess(String command) {
        List<String> words = Stream.of(command.substring(PROGRAM.length()).split(" +"))
                .map(word -> word.replaceFirst("(^|=)examples/", "$1" + ROOT + "/examples/"))
                .toList();
        Console console = Console.run(words);
        return new Ran(command, console.exitCode(), String.join("\n", console.out()), String.join("\n", console.err()));
    }
}
