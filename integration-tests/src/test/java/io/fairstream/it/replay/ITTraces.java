package io.fairstream.it.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Logs of the Parallel Workloads Archive, from a directory that {@code -Dfairstream.traces=DIR} names; the sums are
 * those of processors x run time over the file's lines.
 */
class ITTraces {
    @ParameterizedTest
    @CsvSource({
        "RICC-2010-2.swf.gz, 94418301028",
        "KTH-SP2-1996-2.1-cln.swf.gz, 2016591520",
        "NASA-iPSC-1993-3.swf.gz, 474928903",
    })
    void theUsageOfARealLogIsItsProcessorSecondsInAnyOrder(String name, long processorSeconds) {
        Path file = Path.of(System.getProperty("fairstream.traces", ""), name);
        assumeTrue(
                System.getProperty("fairstream.traces") != null && Files.exists(file),
                name + " is not there; -Dfairstream.traces names the directory that has it");
        Replay plain = Replay.embedded(file);
        assertEquals(BigDecimal.valueOf(processorSeconds).stripTrailingZeros(), plain.weightedUsage());
        Replay shuffled = Replay.embedded(file, "--shuffle", "1");
        double largest = shuffled.largestDifferenceTo(plain);
        System.out.printf(
                "%s: %d users; shuffled, priorities differ by at most %.3g of their value; %s; %s%n",
                name, plain.priorities().size(), largest, rate(plain), rate(shuffled));
        assertTrue(largest <= 1e-9, name + ": " + largest);
    }

    private static String rate(Replay replay) {
        return replay.console().err().stream()
                .filter(line -> line.contains(" events in "))
                .findFirst()
                .orElse("");
    }
}
