package io.fairstream.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.client.RecordSender;
import io.fairstream.it.harness.Console;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.records.ValueFormat;
import io.fairstream.query.tables.Rows;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.PriorityAt;
import io.fairstream.schemas.Topics;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** All look at the same pool; the last tests disturb it. */
@SuppressWarnings("NullAway.Init") // set up before all tests
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ITExplainCommand {
    private static final Instant BEGIN = Instant.parse("2024-03-01T00:00:00Z");
    private static final int DAY = 86_400;
    private static final int EVENTS = 300;
    private static final double EXACT = 1e-9;

    private static LocalFairstream fairstream;

    @TempDir
    private static Path directory;

    @BeforeAll
    static void fillThePool() throws Exception {
        fairstream = LocalFairstream.start(
                Map.of("groups", "physics,physics.theory", "priority.factor.groups", "physics=10"));
        fairstream.produce(
                "account-edits",
                directory.resolve("edits"),
                Lines.edit("alice", at(0), "{\"SetFactor\":{\"factor\":100}}"),
                Lines.edit("alice", at(DAY), "{\"SetFactor\":{\"factor\":5,\"until\":\"" + at(3 * DAY) + "\"}}"),
                Lines.edit("alice", at(0), "{\"SetFactor\":{\"factor\":0.5}}"),
                Lines.edit("user1", at(100_000), "{\"SetPriority\":{\"priority\":20}}"),
                Lines.edit("user2", at(110_000), "{\"Delete\":{}}"),
                Lines.edit("user3", at(60_000), "{\"ResetUsage\":{}}"));
        fairstream.produce("matches", directory.resolve("first"), Lines.matched("slotA", at(0), "alice", 8.0));
        List<String> lines = new ArrayList<>(
                List.of(Lines.unmatched("slotA", at(DAY)), Lines.matched("slotB", at(DAY), "alice", 4.0)));
        Random random = new Random(17);
        for (int i = 0; i < EVENTS; i++) {
            String slot = "slot" + random.nextInt(12);
            String at = at(500 * i + random.nextInt(20_000));
            String user = (i % 5 == 0 ? "physics." : i % 7 == 0 ? "physics.theory." : "") + "user" + random.nextInt(6)
                    + (i % 5 == 0 || i % 7 == 0 ? "@pool" : "");
            lines.add(
                    random.nextInt(3) == 0
                            ? Lines.unmatched(slot, at)
                            : Lines.matched(slot, at, user, random.nextInt(9) * 0.7));
        }
        fairstream.produce("matches", directory.resolve("matches"), lines.toArray(String[]::new));
    }

    @AfterAll
    static void stop() {
        fairstream.close();
    }

    private static String at(long seconds) {
        return BEGIN.plusSeconds(seconds).toString();
    }

    private static List<JsonNode> explain(String customer, String... more) {
        List<String> arguments = new ArrayList<>(List.of("explain", customer, "--json"));
        arguments.addAll(List.of(more));
        return Json.lines(fairstream.run(arguments.toArray(String[]::new)));
    }

    private static double number(JsonNode line, String field) {
        assertTrue(line.path(field).isNumber(), field + " of " + line);
        return line.get(field).doubleValue();
    }

    private static List<Priority> rows() {
        try (TopicReader reader = new TopicReader(fairstream.settings())) {
            Rows<Priority> rows = Rows.latest();
            reader.read(Topics.PRIORITIES, rows);
            return List.copyOf(rows.all());
        }
    }

    @Test
    @Order(1)
    void theMatchesFloorFactorEditsAndOutlookOfAUserAreTold() {
        List<JsonNode> lines = explain("alice", "--at", at(2 * DAY), "--until-value", "1");
        JsonNode ended = Json.only(lines, "resource", "slotA");
        assertEquals("match", ended.get("part").asText());
        assertEquals(2, number(ended, "priority"), EXACT);
        assertEquals(1, number(ended, "later"), EXACT);
        assertEquals(8 * DAY, number(ended, "weightedSeconds"));
        assertEquals(at(DAY), ended.get("until").asText());
        JsonNode open = Json.only(lines, "resource", "slotB");
        assertEquals(2, number(open, "priority"), EXACT);
        assertFalse(open.has("until"), open.toString());
        assertEquals(0.125, number(Json.only(lines, "part", "floor"), "priority"), EXACT);
        assertEquals(2, number(Json.only(lines, "part", "future"), "later"), EXACT);
        JsonNode sum = Json.only(lines, "part", "sum");
        assertEquals(4.125, number(sum, "realPriority"), EXACT);
        assertEquals(20.625, number(sum, "effectivePriority"), EXACT);
        assertEquals(4.0625, number(sum, "later"), EXACT);
        JsonNode factor = Json.only(lines, "part", "factor");
        assertEquals("LEASE", factor.get("source").asText());
        assertEquals("lease by root", factor.get("rule").asText());
        assertEquals("set permanently by root", factor.get("then").get("rule").asText());
        assertEquals(100, number(factor.get("then"), "value"));
        assertEquals(
                2,
                lines.stream()
                        .filter(line -> line.get("part").asText().equals("edit"))
                        .count());
        JsonNode day = Json.only(lines, "inSeconds", "86400");
        assertEquals(406.25, number(day, "effectiveIfUseStays"), 1e-6, "the lease of 5 has ended");
        assertEquals(4.0625, number(day, "ifUseStays"), EXACT);
        assertEquals(2.0625, number(day, "ifUseStops"), EXACT);
        JsonNode half = Json.only(lines, "part", "halves");
        assertEquals(at(3 * DAY), half.get("ifUseStops").asText());
        assertFalse(half.has("ifUseStays"), half.toString());
        assertTrue(Json.only(lines, "part", "reaches").has("ifUseStops"));
    }

    @Test
    @Order(2)
    void aProjectionBeginsWithThePublishedNumber() {
        List<JsonNode> lines =
                explain("alice", "--at", at(2 * DAY), "--horizon", "7d", "--points", "7", "--submit", "8:1d");
        List<JsonNode> projection = lines.stream()
                .filter(line -> line.get("part").asText().equals("projection"))
                .toList();
        assertEquals(8, projection.size());
        assertEquals(
                number(Json.only(lines, "part", "sum"), "effectivePriority"),
                number(projection.get(0), "effectiveIfSubmitted"));
        assertEquals(12 - (12 - 4.125) / 2, number(projection.get(1), "ifSubmitted"), EXACT);
        assertEquals(406.25, number(projection.get(1), "effectiveIfUseStays"), 1e-6, "the lease of 5 has ended");
        JsonNode day = lines.stream()
                .filter(line -> line.get("part").asText().equals("outlook"))
                .toList()
                .get(1);
        assertEquals(day.get("effectiveIfUseStays"), projection.get(1).get("effectiveIfUseStays"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--points 5                | --points: needs a future (expected: --horizon PERIOD with it)",
                "--submit 1:1d             | --submit: needs a future (expected: --horizon PERIOD with it)",
                "--horizon 1d --points 0     | --points: 0 (expected: 1 to 10000)",
                "--horizon 40000d            | --horizon: PT960000H (expected: at most 36500d)",
                "--horizon 1d --release-after P40000D | --release-after: PT960000H (expected: at most 36500d)",
                "--horizon 1d --submit 1:1h@P40000D | --submit: PT960000H (expected: at most 36500d)",
            })
    void nonsenseAboutTheTimeToComeIsRefused(String options, String problem) {
        Console console = fairstream.run(("explain alice " + options).split(" ", -1));
        assertEquals(2, console.exitCode(), console.toString());
        assertEquals("fairstream: " + problem, console.err().get(0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0:1h", "-1:1h", "NaN:1h", "1e999:1h", "1", "1:", "1:0", "1:1h@", "1:1h@-1h", "x:1h"})
    void whatIsNoJobIsRefused(String job) {
        Console console = fairstream.run("explain", "alice", "--horizon", "1d", "--submit", job);
        assertEquals(2, console.exitCode(), console.toString());
        assertTrue(
                console.err().get(0).contains("--submit")
                        && console.err().get(0).contains("(expected: "),
                console.toString());
    }

    @Test
    @Order(2)
    void theSameStandsInTheTablesForPeople() {
        Console console = fairstream.run("explain", "alice", "--at", at(2 * DAY), "--limit", "1");
        assertEquals(0, console.exitCode(), console.toString());
        assertEquals(
                "alice at " + at(2 * DAY) + ": effective priority 20.63 = real priority 4.13 x factor 5",
                console.out().get(0));
        String all = String.join("\n", console.out());
        assertTrue(all.contains("1 more "), all);
        assertTrue(all.contains("Factor 5: lease by root, since " + at(DAY) + ", until " + at(3 * DAY)), all);
        assertTrue(all.contains("  then 100: set permanently by root, since " + at(0)), all);
        assertTrue(all.contains("set the factor to 5 until " + at(3 * DAY)), all);
        assertTrue(all.contains("The real priority if 4 stay in use, and if use stops:"), all);
    }

    /** As {@code explain} says it of each instant, and at the last one as the table does. */
    @Test
    @Order(3)
    void theHistoryOfPrioritiesIsWhatExplainSaysOfEachInstant() {
        List<JsonNode> history =
                Json.lines(fairstream.run("report", "history", "--json", "--top", "1000", "--points", "8"));
        String end = history.get(history.size() - 1).get("at").asText();
        Random random = new Random(23);
        for (int i = 0; i < 12; i++) {
            JsonNode point = history.get(random.nextInt(history.size()));
            JsonNode sum = Json.only(
                    explain(
                            point.get("customer").asText(),
                            "--at",
                            point.get("at").asText()),
                    "part",
                    "sum");
            for (String field : List.of("realPriority", "effectivePriority", "weightInUse")) {
                assertEquals(number(sum, field), number(point, field), EXACT * (1 + number(sum, field)), point + field);
            }
        }
        Instant present = Instant.parse(end);
        List<Priority> table = rows().stream()
                .filter(row -> !row.getGroup())
                .map(row -> PriorityAt.evaluate(row, present))
                .toList();
        List<JsonNode> last = history.stream()
                .filter(point -> point.get("at").asText().equals(end))
                .toList();
        assertEquals(table.size(), last.size(), table.toString());
        for (Priority row : table) {
            JsonNode point = Json.only(last, "customer", row.getCustomer());
            double priority = row.getEffectivePriority();
            assertEquals(priority, number(point, "effectivePriority"), EXACT * priority);
            long better = last.stream()
                    .filter(other -> number(other, "effectivePriority") < number(point, "effectivePriority"))
                    .count();
            assertEquals(better + 1, point.get("rank").asLong(), point.toString());
        }
        List<JsonNode> group = Json.lines(fairstream.run(
                "report", "history", "physics", "alice", "--json", "--points", "1", "--start", at(DAY), "--end", end));
        assertEquals(4, group.size(), group.toString());
        assertFalse(group.get(0).has("rank"), group.toString());
        assertEquals(1, fairstream.run("report", "history", "nobody").exitCode());
    }

    /** Also of those who were edited, and of groups, in whose case the parts are sums over several matches. */
    @Test
    @Order(3)
    void thePartsOfEverybodyAddUpToTheRowHoweverTheyAreGrouped() {
        List<Priority> rows = rows();
        assertTrue(rows.stream().filter(Priority::getGroup).count() == 3, rows.toString());
        Instant later = BEGIN.plusSeconds(4 * DAY);
        String[] groupings = {"match", "hour", "day", "resource", "pool"};
        for (int i = 0; i < rows.size(); i++) {
            Priority row = PriorityAt.evaluate(rows.get(i), later);
            List<JsonNode> lines =
                    explain(row.getCustomer(), "--at", later.toString(), "--by", groupings[i % groupings.length]);
            double sum = 0;
            double usage = 0;
            double fades = 0;
            for (JsonNode line : lines) {
                if (line.has("priority")) {
                    sum += number(line, "priority");
                    fades += number(line, "later");
                    usage += line.path("resourceSeconds").asDouble();
                }
            }
            assertEquals(row.getRealPriority(), sum, EXACT * row.getRealPriority(), lines::toString);
            assertEquals(row.getAccumulatedUsage(), usage, EXACT * Math.max(1, usage), lines::toString);
            double inAHalfLife =
                    PriorityAt.evaluate(row, later.plusSeconds(DAY)).getRealPriority();
            assertEquals(inAHalfLife, fades, EXACT * inAHalfLife, lines::toString);
            assertEquals(inAHalfLife, number(Json.only(lines, "part", "sum"), "later"), EXACT * inAHalfLife);
        }
    }

    @Test
    @Order(4)
    void whereAFactorComesFromIsSaid() {
        assertEquals(
                "GROUP",
                Json.only(explain("physics"), "part", "factor").get("source").asText());
        String member = rows().stream()
                .filter(row -> "physics".equals(row.getParent()) && !row.getGroup())
                .map(Priority::getCustomer)
                .findFirst()
                .orElseThrow();
        assertEquals(
                "its group physics, priority.factor.groups",
                Json.only(explain(member), "part", "factor").get("rule").asText());
        assertEquals(
                "default, priority.factor.default",
                Json.only(explain("user3"), "part", "factor").get("rule").asText());
    }

    @Test
    @Order(5)
    void withoutATimeAPoolOfThePastIsExplainedAtItsNewestEvent() {
        JsonNode sum = Json.only(explain("alice"), "part", "sum");
        assertTrue(Instant.parse(sum.get("at").asText()).isBefore(BEGIN.plusSeconds(3 * DAY)), sum.toString());
        assertTrue(number(sum, "realPriority") > 1, sum.toString());
    }

    @Test
    @Order(6)
    void theJournalAlsoKnowsEarlierInstants() {
        List<JsonNode> lines = explain("alice", "--at", at(DAY / 2));
        JsonNode sum = Json.only(lines, "part", "sum");
        assertEquals(8 - 7.5 * Math.sqrt(0.5), number(sum, "realPriority"), EXACT);
        assertEquals(100, number(sum, "factor"));
        Console console = fairstream.run("explain", "alice", "--at", at(DAY / 2));
        assertTrue(
                console.out().get(1).startsWith("From the journal alone: the row is as of a later instant"),
                console.toString());
    }

    @Test
    @Order(7)
    void whatCannotBeIsRefused() {
        Console nobody = fairstream.run("explain", "nobody");
        assertEquals(1, nobody.exitCode());
        assertEquals(
                "fairstream: unknown name \"nobody\": no row in priorities, association-usage or balances (expected: a name"
                        + " that table priorities, table association-usage or report balances shows)",
                nobody.err().get(0));
        assertEquals(2, fairstream.run("explain").exitCode());
        assertEquals(2, fairstream.run("explain", "alice", "--by", "moon").exitCode());
        assertEquals(2, fairstream.run("explain", "alice", "--limit", "-1").exitCode());
        assertEquals(
                2, fairstream.run("explain", "alice", "--until-value", "-1").exitCode());
        assertEquals(2, Console.run("explain", "alice").exitCode(), "no cluster is named");
    }

    @Test
    @Order(8)
    void partsThatDoNotAddUpAreAnError() {
        Priority forged = Priority.newBuilder(rows().get(0))
                .setCustomer("forged")
                .setRealPriority(42)
                .build();
        try (RecordSender<Priority> sender = ValueFormat.sender(fairstream.settings(), Topics.PRIORITIES)) {
            sender.send("forged", forged);
            sender.flush();
        }
        Console console = fairstream.run("explain", "forged");
        assertEquals(1, console.exitCode(), console.toString());
        assertTrue(console.err().get(0).contains("the row has 42.0"), console.toString());
        assertTrue(console.err().get(0).contains("expected: equal to 1e-9"), console.toString());
    }

    @Test
    @Order(9)
    void ofAJournalThatIsNoLongerWholeTheRestIsOnePart() throws Exception {
        JsonNode whole = Json.only(explain("alice", "--at", at(3 * DAY)), "part", "sum");
        deleteTheFirstEntries("alice");
        List<JsonNode> lines = explain("alice", "--at", at(3 * DAY));
        JsonNode earlier = Json.only(lines, "part", "earlier");
        assertTrue(earlier.get("name").asText().endsWith("(journal no longer kept)"), earlier.toString());
        JsonNode sum = Json.only(lines, "part", "sum");
        assertEquals(number(whole, "realPriority"), number(sum, "realPriority"), EXACT);
        assertEquals(number(sum, "realPriority"), number(sum, "sum"), EXACT);
        assertTrue(number(earlier, "priority") > 0 && number(earlier, "priority") < number(sum, "sum"));
        Instant known = Instant.parse(earlier.get("name").asText().split(" ", 3)[1]);
        long lost = Math.min(DAY, Duration.between(BEGIN, known).toSeconds());
        assertEquals(8.0 * lost, number(sum, "usageElsewhere"), 8, "what alice held on slotA before " + known);
        Console before = fairstream.run("explain", "alice", "--at", at(DAY / 2));
        assertEquals(1, before.exitCode());
        assertTrue(before.err().get(0).contains("no longer goes back"), before.toString());
    }

    /** As long as the floor lifts, late use lifts it less; the correction of what is no longer remembered cannot know. */
    @Test
    @Order(10)
    void whatCameLaterThanTheAccountRemembersIsAPart() throws Exception {
        try (LocalFairstream forgetful = LocalFairstream.start(Map.of("event.max.lateness", "PT1H"))) {
            List<String> lines = new ArrayList<>(List.of(
                    Lines.matched(slotIn(0), at(DAY), "alice", 0.25), Lines.matched(slotIn(0), at(9 * DAY), "bob", 1)));
            lines.add(Lines.matched(slotIn(0), at(9 * DAY), "alice", 0.5));
            for (int i = 0; i < 100; i++) {
                lines.add(Lines.matched("other-" + slotIn(0), at(9 * DAY + 3600 * i), "alice", 0));
                lines.add(Lines.unmatched("other-" + slotIn(0), at(9 * DAY + 3600 * i + 1800)));
            }
            forgetful.produce("matches", directory.resolve("past"), lines.toArray(String[]::new));
            forgetful.produce(
                    "matches",
                    directory.resolve("late"),
                    Lines.matched(slotIn(1), at(8 * DAY), "alice", 0.2),
                    Lines.unmatched(slotIn(1), at(8 * DAY + 7200)));
            Console told = forgetful.run("explain", "alice", "--json");
            JsonNode late = Json.only(Json.lines(told), "part", "late");
            assertTrue(number(late, "priority") > 0 && number(late, "priority") < 0.2, late.toString());
            JsonNode sum = Json.only(Json.lines(told), "part", "sum");
            assertEquals(number(sum, "realPriority"), number(sum, "sum"), EXACT);
            assertEquals(
                    1,
                    forgetful
                            .run("explain", "alice", "--set", "event.max.lateness=P30D")
                            .exitCode(),
                    "with another history than the topology's it is not late");
        }
    }

    /** A slot whose events, and those of its like, stand in that of two partitions. */
    private static String slotIn(int partition) {
        for (int i = 0; ; i++) {
            if (partition("slot" + i) == partition && partition("other-slot" + i) == partition) {
                return "slot" + i;
            }
        }
    }

    private static int partition(String key) {
        return Utils.toPositive(Utils.murmur2(key.getBytes(StandardCharsets.UTF_8))) % 2;
    }

    /** All before the block that begins with the end of the match on slotA. */
    private static void deleteTheFirstEntries(String customer) throws Exception {
        String topic = Topics.CHARGES.in(fairstream.settings().topicPrefix());
        int partition = partition(customer);
        List<Long> offsets = new ArrayList<>();
        try (TopicReader reader = new TopicReader(fairstream.settings());
                Admin admin = Admin.create(fairstream.settings().admin())) {
            reader.readCharges(customer, row -> offsets.add(row.offset()));
            admin.deleteRecords(
                            Map.of(new TopicPartition(topic, partition), RecordsToDelete.beforeOffset(offsets.get(1))))
                    .all()
                    .get();
        }
    }
}
