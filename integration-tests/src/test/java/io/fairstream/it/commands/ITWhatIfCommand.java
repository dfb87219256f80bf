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
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ITWhatIfCommand {
    private static final String BEGIN = "2024-03-01T00:00:00Z";
    private static final String AT = "2024-03-05T00:00:00Z";
    private static final int EVENTS = 400;
    private static final double EXACT = 1e-9;
    private static final String[] NAMES = {
        "user%d", "user%d@far.org", "nice-user.user%d", "physics.user%d@pool", "physics.theory.user%d@pool"
    };

    @TempDir
    private Path directory;

    private static List<JsonNode> whatIf(String... arguments) {
        List<String> all = new ArrayList<>(List.of("what-if", "--json"));
        all.addAll(List.of(arguments));
        return Json.lines(Console.run(all.toArray(String[]::new)));
    }

    /** Late and repeated events, edits, suspended claims, members of groups. */
    private Path matches() throws Exception {
        Random random = new Random(5);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < EVENTS; i++) {
            String slot = "slot" + random.nextInt(12);
            String at = at(500L * i + random.nextInt(20_000));
            String user = String.format(Locale.ROOT, NAMES[random.nextInt(NAMES.length)], random.nextInt(3));
            lines.add(
                    switch (random.nextInt(5)) {
                        case 0 -> Lines.unmatched(slot, at);
                        case 1 ->
                            String.format(
                                    "{\"resource\":\"%s\",\"at\":\"%s\",\"change\":{\"Observed\":{\"state\":\"CLAIMED\","
                                            + "\"customer\":\"%s\",\"slotWeight\":2,\"suspended\":%s}}}",
                                    slot, at, user, random.nextBoolean());
                        default -> Lines.matched(slot, at, user, random.nextInt(9) * 0.7 - (i % 50 == 0 ? 10 : 0));
                    });
        }
        lines.addAll(lines.subList(0, EVENTS / 4));
        return Files.write(directory.resolve("matches.jsonl"), lines);
    }

    private Path edits() throws Exception {
        return Files.write(
                directory.resolve("edits.jsonl"),
                List.of(
                        Lines.edit("user1", at(100_000), "{\"SetPriority\":{\"priority\":20}}"),
                        Lines.edit("user2", at(110_000), "{\"Delete\":{}}"),
                        Lines.edit("user0", at(90_000), "{\"SetFactor\":{\"factor\":7}}"),
                        Lines.edit("physics", at(95_000), "{\"SetFactor\":{\"factor\":3}}"),
                        Lines.edit("user0", at(90_000), "{\"SetFactor\":{\"factor\":0.5}}")));
    }

    private static String at(long seconds) {
        return java.time.Instant.parse(BEGIN).plusSeconds(seconds).toString();
    }

    /** The real pipeline knows no better. */
    @Test
    void bothRunsGiveTheNumbersOfTheRealPipeline() throws Exception {
        String matches = "matches=" + matches();
        String edits = "account-edits=" + edits();
        List<String> now = List.of("groups=physics,physics.theory", "priority.factor.groups=physics=10");
        List<String> then =
                List.of("groups=physics", "priority.halflife=P7D", "local.domain=pool", "charge.suspended=false");
        List<String> arguments = new ArrayList<>(List.of(matches, edits, "--at", AT));
        now.forEach(setting -> arguments.addAll(List.of("--base", setting)));
        then.forEach(setting -> arguments.addAll(List.of("--set", setting)));
        List<JsonNode> compared = whatIf(arguments.toArray(String[]::new));
        List<String> all = new ArrayList<>(now);
        all.addAll(then);
        assertSame(fold(matches, edits, now), compared, "now");
        assertSame(fold(matches, edits, all), compared, "then");
    }

    private static List<JsonNode> fold(String matches, String edits, List<String> settings) {
        List<String> arguments = new ArrayList<>(
                List.of("fold", matches, edits, "--ignore-errors", "--at", AT, "--print", "priorities", "--json"));
        settings.forEach(setting -> arguments.addAll(List.of("--set", setting)));
        return Json.lines(Console.run(arguments.toArray(String[]::new)));
    }

    private static void assertSame(List<JsonNode> rows, List<JsonNode> compared, String side) {
        assertTrue(rows.size() > 12, rows.toString());
        for (JsonNode row : rows) {
            String customer = row.get("customer").asText();
            if (customer.equals("physics.theory") && side.equals("now")) {
                continue; // no group, and so no row, under the other configuration
            }
            JsonNode is = Json.only(compared, "customer", customer).get(side);
            for (String field : List.of("realPriority", "effectivePriority")) {
                double wanted = row.get(field).doubleValue();
                assertEquals(
                        wanted, is.get(field).doubleValue(), EXACT * wanted, side + " " + field + " of " + customer);
            }
            assertEquals(
                    row.get("priorityFactor").doubleValue(), is.get("factor").doubleValue());
        }
    }

    /** alice used 8 cores for a day long ago, bob 8 for the last hours. */
    @Test
    void aLongerHalfLifeIsGoodForWhoUsesNowAndBadForWhoUsedLongAgo() throws Exception {
        Path file = Files.write(
                directory.resolve("matches.jsonl"),
                List.of(
                        Lines.matched("slot1", BEGIN, "alice", 8),
                        Lines.unmatched("slot1", at(86_400)),
                        Lines.matched("slot2", at(86_400 * 4 - 7200), "bob", 8),
                        Lines.unmatched("slot2", at(86_400 * 4))));
        List<JsonNode> lines = whatIf("matches=" + file, "--set", "priority.halflife=P7D");
        assertEquals(
                List.of("bob", "alice"),
                lines.stream().map(line -> line.get("customer").asText()).toList());
        JsonNode bob = lines.get(0);
        JsonNode alice = lines.get(1);
        assertEquals(0.53125, alice.get("now").get("realPriority").doubleValue(), EXACT, "8.5 / 2 / 8");
        assertTrue(bob.get("gain").doubleValue() > 0.1, bob.toString());
        assertEquals(-bob.get("gain").doubleValue(), alice.get("gain").doubleValue(), EXACT);
        assertEquals(1, alice.get("now").get("rank").asInt());
        assertEquals(1, bob.get("then").get("rank").asInt());
        Console table = Console.run("what-if", "matches=" + file, "--set", "priority.halflife=P7D");
        assertTrue(
                table.out().get(0).contains("if all 2 active users want the whole pool: 1 gain, 1 lose"),
                table.toString());
        List<JsonNode> alone = whatIf("matches=" + file, "--set", "priority.halflife=P7D", "--active-within", "PT1H");
        assertEquals(
                1, Json.only(alone, "customer", "bob").get("now").get("share").doubleValue(), EXACT);
    }

    @Test
    void aTraceIsAHistory() throws Exception {
        Path trace = Files.write(
                directory.resolve("log.swf"),
                List.of(
                        "; UnixStartTime: 900000000",
                        "1 0 0 86400 8 -1 -1 -1 -1 -1 1 1 1 1 1 1 -1 -1",
                        "2 86400 0 86400 4 -1 -1 -1 -1 -1 1 2 1 1 1 1 -1 -1"));
        List<JsonNode> lines = whatIf(trace.toString(), "--format", "swf", "--set", "priority.factor.default=10");
        JsonNode first = Json.only(lines, "customer", "user1");
        assertEquals(2.125, first.get("now").get("realPriority").doubleValue(), EXACT);
        assertEquals(21.25, first.get("then").get("effectivePriority").doubleValue(), EXACT);
        assertEquals(0, first.get("gain").doubleValue(), EXACT);
        assertEquals(
                2.25,
                Json.only(lines, "customer", "user2")
                        .get("now")
                        .get("realPriority")
                        .doubleValue(),
                EXACT);
    }

    @Test
    void theJournalOfARunningPoolIsAHistory() throws Exception {
        try (LocalFairstream fairstream = LocalFairstream.start()) {
            fairstream.produce(
                    "account-edits",
                    directory.resolve("e"),
                    Files.readAllLines(edits()).toArray(String[]::new));
            fairstream.produce(
                    "matches",
                    directory.resolve("m"),
                    Files.readAllLines(matches()).toArray(String[]::new));
            Console compared =
                    fairstream.run("what-if", "--from-topic", "--set", "groups=physics", "--at", AT, "--json");
            assertEquals(List.of(), compared.err());
            List<JsonNode> rows = Json.lines(fairstream.run("table", "priorities", "--at", AT, "--json"));
            assertSame(rows, Json.lines(compared), "now");
            assertEquals(
                    List.of(),
                    fairstream
                            .run("what-if", "--from-topic", "--set", "groups=physics")
                            .err());
            Console decided = fairstream.run("what-if", "--from-topic", "--set", "charge.suspended=false");
            assertEquals(2, decided.exitCode());
            assertTrue(decided.err().get(0).contains("has no effect on the journal"), decided.toString());
            Console other = fairstream.run(
                    "what-if", "--from-topic", "--base", "priority.halflife=P2D", "--set", "priority.halflife=P7D");
            assertEquals(0, other.exitCode());
            assertEquals(
                    "warning: settings differ from the topology's: priority.halflife=P2D instead of PT24H",
                    other.err().get(0));
            assertTrue(other.err().get(1).contains("rows of priorities differ from the first run"), other.toString());
        }
    }

    @Test
    void whatCannotBeComparedIsWrongUsage() throws Exception {
        String file = "matches=" + matches();
        assertEquals(2, Console.run("what-if", "--set", "priority.halflife=P7D").exitCode());
        assertEquals(
                2,
                Console.run("what-if", file, "--from-topic", "--set", "priority.halflife=P7D")
                        .exitCode());
        assertEquals(
                2,
                Console.run("what-if", "no-topic.jsonl", "--set", "priority.halflife=P7D")
                        .exitCode());
        assertEquals(
                2, Console.run("what-if", file, "--set", "priority.halflife=0").exitCode());
        Console same = Console.run("what-if", file, "--set", "threads=3");
        assertEquals(2, same.exitCode());
        assertTrue(same.err().get(0).contains("both configurations are equal"), same.toString());
    }
}
