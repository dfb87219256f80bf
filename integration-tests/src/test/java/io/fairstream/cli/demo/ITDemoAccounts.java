package io.fairstream.cli.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.it.commands.Json;
import io.fairstream.it.commands.LocalFairstream;
import io.fairstream.it.harness.Console;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The topology's results for the demo's fortnight: only what is meant to be refused is refused, and the accounts balance. */
@SuppressWarnings("NullAway.Init") // set up before all tests
class ITDemoAccounts {
    private static LocalFairstream fairstream;

    @BeforeAll
    static void start() throws Exception {
        fairstream = LocalFairstream.start(DemoCommand.TOPOLOGY);
        try (DemoFeed feed =
                new DemoFeed(fairstream.settings(), DemoWorld.decisions(), new DemoWorld(1, DemoCommand.LENGTH))) {
            feed.advance(DemoPool.BEGIN.plus(DemoCommand.LENGTH));
            feed.flush();
        }
        fairstream.awaitCaughtUp();
    }

    @AfterAll
    static void stop() {
        fairstream.close();
    }

    private static List<JsonNode> rows(String... command) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(command));
        arguments.add("--json");
        Console console = fairstream.run(arguments.toArray(String[]::new));
        assertEquals(0, console.exitCode(), console.toString());
        List<JsonNode> rows = Json.lines(console);
        assertFalse(rows.isEmpty(), arguments::toString);
        return rows;
    }

    private static Set<String> values(List<JsonNode> rows, String field) {
        Set<String> values = new TreeSet<>();
        rows.forEach(row -> values.add(row.path(field).asText()));
        return values;
    }

    @Test
    void onlyWhatIsMeantToBeIsRefused() throws Exception {
        List<JsonNode> rejections = rows("table", "rejections");
        assertEquals(
                Set.of("EDIT_IMPOSSIBLE", "JOB_INCOMPLETE", "SNAPSHOT_UNBALANCED", "WEIGHT_NEGATIVE"),
                values(rejections, "reason"));
        assertEquals(4, rejections.size());
    }

    @Test
    void theAccountsBalance() {
        Console audit = fairstream.run("audit");
        assertEquals(0, audit.exitCode(), audit.toString());
    }

    @Test
    void reportsHaveSomethingToShow() throws Exception {
        rows("report", "cluster", "utilization", "--start", "2024-01-01");
        rows("report", "efficiency");
        assertEquals(Set.of("erin"), values(rows("report", "runaway"), "user"));
        assertEquals(Set.of("slurm"), values(rows("priority"), "style"));
        assertTrue(values(rows("table", "fair-share"), "path").contains("root/physics/alice"));
        assertEquals(Set.of("trent-box"), values(rows("report", "hosts", "--capped"), "host"));
        Set<String> leaders = values(rows("report", "leaders"), "user");
        assertTrue(leaders.contains("dave") && !leaders.contains("peggy"), leaders::toString);
        Console history = fairstream.run("userprio", "--history", "mallory");
        assertEquals(0, history.exitCode(), history.toString());
        assertTrue(history.out().stream().anyMatch(line -> line.contains("nora")), history::toString);
        assertTrue(history.out().stream().anyMatch(line -> line.contains("oscar") && line.contains("0.0")));
    }
}
