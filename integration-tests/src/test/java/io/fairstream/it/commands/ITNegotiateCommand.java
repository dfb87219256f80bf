package io.fairstream.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.it.harness.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One pool for all: alice's factor is 3, bob holds 10, carol has a ceiling of 5, dave of group physics holds 4. */
@SuppressWarnings("NullAway.Init") // set up before all tests
class ITNegotiateCommand {
    private static final String BEGIN = "2024-03-01T00:00:00Z";
    private static final String NOW = "2024-03-01T00:00:00Z";
    private static final double EXACT = 1e-9;

    private static LocalFairstream fairstream;

    @TempDir
    private static Path directory;

    @BeforeAll
    static void fillThePool() throws Exception {
        fairstream = LocalFairstream.start(Map.of("groups", "physics"));
        fairstream.produce(
                "account-edits",
                directory.resolve("edits"),
                Lines.edit("alice", BEGIN, "{\"SetFactor\":{\"factor\":3}}"),
                Lines.edit("carol", BEGIN, "{\"SetCeiling\":{\"ceiling\":5}}"));
        fairstream.produce(
                "matches",
                directory.resolve("matches"),
                Lines.matched("slot1", BEGIN, "bob", 10.0),
                Lines.matched("slot2", BEGIN, "physics.dave@pool", 4.0));
    }

    @AfterAll
    static void stop() {
        fairstream.close();
    }

    private static List<JsonNode> negotiate(String... more) {
        List<String> arguments = new ArrayList<>(List.of("negotiate", "--json", "--at", NOW));
        arguments.addAll(List.of(more));
        return Json.lines(fairstream.run(arguments.toArray(String[]::new)));
    }

    private static Path demand(String... lines) throws IOException {
        Path file = Files.createTempFile(directory, "demand", ".jsonl");
        Files.write(file, List.of(lines));
        return file;
    }

    private static double number(List<JsonNode> lines, String submitter, String field) {
        return Json.only(lines, "submitter", submitter).get(field).doubleValue();
    }

    @Test
    void withoutDemandsThoseWhoWereActiveDivideAll() {
        List<JsonNode> lines = negotiate("--slots", "40");
        assertEquals(3, lines.size(), lines.toString());
        assertEquals(20 - 10, number(lines, "bob", "gets"), EXACT);
        assertEquals(20 - 4, number(lines, "physics.dave@pool", "gets"), EXACT);
        JsonNode total = lines.get(2);
        assertEquals(26, total.get("free").doubleValue(), EXACT);
        assertEquals(26, total.get("gets").doubleValue(), EXACT);
    }

    @Test
    void sharesGoByEffectivePriorityAndCeilingsHold() throws Exception {
        Path file = demand(
                "{\"submitter\":\"alice\",\"demand\":100}",
                "{\"submitter\":\"bob\",\"demand\":100}",
                "{\"submitter\":\"carol\",\"demand\":100}",
                "",
                "{\"submitter\":\"erin\",\"demand\":2,\"jobPriority\":3}",
                "{\"submitter\":\"frank\",\"demand\":50,\"skip\":true}");
        List<JsonNode> lines = negotiate("--slots", "61", "--demand", file.toString());
        assertEquals(1.5, number(lines, "alice", "effectivePriority"), EXACT);
        assertEquals(5, number(lines, "carol", "gets"), EXACT);
        assertEquals(
                "CEILING", Json.only(lines, "submitter", "carol").get("stopped").asText());
        assertEquals(2, number(lines, "erin", "gets"), EXACT);
        assertEquals(
                "SATISFIED",
                Json.only(lines, "submitter", "erin").get("stopped").asText());
        assertEquals(
                "SKIPPED", Json.only(lines, "submitter", "frank").get("stopped").asText());
        assertEquals(
                "NO_DEMAND",
                Json.only(lines, "submitter", "physics.dave@pool")
                        .get("stopped")
                        .asText());
        double alice = number(lines, "alice", "gets");
        double bob = number(lines, "bob", "gets") + 10;
        assertEquals(61 - 4 - 5 - 2, alice + bob, EXACT);
        assertEquals(3 * alice, bob, EXACT, "three times the effective priority");
    }

    @Test
    void quotasBoundGroupsAndAreToldBesides() {
        List<JsonNode> lines = negotiate("--slots", "40", "--quota", "PHYSICS=10");
        assertEquals(6, number(lines, "physics.dave@pool", "gets"), EXACT);
        assertEquals(
                "GROUP_QUOTA",
                Json.only(lines, "submitter", "physics.dave@pool")
                        .get("stopped")
                        .asText());
        JsonNode group = lines.stream()
                .filter(line ->
                        !line.has("submitter") && line.path("group").asText().equals("physics"))
                .findFirst()
                .orElseThrow();
        assertEquals(10, group.get("quota").doubleValue(), EXACT);
        assertEquals(6, group.get("gets").doubleValue(), EXACT);
        assertEquals(
                16, number(negotiate("--slots", "40", "--quota", "physics=50%"), "physics.dave@pool", "gets"), EXACT);
        double bob = number(negotiate("--slots", "40", "--quota", "physics=100%"), "bob", "gets");
        assertEquals(0, bob, EXACT);
    }

    @Test
    void surplusAndRegroupingLetAGroupExceedItsQuota() throws Exception {
        String file =
                demand("{\"submitter\":\"physics.dave@pool\",\"demand\":100}").toString();
        List<String> quota = List.of("--slots", "40", "--demand", file, "--quota", "physics=10");
        assertEquals(6, number(negotiate(quota.toArray(String[]::new)), "physics.dave@pool", "gets"), EXACT);
        for (String option : List.of("--accept-surplus", "--accept-surplus=physics", "--autoregroup")) {
            List<String> all = new ArrayList<>(quota);
            all.add(option);
            double gets = number(negotiate(all.toArray(String[]::new)), "physics.dave@pool", "gets");
            assertEquals(26, gets, EXACT, option);
        }
        List<String> other = new ArrayList<>(quota);
        other.add("--accept-surplus=chemistry");
        assertEquals(6, number(negotiate(other.toArray(String[]::new)), "physics.dave@pool", "gets"), EXACT);
    }

    @Test
    void preemptionIsToldAndCanBeOff() throws Exception {
        String file = demand("{\"submitter\":\"carol\",\"demand\":5}").toString();
        JsonNode bob = Json.only(negotiate("--slots", "14", "--demand", file), "submitter", "bob");
        assertTrue(bob.get("loses").doubleValue() > 0, bob.toString());
        Console table = fairstream.run("negotiate", "--slots", "14", "--demand", file, "--no-preemption", "--at", NOW);
        assertEquals(0, table.exitCode(), table.toString());
        assertFalse(table.out().get(2).contains("LOSES"), table.toString());
        assertTrue(table.out().get(0).endsWith("of 14.00 slot weight 0.00 is free, 0.00 is given."), table.toString());
        assertEquals(List.of("no --quota: accounting groups have no effect"), table.err());
    }

    @Test
    void aGroupWantsNothingItself() throws Exception {
        String file = demand("{\"submitter\":\"physics\",\"demand\":1}").toString();
        Console console = fairstream.run("negotiate", "--slots", "10", "--demand", file);
        assertEquals(1, console.exitCode());
        assertEquals(
                "fairstream: submitter: \"physics\" (expected: no accounting group)",
                console.err().get(console.err().size() - 1));
    }

    @Test
    void aGroupThatNobodyKnowsIsToldAndAQuotaIsGivenOnce() {
        Console unknown = fairstream.run("negotiate", "--slots", "10", "--quota", "physicz=10");
        assertEquals(0, unknown.exitCode());
        assertEquals(
                List.of("warning: group \"physicz\" is not a group of priorities (expected: one of physics)"),
                unknown.err());
        Console twice = fairstream.run("negotiate", "--slots", "10", "--quota", "physics=1", "--quota", "Physics=2");
        assertEquals(2, twice.exitCode());
        assertEquals(
                "fairstream: --quota: \"Physics\" (expected: each group once)",
                twice.err().get(0));
    }

    @Test
    void whatCannotBeIsWrongUsage() throws Exception {
        assertEquals(2, fairstream.run("negotiate").exitCode());
        assertEquals(2, fairstream.run("negotiate", "--slots", "-1").exitCode());
        assertEquals(
                2,
                fairstream
                        .run("negotiate", "--slots", "10", "--quota", "physics=110%")
                        .exitCode());
        assertEquals(
                2,
                fairstream
                        .run("negotiate", "--slots", "10", "--quota", "physics=many")
                        .exitCode());
        String twice = demand("{\"submitter\":\"a\",\"demand\":1}", "{\"submitter\":\"a\",\"demand\":1}")
                .toString();
        Console console = fairstream.run("negotiate", "--slots", "10", "--demand", twice);
        assertEquals(1, console.exitCode());
        assertTrue(console.err().get(0).contains(":2: submitter: \"a\" (expected: no submitter given before)"));
        Console early = fairstream.run("negotiate", "--slots", "10", "--at", "2024-02-01T00:00:00Z");
        assertEquals(1, early.exitCode());
        assertTrue(early.err().get(0).contains("not before asOf"), early.toString());
    }
}
