package io.fairstream.cli.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.schemas.FactorSource;
import io.fairstream.schemas.Priority;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class DemoFrameTest {
    private static final Instant BEGIN = Instant.parse("2024-01-01T06:00:00Z");

    private static Priority row(String user, double factor, double real, long slots, double hours) {
        return Priority.newBuilder()
                .setCustomer(user)
                .setRealPriority(real)
                .setPriorityFactor(factor)
                .setEffectivePriority(real * factor)
                .setFactorSource(FactorSource.EXPLICIT)
                .setResourcesInUse(slots)
                .setWeightInUse((double) slots)
                .setAccumulatedUsage(3600 * hours)
                .setWeightedAccumulatedUsage(3600 * hours)
                .setAsOf(BEGIN)
                .setHalfLifeSeconds(86400)
                .build();
    }

    /** The longest name of the pool's users, and the largest numbers that its slots allow in two weeks. */
    @Test
    void aTerminalOfTheUsualSizeShowsTheTrendWhole() {
        DemoFrame frame = new DemoFrame();
        frame.draw(BEGIN, List.of(row("grace@partner.example", 1e7, 0.5, 0, 0)), 0, 512, 80);
        List<String> lines = frame.draw(
                BEGIN.plus(DemoFrame.TREND),
                List.of(
                        row("alice", 1000, 480.25, 480, 30_000),
                        row("grace@partner.example", 1e7, 101.5, 128, 12_345.67)),
                123_456,
                512,
                80);
        assertEquals(
                List.of(), lines.stream().filter(line -> line.length() > 80).toList());
        assertTrue(lines.get(4).endsWith("TREND"), String.join("\n", lines));
        assertTrue(lines.get(7).endsWith("▲ +20200%"), String.join("\n", lines));
    }
}
