package io.fairstream.cli.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.cli.Console;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("sets a property of the process")
class ProgramNameTest {
    private static final String PROPERTY = "fairstream.program";

    @AfterEach
    void forget() {
        System.clearProperty(PROPERTY);
    }

    @Test
    void withoutALauncherItIsWhatEverybodyCallsIt() {
        assertEquals("fairstream", ProgramName.get());
    }

    @Test
    void whatIsPrintedCanBeTypedInASourceTree() {
        System.setProperty(PROPERTY, "./fairstream");
        assertEquals("./fairstream table priorities", ProgramName.in("fairstream table priorities"));
        assertEquals("of fairstream.", ProgramName.in("of fairstream."));
        Console wrong = Console.run("audit", "--no-such-option");
        assertEquals(
                "Try './fairstream audit --help'.", wrong.err().get(wrong.err().size() - 1));
        assertEquals(
                "Usage: ./fairstream audit [OPTIONS]",
                Console.run("audit", "--help").out().get(0));
    }
}
