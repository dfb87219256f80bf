package io.fairstream.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.it.harness.Console;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Questions in SQL have the same answers as the other commands. */
@SuppressWarnings("NullAway.Init") // set up before all tests
class ITSqlCommand {
    private static final Path EXAMPLES = Path.of("../examples").toAbsolutePath().normalize();
    private static final Path GOLDEN =
            Path.of("src/test/resources/io/fairstream/it/commands/golden").toAbsolutePath();

    private static LocalFairstream fairstream;

    @BeforeAll
    static void start() throws Exception {
        fairstream = LocalFairstream.start(Map.of("node.silence", "P3650D", "fairshare.interval", "0"));
        done("shares", "load", EXAMPLES.resolve("tux.cfg").toString());
        for (String topic : List.of("matches", "allocations", "host-reports")) {
            done("produce", topic, EXAMPLES.resolve(topic + ".jsonl").toString(), "--no-wait");
        }
        done("produce", "account-edits", EXAMPLES.resolve("edits.jsonl").toString(), "--no-wait");
        done("replay", EXAMPLES.resolve("tux.sacct").toString(), "--format", "sacct", "--zone", "UTC");
        done("produce", "session-deltas", GOLDEN.resolve("sessions.jsonl").toString(), "--no-wait");
    }

    @AfterAll
    static void stop() {
        fairstream.close();
    }

    private static void done(String... command) throws InterruptedException {
        Console console = fairstream.run(command);
        assertEquals(0, console.exitCode(), console.toString());
        fairstream.awaitCaughtUp();
    }

    private static List<JsonNode> sql(String question) {
        return Json.lines(fairstream.run("sql", question, "--json"));
    }

    /** Row by row: a field of the command's is a column of the answer, the first of them orders the rows. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "select customer, real_priority, effective_priority, accumulated_usage_s from priorities"
                        + "|table priorities|customer,realPriority,effectivePriority,accumulatedUsage",
                "select customer, real_priority_at(p, t), priority_at(p, t), weighted_usage_at(p, t) from priorities p,"
                        + " (select timestamptz '2026-02-01 00:00:00' t)|table priorities --at 2026-02-01T00:00:00Z"
                        + "|customer,realPriority,effectivePriority,weightedAccumulatedUsage",
                "select user, cpu_time_used_s * 1000000, cpu_time_allocated_s * 1000000, energy_j * 1000 from user_accounting"
                        + "|table user-accounting|user,cpuTimeUsedMicros,cpuTimeAllocatedMicros,energyMillijoules",
                "select path, usage_at(a, timestamp '2026-02-01'), raw_usage_node_s from association_usage a"
                        + "|table association-usage --at 2026-02-01T00:00:00Z|path,smoothUsage,rawUsage",
                "select concat(cluster, '/', node), idle_s * 1000000, capacity_s * 1000000 from nodes|table nodes|node,idleMicros,capacityMicros",
                "select target, balance, charged from balances|table balances|target,balance,charged",
                "select resource, slot_weight, revision from match_records m where revision = (select max(revision) from match_records x"
                        + " where x.resource = m.resource and x.start = m.start)|table match-records|resource,slotWeight,revision",
                "select bank as account, sum(cpu_allocated_at(j, greatest(as_of, (select max(newest) from input_counts where topic like '%job-events')))) * 1000000"
                        + " from job_accounting j where job_id > 0 and bank <> '' group by bank"
                        + "|report cluster account-utilization-by-user --start 2026-01-01|account,allocatedMicros",
                "select concat(topic, '/', partition), read, applied from input_counts|table input-counts|topic,read,applied",
                "select path, factor, rank from fair_share|table fair-share|path,factor,rank",
            })
    void hasTheAnswersOfTheOthers(String question, String command, String fields) {
        List<String> names = List.of(fields.split(",", -1));
        List<JsonNode> expected =
                Json.lines(fairstream.run(Stream.concat(Stream.of(command.split(" ", -1)), Stream.of("--json"))
                        .toArray(String[]::new)));
        List<JsonNode> found = sql(question);
        assertFalse(found.isEmpty(), question);
        for (JsonNode row : found) {
            List<JsonNode> cells = List.copyOf(
                    row.properties().stream().map(Map.Entry::getValue).toList());
            boolean isThere = expected.stream().anyMatch(line -> {
                for (int i = 0; i < names.size(); i++) {
                    if (!isSame(line.path(names.get(i)), cells.get(i))) {
                        return false;
                    }
                }
                return true;
            });
            assertTrue(isThere, () -> row + " is none of " + expected);
        }
    }

    private static boolean isSame(JsonNode one, JsonNode other) {
        if (one.isNumber() && other.isNumber()) {
            return one.decimalValue().compareTo(other.decimalValue()) == 0;
        }
        String text = other.asText();
        return one.asText().equals(text) || text.endsWith("/" + one.asText()) || text.startsWith(one.asText() + "/");
    }

    /** Charges in the journal add up to the amounts in the tables. */
    @Test
    void chargesAddUpToTheAccounts() {
        JsonNode sums =
                sql("select (select sum(cpu_time_used_s) from charges where kind = 'USER' and entry = 'Usage') c,"
                                + " (select sum(cpu_time_used_s) from user_accounting) t")
                        .get(0);
        assertEquals(sums.path("t").decimalValue(), sums.path("c").decimalValue());
        assertTrue(sums.path("c").decimalValue().compareTo(BigDecimal.ZERO) > 0);
        List<JsonNode> days = Json.lines(
                fairstream.run("report", "cluster", "utilization", "--by", "day", "--start", "2026-01-01", "--json"));
        BigDecimal used = days.stream()
                .map(day -> day.path("usedMicros").decimalValue())
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        assertEquals(
                0,
                used.compareTo(
                        sql("select sum(cpu_time_used_s) * 1000000 used from charges where kind = 'USER' and entry = 'Usage'"
                                        + " and user not in ('IDLE', 'DOWN', 'SYSTEM')")
                                .get(0)
                                .path("used")
                                .decimalValue()));
    }

    @Test
    void printsAlignedTextAndCsv() {
        String question = "select target, unit, 1.50 as n from balances";
        assertEquals(
                List.of("target    unit      n", "--------  -----  ----", "einstein  FLOPs  1.50"),
                fairstream.run("sql", question).out());
        assertEquals(
                List.of("target,unit,n", "einstein,FLOPs,1.50"),
                fairstream.run("sql", question, "--csv").out());
    }

    @Test
    void answersSeveral() {
        assertEquals(
                List.of("{\"a\":1}", "{\"b\":2}"),
                fairstream
                        .run("sql", "select 1 a; -- and;\nselect 2 b", "--json")
                        .out());
    }

    @Test
    void describesTablesWithoutACluster() {
        Console tables = Console.run("sql", "\\d", "--json");
        assertTrue(tables.out().stream().anyMatch(line -> line.contains("\"table\":\"charges\"")), tables.toString());
        Console columns = Console.run("sql", "\\d match-records", "--json");
        assertTrue(
                columns.out().stream().anyMatch(line -> line.contains("\"column\":\"revision\"")), columns.toString());
        assertEquals(
                List.of("fairstream: no table matchrecords (expected: match_records or matches)"),
                Console.run("sql", "\\d matchrecords").err());
    }

    @Test
    void refusesInOneLine() {
        Console console = fairstream.run("sql", "select nothing from charges");
        assertEquals(1, console.exitCode());
        assertEquals(1, console.err().size(), console.toString());
        assertTrue(
                console.err().get(0).startsWith("fairstream: line 1, column 8: no column nothing"), console.toString());
        assertEquals(
                List.of("fairstream: --data: nowhere (expected: a directory of standalone --data)"),
                Console.run("sql", "select 1", "--data", "nowhere").err());
    }

    @Test
    void exportsAndCompares(@TempDir Path directory) throws IOException {
        Console exported = fairstream.run(
                "export", "charges", "match-records", "priorities", "--directory", directory.toString(), "--json");
        assertEquals(3, Json.lines(exported).size());
        Console compared = fairstream.run("audit", "--compare-with", directory.toString());
        assertEquals(0, compared.exitCode(), compared.toString());
        try (Stream<Path> files = Files.list(directory.resolve("charges"))) {
            Path one = files.filter(file -> file.toString().endsWith(".parquet"))
                    .findFirst()
                    .orElseThrow();
            Files.delete(one);
        }
        Console missing = fairstream.run("audit", "--compare-with", directory.toString());
        assertEquals(1, missing.exitCode());
        assertTrue(missing.err().get(0).endsWith("differs from the topic"), missing.toString());
        assertEquals(
                2,
                fairstream
                        .run("export", "nothing", "--directory", directory.toString())
                        .exitCode());
        assertEquals(
                2,
                fairstream
                        .run("export", "priorities", "--by", "day", "--directory", directory.toString())
                        .exitCode());
    }
}
