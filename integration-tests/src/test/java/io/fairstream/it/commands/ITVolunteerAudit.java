package io.fairstream.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.it.harness.Console;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A synthetic host of a user works for two projects, with a report delivered twice, one that claims too much, and decisions that
 * are refused; and a bank's job runs over a midnight.
 */
@SuppressWarnings("NullAway.Init") // set up before all tests
class ITVolunteerAudit {
    private static LocalFairstream fairstream;

    @TempDir
    private static Path directory;

    @BeforeAll
    static void start() throws Exception {
        fairstream = LocalFairstream.start(Map.of("topology.repartition", "true"));
        produce("projects", "{\"project\":\"einstein\"}", "{\"project\":\"rosetta\",\"share\":-1}");
        produce("preferences", "{\"user\":\"alice\",\"optedOut\":[\"rosetta\"]}");
        produce(
                "allocations",
                "{\"target\":\"einstein\",\"project\":\"einstein\",\"initialBalance\":1e12,\"start\":\"2026-03-01T00:00:00Z\"}");
        produce(
                "allocations",
                "{\"target\":\"einstein/gw\",\"project\":\"einstein\",\"app\":\"gw\",\"start\":\"2026-03-01T00:00:00Z\"}");
        produce(
                "host-reports",
                Lines.hostReport(1, "2026-03-01T22:00:00Z", ""),
                Lines.hostReport(2, "2026-03-02T02:00:00Z", Lines.totals("einstein", "gw", 14_400, 1.44e13, 4)),
                Lines.hostReport(2, "2026-03-02T02:00:00Z", Lines.totals("einstein", "gw", 14_400, 1.44e13, 4)),
                Lines.hostReport(
                        3,
                        "2026-03-02T03:00:00Z",
                        Lines.totals("einstein", "gw", 14_400, 1.44e13, 4) + ","
                                + Lines.totals("rosetta", "", 1e6, 1e15, 0)));
        produce("job-events", job("RUNNING", "2026-03-01T23:00:00Z"), job("COMPLETE", "2026-03-02T01:00:00Z"));
    }

    private static void produce(String topic, String... lines) throws Exception {
        fairstream.produce(topic, directory.resolve(topic + ".jsonl"), lines);
    }

    private static String job(String state, String at) {
        return String.format(
                "{\"cluster\":\"tux\",\"jobId\":1,\"submitted\":\"2026-03-01T08:00:00Z\",\"at\":\"%s\",\"state\":\"%s\","
                        + "\"user\":\"carol\",\"userId\":7,\"groups\":[\"users\"],\"bank\":\"root/physics\",\"processors\":4,\"nodes\":1}",
                at, state);
    }

    @AfterAll
    static void stop() {
        fairstream.close();
    }

    private static String detail(List<String> lines, String check) {
        return lines.stream()
                .filter(line -> line.contains(" " + check + " "))
                .findFirst()
                .orElseThrow(() -> new AssertionError(lines));
    }

    @Test
    void theBooksOfVolunteersBalance() {
        Console audit = fairstream.run("audit");
        assertEquals(0, audit.exitCode(), audit.toString());
        assertTrue(
                detail(audit.out(), "host-reports: every record once")
                        .contains("4 in the log = 3 applied + 1 duplicates + 0 without effect + 0 rejected"),
                audit.toString());
        assertTrue(detail(audit.out(), "projects: every record once").contains("1 applied"), audit.toString());
        assertTrue(detail(audit.out(), "projects: every rejection reported").contains("1 rows in rejections"));
        assertTrue(detail(audit.out(), "allocations: every rejection reported").contains("1 rows in rejections"));
        assertTrue(detail(audit.out(), "preferences: every record once").contains("1 applied"));
        assertTrue(detail(audit.out(), "hosts = charges of users").contains("1 hosts, 1 of them capped"));
        assertTrue(detail(audit.out(), "each day, projects = users = total").contains("2 days, 21,600,000,000 us"));
        assertTrue(detail(audit.out(), "balances = charges").contains("3 targets of 2 projects"));
    }

    @Test
    void banksHaveADailyHistoryOfWhatTheirJobsHeld() {
        List<String> lines = fairstream
                .run("report", "daily", "--scope", "bank", "--id", "root/physics", "--json")
                .out();
        assertEquals(2, lines.size(), lines::toString);
        assertEquals(14_400, Json.line(lines.get(0)).get("cpuSeconds").asDouble());
        assertEquals(14_400, Json.line(lines.get(1)).get("totalCpuSeconds").asDouble());
        assertEquals(1, Json.line(lines.get(1)).get("jobsSucceeded").asLong());
    }

    @Test
    void whatIsOwedIsExplainedFromTheJournal() {
        Console explain = fairstream.run("explain", "einstein", "--by", "host", "--json");
        assertEquals(0, explain.exitCode(), explain.toString());
        assertEquals(
                -1.34e13,
                Json.only(Json.lines(explain), "part", "sum").get("balance").asDouble(),
                1);
        Console capped = fairstream.run("report", "hosts", "--capped", "--json");
        assertEquals("h1", Json.line(capped.out().get(0)).get("host").asText());
    }
}
