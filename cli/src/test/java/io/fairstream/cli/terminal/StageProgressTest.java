package io.fairstream.cli.terminal;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class StageProgressTest {
    @Test
    @Timeout(120)
    void aBacklogThatGrowsIsNoProgressBelowZero() throws InterruptedException {
        StringWriter shown = new StringWriter();
        try (StageProgress progress = new StageProgress(new PrintWriter(shown))) {
            progress.hears(1, 3, 2);
            while (shown.toString().isEmpty()) {
                Thread.sleep(20);
                progress.hears(1, 3, 5);
            }
        }
        assertTrue(shown.toString().startsWith("catching up 1/3: 0 of 2, 0/s"), shown::toString);
    }
}
