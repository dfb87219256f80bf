package io.fairstream.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class MainTest {

    @Test
    void aTimeZoneThatDoesNotExistIsToldInOurWords() {
        String problem =
                "fairstream: %s: \"Mars/Olympus\" (expected: a time zone like" + " Europe/Berlin, UTC or +01:00)";
        assertEquals(
                String.format(problem, "--zone"),
                Console.run("report", "user", "top", "--zone", "Mars/Olympus")
                        .err()
                        .get(0));
        assertEquals(
                String.format(problem, "--zone"),
                Console.run("replay", "tux.txt", "--format", "sacct", "--zone", "Mars/Olympus")
                        .err()
                        .get(0));
    }

    @Test
    void versionGoesToStdout() {
        Console console = Console.run("--version");
        assertEquals(0, console.exitCode());
        assertTrue(console.out().get(0).startsWith("fairstream "));
        assertEquals("State 1", console.out().get(1));
        assertEquals(List.of(), console.err());
    }

    @Test
    void helpOfACommandGoesToStdout() {
        Console console = Console.run("topics", "check", "--help");
        assertEquals(0, console.exitCode());
        assertTrue(console.out().get(0).startsWith("Usage: fairstream topics check"));
    }

    @Test
    void aMistypedCommandIsAnsweredByTheRightOne() {
        Console console = Console.run("topic");
        assertEquals(2, console.exitCode());
        assertTrue(console.err().stream().anyMatch(line -> line.contains("topics")), console.toString());
    }

    @Test
    void aCommandThatNeedsAClusterSaysHowToNameOne() {
        Console console = Console.run("topics", "check");
        assertEquals(2, console.exitCode());
        assertEquals(
                "fairstream: no cluster is named (expected: --bootstrap-server HOST:PORT, or bootstrap.servers in"
                        + " the settings)",
                console.err().get(0));
    }

    @Test
    void problemsOfTheSettingsAreToldBeforeAMissingCluster() {
        Console console = Console.run("run", "--set", "threads=0", "--set", "event.max.latenes=P1D");
        assertEquals(2, console.exitCode());
        assertEquals(
                List.of(
                        "fairstream: threads: 0 (expected: a whole number of at least 1, or processors)",
                        "fairstream: event.max.latenes: P1D (expected: did you mean event.max.lateness?)"),
                console.err());
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        Console console = Console.run("fold", "matches=/no/such/file", "--print", "priorities");
        assertEquals(1, console.exitCode());
        assertEquals(List.of("fairstream: /no/such/file (No such file or directory)"), console.err());
    }

    @Test
    void aClusterIsEitherThereOrEmbedded() {
        assertEquals(
                2,
                Console.run(
                                "replay",
                                "log.swf",
                                "--format",
                                "swf",
                                "--embedded",
                                "--bootstrap-server",
                                "localhost:9092")
                        .exitCode());
    }

    @Test
    void everyProblemOfTheSettingsHasALine() {
        Console console = Console.run("topics", "create", "--set", "threads=0", "--set", "event.max.latenes=P1D");
        assertEquals(2, console.exitCode());
        assertEquals(
                List.of(
                        "fairstream: threads: 0 (expected: a whole number of at least 1, or processors)",
                        "fairstream: event.max.latenes: P1D (expected: did you mean event.max.lateness?)"),
                console.err());
    }

    @Test
    void aFailureIsOneLineAndAStackTraceOnlyForDebugging() {
        Console console = Console.run("run", "--config", "/no/such/file");
        assertEquals(1, console.exitCode());
        assertEquals(List.of("fairstream: /no/such/file: there is no directory /no/such"), console.err());
        Console debugging = Console.run("run", "--debug", "--config", "/no/such/file");
        assertTrue(debugging.err().stream().anyMatch(line -> line.startsWith("\tat ")));
    }

    @Test
    void anAddressThatDoesNotExistIsOneLine() {
        Console console = Console.run("topics", "check", "--bootstrap-server", "no-such-host.invalid:9092");
        assertEquals(1, console.exitCode());
        assertEquals(1, console.err().size(), console.toString());
        assertTrue(
                console.err().get(0).startsWith("fairstream: cannot connect to Kafka at no-such-host.invalid:9092: "));
    }

    @Test
    void everySettingIsListedWithItsDefault() {
        Console console = Console.run("run", "--help-config");
        assertEquals(0, console.exitCode());
        assertTrue(console.out().contains("priority.halflife"));
        assertTrue(console.out().contains("    environment: FAIRSTREAM_PRIORITY_HALFLIFE"));
    }
}
