package io.fairstream.rules.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.session.Snapshot.EnergySplit;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnergySplitTest {
    private static final int HISTORIES = 2000;

    private static long[] longs(String text) {
        return Arrays.stream(text.split(" ", -1)).mapToLong(Long::parseLong).toArray();
    }

    @ParameterizedTest(name = "{3}")
    @CsvSource({
        "100,  1 1 2,   25 25 50,  by CPU time",
        "100,  1 1 1,   33 33 34,  what rounding leaves goes to the next part",
        "  1,  1 1 1,   0 0 1,     a millijoule is nobody's twice",
        " 90,  3 -1 6,  30 0 60,   a SYSTEM below 0 pays nothing",
        "  0,  1 2 3,   0 0 0,     nothing of nothing",
        "500,  0 0 5,   0 0 500,   all of an idle node is IDLE's",
    })
    void isSplitByCpuTime(long energy, String cpuMicros, String shares, String reason) {
        assertArrayEquals(longs(shares), EnergySplit.of(energy, longs(cpuMicros)), reason);
    }

    @Test
    void sharesAddUpToTheMillijouleAndNoneIsBelowZero() {
        for (long seed = 0; seed < HISTORIES; seed++) {
            Random random = new Random(seed);
            long energy = random.nextLong(SessionDelta.MAX + 1);
            long[] cpu = random.longs(1 + random.nextInt(50), -1000, SessionDelta.MAX)
                    .toArray();
            cpu[random.nextInt(cpu.length)] = 1 + random.nextLong(SessionDelta.MAX);
            long[] shares = EnergySplit.of(energy, cpu);
            assertEquals(energy, Arrays.stream(shares).sum(), "seed " + seed);
            for (int i = 0; i < shares.length; i++) {
                assertTrue(shares[i] >= 0, "seed " + seed);
                double exact = (double) energy * Math.max(0, cpu[i]) / sum(cpu);
                assertTrue(Math.abs(shares[i] - exact) <= 1 + 1e-12 * energy, "seed " + seed);
            }
        }
    }

    private static double sum(long[] cpu) {
        return Arrays.stream(cpu).mapToDouble(micros -> Math.max(0, micros)).sum();
    }
}
