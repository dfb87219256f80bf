package io.fairstream.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class NeededProgramTest {
    @Test
    void oneLineListsTheTestsAndWhatToInstall() {
        Map<NeededProgram, SortedSet<String>> skipped = new EnumMap<>(NeededProgram.class);
        skipped.put(NeededProgram.PROMETHEUS, new TreeSet<>(List.of("ITMonitoring")));
        skipped.put(NeededProgram.CHROMIUM, new TreeSet<>(List.of("ITConsoleUse", "ITConsoleAway")));
        assertEquals(
                "Skipped for lack of a program: ITConsoleAway, ITConsoleUse, ITMonitoring. "
                        + "To run them, install chromium, prometheus.",
                NeededProgram.summary(skipped));
    }

    @Test
    void nothingSkippedIsSaid() {
        assertEquals("No test was skipped for lack of a program.", NeededProgram.summary(Map.of()));
    }
}
