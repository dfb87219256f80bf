package io.fairstream.it.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.it.readme.Shell.Ran;
import io.fairstream.testing.NeededProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that run until somebody stops them end with 130 after Ctrl-C. */
class ITStop {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final String AGENT =
            "./fairstream agent --cluster tux --node n7 --interval PT0.1S --spool spool --bootstrap-server 127.0.0.1:1";
    private static final Pattern SUM =
            Pattern.compile("(\\d+) snapshots made, 0 sent, (\\d+) waiting in .*, 0 dropped");

    @TempDir
    @SuppressWarnings("NullAway.Init") // by JUnit
    private Path directory;

    @SuppressWarnings("NullAway.Init") // before each test
    private Shell shell;

    @BeforeEach
    void open() throws IOException, InterruptedException {
        shell = new Shell(directory, ROOT);
        NeededProgram.PYTHON.assumeInstalled(shell.makesTerminals(), ITStop.class);
    }

    @Test
    void controlCEndsAStandaloneInOrderAndItSaysWhatItIsDoing() throws Exception {
        Ran ran = shell.interruptOnTerminal("Ctrl-C stops it.", "./fairstream standalone");
        assertEndedByControlC(ran);
        assertTrue(ran.out().contains("Stopping: closing the topology, then Kafka"), ran::toString);
    }

    @Test
    void controlCWhileItStartsIsNoFailure() throws Exception {
        for (String begun : new String[] {"Starting Kafka", "starting the topology"}) {
            Ran ran = shell.interruptOnTerminal(begun, "./fairstream standalone");
            assertEndedByControlC(ran);
            assertFalse(ran.out().contains("fairstream: "), ran::toString);
        }
    }

    /** It looks most of the time, so that Ctrl-C comes while a snapshot is made or written. */
    @Test
    void controlCLosesNoSnapshotOfAnAgent() throws Exception {
        int waiting = 0;
        for (int life = 1; life <= 3; life++) {
            Ran ran = shell.interruptOnTerminal(" processors, ", AGENT);
            assertEndedByControlC(ran);
            assertFalse(ran.out().contains("null"), ran::toString);
            MatchResult sum =
                    SUM.matcher(ran.out()).results().findFirst().orElseThrow(() -> new AssertionError(ran.toString()));
            waiting += Integer.parseInt(sum.group(1));
            assertTrue(waiting > 0, ran::toString);
            assertEquals(waiting, Integer.parseInt(sum.group(2)), ran::toString);
        }
    }

    private void assertEndedByControlC(Ran ran) throws IOException {
        assertTrue(ran.out().endsWith("exit code 130\n"), ran::toString);
        assertFalse(ran.out().contains("\tat "), ran::toString);
        try (Stream<Path> files = Files.list(directory)) {
            assertEquals(
                    List.of(),
                    files.map(file -> file.getFileName().toString())
                            .filter(name -> name.startsWith("fairstream-"))
                            .toList(),
                    "temporary directories that are left");
        }
    }
}
