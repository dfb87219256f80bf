package io.fairstream.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.it.harness.Console;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a dump of sacct to the efficiency of jobs as {@code seff} prints it, and what agents say of the same jobs. */
class ITEfficiencyOfSacct {
    private static final String DUMP = """
        JobIDRaw|User|UID|Group|Account|State|AllocCPUS|NNodes|Submit|Start|End|AllocTRES|TotalCPU|MaxRSS|NTasks
        7|alice|1001|phys|physics|COMPLETED|4|2|2026-03-02T08:00:00|2026-03-02T08:00:00|2026-03-02T09:00:00|cpu=4,mem=8G,node=2|01:00:00||
        7.batch|||||COMPLETED|2|1|2026-03-02T08:00:00|2026-03-02T08:00:00|2026-03-02T09:00:00||00:01.500|8M|1
        7.0|||||COMPLETED|4|2|2026-03-02T08:00:00|2026-03-02T08:00:00|2026-03-02T09:00:00||00:59:58|1G|4
        8|bob|1002|phys|physics|NODE_FAIL|2|1|2026-03-02T08:00:00|2026-03-02T08:00:00|2026-03-02T08:30:00|cpu=2,mem=4G,node=1|00:30:00||
        8.batch|||||NODE_FAIL|2|1|2026-03-02T08:00:00|2026-03-02T08:00:00|2026-03-02T08:30:00||00:30:00|3G|1
        8|bob|1002|phys|physics|COMPLETED|2|1|2026-03-02T08:30:00|2026-03-02T08:30:00|2026-03-02T09:30:00|cpu=2,mem=4G,node=1|01:51:00||
        8.batch|||||COMPLETED|2|1|2026-03-02T08:30:00|2026-03-02T08:30:00|2026-03-02T09:30:00||01:51:00|2G|1
        9|bob|1002|phys|physics|COMPLETED|1|1|2026-03-02T08:00:00|2026-03-02T08:00:00|2026-03-02T09:00:00|cpu=1,mem=1G,node=1|00:00:00||
        """;

    /** For job 7 an agent measured an hour of CPU time less than sacct, and half a GiB on one of the nodes. */
    private static final String[] SESSIONS = {"""
        {"cluster":"tux","node":"n1","incarnation":"boot","sequence":1,"parts":2,"session":1,"kind":"PROCESSES","jobId":7,"user":"alice",\
        "from":"2026-03-02T08:00:00Z","to":"2026-03-02T09:00:00Z","userCpuMicros":1800000000,"realMemoryHighwaterKiB":524288,"nodeProcessors":2}""", """
        {"cluster":"tux","node":"n1","incarnation":"boot","sequence":1,"parts":2,"session":-1,"kind":"IDLE",\
        "from":"2026-03-02T08:00:00Z","to":"2026-03-02T09:00:00Z","userCpuMicros":5400000000,"nodeProcessors":2}"""};

    @TempDir
    private @Nullable Path folder;

    @Test
    void isThatOfSeffUntilAnAgentMeasures() throws Exception {
        Path dump = Files.writeString(folder().resolve("tux.txt"), DUMP);
        try (LocalFairstream fairstream = LocalFairstream.start()) {
            Console replayed =
                    fairstream.run("replay", dump.toString(), "--format", "sacct", "--zone", "UTC", "--cluster", "tux");
            assertEquals(0, replayed.exitCode(), replayed.toString());
            fairstream.awaitCaughtUp();
            assertEquals(
                    List.of(
                            "7 alice 25.00% 50.00% scheduler", // seff: 1:00:00 of 4:00:00, 4 x 1 GiB of 8
                            "8 bob 78.33% 75.00% scheduler"), // both runs: 2:21:00 of 3:00:00, 3 of 4 GiB
                    efficiencies(fairstream, "jobId"));
            assertEquals(
                    List.of("alice alice 25.00% 50.00% scheduler", "bob bob 78.33% 75.00% scheduler"),
                    efficiencies(fairstream, "user", "--by", "user"));
            Console people = fairstream.run("report", "efficiency", "--start", "2026-01-01");
            assertTrue(people.out().get(0).endsWith("MEASURED BY"), people.toString());
            assertEquals(
                    List.of("1 jobs ran, but neither agents nor the scheduler measured them: they are left out"),
                    people.err());

            fairstream.produce("session-deltas", folder().resolve("sessions.jsonl"), SESSIONS);
            fairstream.awaitCaughtUp();
            assertEquals(
                    List.of("7 alice 12.50% 12.50% agents", "8 bob 78.33% 75.00% scheduler"),
                    efficiencies(fairstream, "jobId"));
        }
    }

    private Path folder() {
        return Objects.requireNonNull(folder);
    }

    private static List<String> efficiencies(LocalFairstream fairstream, String name, String... more) {
        List<String> words = new ArrayList<>(List.of("report", "efficiency", "--start", "2026-01-01", "--json"));
        words.addAll(List.of(more));
        Console console = fairstream.run(words.toArray(String[]::new));
        assertEquals(0, console.exitCode(), console.toString());
        return Json.lines(console).stream()
                .map(row -> row.get(name).asText() + " " + row.get("user").asText() + " "
                        + percent(row, "cpuEfficiency") + " " + percent(row, "memoryEfficiency") + " "
                        + row.get("measuredBy").asText())
                .collect(Collectors.toList());
    }

    private static String percent(JsonNode row, String name) {
        return String.format(Locale.ROOT, "%.2f%%", 100 * row.path(name).asDouble(Double.NaN));
    }
}
