package io.fairstream.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.it.harness.Console;
import io.fairstream.schemas.Balance;
import io.fairstream.schemas.FactorSource;
import io.fairstream.schemas.PlainJson;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.Topics;
import io.fairstream.testing.SyntheticVolunteers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Balances of {@link SyntheticVolunteers}; twice is a customer, too, and wrong has a row that its charges do not add up to. */
@SuppressWarnings("NullAway.Init") // set up before all tests
class ITExplainTarget {
    private static final String AT = "2026-03-04T01:00:00Z";
    private static WrittenTopics topics;

    @BeforeAll
    static void start() throws Exception {
        topics = WrittenTopics.start();
        List<Balance> balances = new ArrayList<>(SyntheticVolunteers.BALANCES);
        Balance einstein = balances.get(0);
        balances.add(Balance.newBuilder(einstein)
                .setTarget("wrong")
                .setProject("wrong")
                .build());
        balances.add(PlainJson.read(Balance.class, "{\"target\":\"twice\",\"project\":\"twice\",\"unit\":\"FLOPs\"}"));
        topics.write(Topics.BALANCES, Balance::getTarget, balances);
        topics.charge(SyntheticVolunteers.CHARGES);
        topics.write(
                Topics.PRIORITIES,
                Priority::getCustomer,
                List.of(Priority.newBuilder()
                        .setCustomer("twice")
                        .setRealPriority(0.5)
                        .setEffectivePriority(500)
                        .setPriorityFactor(1000)
                        .setFactorSource(FactorSource.DEFAULT)
                        .setLeases(List.of())
                        .setResourcesInUse(0)
                        .setWeightInUse(0)
                        .setAccumulatedUsage(0)
                        .setWeightedAccumulatedUsage(0)
                        .setAsOf(Instant.EPOCH)
                        .setHalfLifeSeconds(86_400)
                        .setGroup(false)
                        .build()));
    }

    @AfterAll
    static void stop() {
        topics.close();
    }

    private static List<JsonNode> explained(String... more) {
        return Json.lines(topics.run(
                Stream.concat(Stream.of("explain", "--json"), Stream.of(more)).toArray(String[]::new)));
    }

    private static List<String> parts(List<JsonNode> lines, String part, String... fields) {
        return lines.stream()
                .filter(line -> line.get("part").asText().equals(part))
                .map(line -> String.join(
                        " ",
                        Stream.of(fields)
                                .map(field -> line.path(field).asText())
                                .toList()))
                .toList();
    }

    @Test
    void chargesOfDaysAddUpToWhatWasChargedAndThatToTheBalance() {
        List<JsonNode> lines = explained("einstein", "--at", AT);
        assertEquals(
                List.of("2026-03-04 1.44E13 14400.0 0.0", "2026-03-02 3.6144E15 14400.0 3600.0"),
                parts(lines, "day", "day", "charged", "cpuSeconds", "gpuSeconds"));
        JsonNode sum = Json.only(lines, "part", "sum");
        assertEquals(3.6288e15, sum.get("charged").asDouble());
        assertEquals(3.6288e15, sum.get("sum").asDouble());
        assertEquals(49, sum.get("intervals").asLong());
        assertEquals(
                sum.get("initialBalance").asDouble()
                        + sum.get("accrued").asDouble()
                        - sum.get("charged").asDouble(),
                sum.get("balance").asDouble());
    }

    @Test
    void aBalanceBelowZeroIsToldWhyAndWhenItIsBack() {
        Console console = topics.run("explain", "einstein", "--at", AT);
        assertEquals(0, console.exitCode(), console.toString());
        assertEquals(
                "einstein at 2026-03-04T01:00:00Z: balance -2.57980 PFLOPs = 1.00000 P initial + 49.0000 T accrued"
                        + " - 3.62880 P charged",
                console.out().get(0));
        assertEquals(
                "accrued: 1.00000 T x 49 intervals of 3,600 s since 2026-03-02T00:00:00Z, less 0 withheld above the cap of"
                        + " 2.00000 P",
                console.out().get(1));
        assertEquals(
                "below 0: 1.04900 PFLOPs had accrued by then, and 2.57980 P more were used",
                console.out().get(2));
        int hours = 2580;
        int outlook = console.out().indexOf("Without further charges the balance reaches");
        assertEquals(
                "0  " + Instant.parse(AT).plusSeconds(3600L * hours),
                console.out().get(outlook + 3).strip());
        assertTrue(console.out().get(outlook + 4).startsWith("2.00000 P  2026-"), console.toString());
    }

    @Test
    void whoDidItIsToldByUserAndByHost() {
        assertEquals(
                List.of("bob 3.6E15", "alice 2.88E13"),
                parts(explained("einstein", "--at", AT, "--by", "user"), "user", "user", "charged"));
        assertEquals(
                List.of("bob h2 3.6E15", "alice h1 2.88E13"),
                parts(explained("einstein", "--at", AT, "--by", "host"), "host", "user", "host", "charged"));
        assertEquals(
                List.of("bob h2"),
                parts(explained("einstein", "--by", "host", "--limit", "1"), "host", "user", "host"));
    }

    @Test
    void aTargetWithoutAnAllocationShowsWhatWasDone() {
        List<JsonNode> lines = explained("rosetta", "--by", "app");
        assertEquals(List.of("fold 7.2E12"), parts(lines, "app", "app", "charged"));
        assertEquals(7.2e12, Json.only(lines, "part", "sum").get("done").asDouble());
        Console console = topics.run("explain", "rosetta/fold");
        assertEquals(
                "rosetta/fold has no allocation, so it has no balance. Its work, in FLOPs:",
                console.out().get(0));
        assertTrue(console.out().stream().anyMatch(line -> line.contains("2026-03-02")), console.toString());
    }

    @Test
    void aValueToBeReachedIsToldToo() {
        List<JsonNode> lines = explained("einstein", "--at", AT, "--until-value", "3e15");
        assertEquals(
                List.of("0.0 true", "2.0E15 true", "3.0E15 false"),
                lines.stream()
                        .filter(line -> line.get("part").asText().equals("reaches"))
                        .map(line -> line.get("value").asText() + " " + line.has("at"))
                        .toList());
    }

    @ParameterizedTest(name = "{0}: {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "twice                    | 1 | \"twice\" is both a customer and a target (expected: --as customer or --as target)",
                "neither                  | 1 | unknown name \"neither\": no row in priorities, association-usage or balances (expected:",
                "einstein --as customer   | 1 | customer: \"einstein\" (expected: one with a row in priorities",
                "einstein --as association | 1 | association: \"einstein\" (expected: a user in a bank with a row in",
                "nobody --as target       | 1 | target: \"nobody\" (expected: a project, project/app or /path with a row in balances",
                "einstein --by match      | 2 | --by: MATCH (expected: day, app, user or host for a target)",
                "twice --as customer --by app | 2 | --by: APP (expected: match, hour, day, resource or pool for a customer)",
                "einstein --at 2026-03-03T00:00:00Z | 1 | (expected: 2026-03-04T00:00:00Z or later, to which target einstein is",
                "wrong                    | 1 | target: wrong: its charges add up to 0 FLOPs (expected: 3.62880 P, as its row has it)",
            })
    void whatCannotBeExplainedIsToldInALine(String arguments, int exitCode, String told) {
        Console console =
                topics.run(Stream.of(("explain " + arguments).split(" ", -1)).toArray(String[]::new));
        assertEquals(exitCode, console.exitCode(), console.toString());
        assertTrue(console.err().get(0).contains(told), console.toString());
    }

    @Test
    void aNameOfTwoIsExplainedAsWhatIsAskedFor() {
        assertEquals(0, topics.run("explain", "twice", "--as", "target").exitCode());
        assertEquals(0, topics.run("explain", "twice", "--as", "customer").exitCode());
    }
}
