package io.fairstream.it.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.it.readme.Shell.Ran;
import io.fairstream.testing.NeededProgram;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo, on a terminal and in a pipe. */
class ITDemo {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    @SuppressWarnings("NullAway.Init") // by JUnit
    private Path directory;

    @Test
    void controlCEndsTheDemoOnATerminalOf80ColumnsAndLeavesTheTerminalAsItWas() throws Exception {
        Shell shell = new Shell(directory, ROOT);
        NeededProgram.PYTHON.assumeInstalled(shell.makesTerminals(), ITDemo.class);
        Ran ran = shell.interruptOnTerminal("EFFECTIVE", "./fairstream demo --seconds 60");
        assertTrue(ran.out().contains("EFFECTIVE"), ran::toString);
        assertTrue(ran.out().contains("q ends the demo"), ran::toString);
        assertTrue(ran.out().endsWith("exit code 130\n"), ran::toString);
        assertFalse(ran.out().contains("\tat "), ran::toString);
        assertTrue(ran.out().contains("\u001b[?1049l"), () -> "back to the screen before: " + ran);
    }

    @Test
    void aDemoInAPipeEndsWithTheTableOfTheLastEvent() throws Exception {
        Ran ran = new Shell(directory, ROOT).run("./fairstream demo --seconds 2 | cat");
        assertEquals(0, ran.exitCode(), ran::toString);
        List<String> heads = ran.out()
                .lines()
                .filter(line -> line.startsWith("Demo pool, day"))
                .toList();
        assertTrue(heads.get(heads.size() - 1).matches("Demo pool, day 1[45], .*"), heads::toString);
        assertTrue(ran.out().contains("nice-user.frank"), ran::toString);
    }
}
