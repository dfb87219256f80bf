package io.fairstream.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairstream.it.harness.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows of {@code sacct -P --duplicates} through the topology: what each job is charged in all its runs. */
class ITSacctSeconds {
    /** Processor seconds; rows of state, processors, submit, start, end and suspension, an hour of 2026-03-02 left out. */
    private static final String JOBS = """
        1200 | COMPLETED 2 00:00 01:00 11:00
        50   | NODE_FAIL 1 00:00 00:10 00:35; COMPLETED 1 00:35 01:00 01:25
        50   | PREEMPTED 1 00:00 00:10 00:35; COMPLETED 1 00:35 00:35 01:00
        75   | PREEMPTED 1 00:00 00:10 00:35; PREEMPTED 1 00:35 00:40 01:05; COMPLETED 1 01:05 01:05 01:30
        50   | REQUEUED 1 00:00 00:10 00:35; COMPLETED 1 00:35 01:00 01:25
        50   | REQUEUE_HOLD 1 00:00 00:10 00:35; COMPLETED 1 00:35 01:00 01:25
        50   | NODE_FAIL 1 00:00 00:10 00:35; COMPLETED 1 00:36 01:00 01:25
        50   | NODE_FAIL 1 00:00 00:10 00:35; COMPLETED 1 02:35 03:00 03:25
        50   | COMPLETED 1 00:35 01:00 01:25; NODE_FAIL 1 00:00 00:10 00:35
        60   | RESIZING 2 00:00 00:10 00:20; NODE_FAIL 1 00:20 00:20 00:35; COMPLETED 1 00:35 01:00 01:25
        45   | NODE_FAIL 1 00:00 00:10 00:35 5; COMPLETED 1 00:35 01:00 01:25
        25   | NODE_FAIL 1 00:00 00:10 00:35; CANCELLED 0 00:35 - 01:25
        25   | NODE_FAIL 1 00:00 00:00 00:00; COMPLETED 1 00:01 00:01 00:26
        """;

    @TempDir
    private Path folder;

    @Test
    void everyRunOfAJobThatRunsAgainIsCharged() throws IOException {
        StringBuilder dump = new StringBuilder(
                "JobIDRaw|User|UID|Group|Account|State|AllocCPUS|ReqCPUS|Submit|Start|End|Suspended|SLUID\n");
        Map<Long, Long> expected = new TreeMap<>();
        for (String line : JOBS.lines().toList()) {
            long job = expected.size() + 1L;
            String[] cells = line.split(" *\\| *", -1);
            expected.put(job, Long.valueOf(cells[0]));
            for (String row : cells[1].split("; ", -1)) {
                dump.append(row(job, List.of(row.split(" ", -1))));
            }
        }
        Path file = Files.writeString(folder.resolve("tux.txt"), dump);
        assertEquals(expected, seconds(file));
        for (String seed : List.of("1")) {
            assertEquals(expected, seconds(file, "--shuffle", seed), "seed " + seed);
        }
    }

    private static String row(long job, List<String> row) {
        List<String> cells = new ArrayList<>(
                List.of(Long.toString(job), "alice", "1001", "physics", "physics", row.get(0), row.get(1), "1"));
        row.subList(2, 5).forEach(time -> cells.add(time.equals("-") ? "Unknown" : "2026-03-02T08:" + time));
        cells.add(row.size() > 5 ? "00:00:0" + row.get(5) : "00:00:00");
        cells.add("");
        return String.join("|", cells) + "\n";
    }

    private static Map<Long, Long> seconds(Path file, String... more) throws IOException {
        List<String> words = new ArrayList<>(List.of("replay", file.toString(), "--format", "sacct", "--zone", "UTC"));
        words.addAll(List.of("--embedded", "--print", "job-accounting", "--json"));
        words.addAll(List.of(more));
        Console console = Console.run(words.toArray(String[]::new));
        assertEquals(0, console.exitCode(), console.toString());
        assertTrue(
                console.err().stream().noneMatch(line -> line.contains("TRANSITION_IMPOSSIBLE")), console.toString());
        Map<Long, Long> seconds = new TreeMap<>();
        for (String line : console.out()) {
            JsonNode row = new ObjectMapper().readTree(line);
            seconds.merge(
                    row.get("jobId").asLong(),
                    row.path("cpuTimeAllocatedMicros").asLong() / 1_000_000,
                    Long::sum);
        }
        return seconds;
    }
}
