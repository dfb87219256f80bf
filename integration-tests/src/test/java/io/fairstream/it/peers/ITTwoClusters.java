package io.fairstream.it.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real HTCondor and a real Slurm under one balance, with the script that docs/measured.md has its table from, in short: who is owed half has about half, each
 * edit has one answer, the kill switch puts back what was there. In {@code -Plong}; skipped where the schedulers cannot be fetched or run.
 */
@EnabledIfSystemProperty(named = "peers.minutes", matches = "[1-9][0-9]*")
class ITTwoClusters {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path SCRIPT = Path.of("peers", "two-clusters").toAbsolutePath();
    private static final int CANNOT = 77;
    private static final double[] OWED = {50, 30, 20};
    /** Percent, for short runs with short half-lives; docs/measured.md has the closer figure of a long run. */
    private static final double TOLERANCE = 5;

    @TempDir
    private Path directory;

    @Test
    void sharesAreOverBothAndEachEditHasOneAnswer() throws Exception {
        int minutes = Integer.getInteger("peers.minutes");
        Process process = new ProcessBuilder(
                        "bash",
                        SCRIPT.toString(),
                        directory.toString(),
                        "-m",
                        Integer.toString(minutes),
                        "-h",
                        Integer.toString(minutes * 15),
                        "-k",
                        "3")
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("out").toFile())
                .start();
        try {
            assertTrue(process.waitFor(minutes + 60L, TimeUnit.MINUTES), () -> out());
        } finally {
            process.destroy();
        }
        assumeTrue(process.exitValue() != CANNOT, () -> out());
        assertEquals(0, process.exitValue(), () -> out());
        List<double[]> samples = samples();
        List<double[]> last = samples.subList(samples.size() / 2, samples.size());
        for (int i = 0; i < OWED.length; i++) {
            int user = i;
            double mean =
                    last.stream().mapToDouble(sample -> sample[user]).average().orElse(0);
            assertEquals(OWED[i], mean, TOLERANCE, () -> out());
        }
        assertTrue(Files.readString(directory.resolve("log/audit")).contains("The books balance"), () -> out());
        Map<String, List<String>> phases = phases();
        assertTrue(phases.size() > 10, () -> out());
        phases.forEach((id, of) -> {
            assertEquals(2, of.size(), id + " " + of);
            assertEquals(1, Collections.frequency(of, "INTENT"), id + " " + of);
        });
        List<String> factors = Files.readString(directory.resolve("log/after-restore"))
                .lines()
                .filter(line -> line.contains("@pool.local"))
                .toList();
        assertEquals(OWED.length, factors.size(), () -> out());
        factors.forEach(line -> assertTrue(line.contains(" 1000.00 "), line));
    }

    private String out() {
        try {
            return Files.readString(directory.resolve("out"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    private List<double[]> samples() throws Exception {
        List<double[]> samples = new ArrayList<>();
        for (String line : Files.readAllLines(directory.resolve("shares.csv")).stream()
                .skip(1)
                .toList()) {
            String[] cells = line.split(",", -1);
            samples.add(new double[] {
                Double.parseDouble(cells[1]), Double.parseDouble(cells[2]), Double.parseDouble(cells[3])
            });
        }
        return samples;
    }

    /** Returns the phases of each edit, in any order. */
    private Map<String, List<String>> phases() throws Exception {
        Map<String, List<String>> phases = new HashMap<>();
        for (String line : Files.readAllLines(directory.resolve("steering.jsonl"))) {
            JsonNode entry = JSON.readTree(line);
            phases.computeIfAbsent(entry.path("id").asText(), id -> new ArrayList<>())
                    .add(entry.path("phase").asText());
        }
        return phases;
    }
}
