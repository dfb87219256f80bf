package io.fairstream.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.fairstream.app.config.Settings;
import io.fairstream.client.RecordSender;
import io.fairstream.it.harness.Console;
import io.fairstream.query.records.ValueFormat;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.Topics;
import io.fairstream.testing.SyntheticPool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A pool with users of today, of the day before yesterday, and a group; each test but the last edits users of its own. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@SuppressWarnings("NullAway.Init") // set up before all tests
class ITUserprioCommand {
    private static LocalFairstream fairstream;
    private static Instant now;

    @TempDir
    private static Path directory;

    @BeforeAll
    static void start() throws Exception {
        fairstream = LocalFairstream.start();
        now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        fairstream.produce(
                "matches",
                directory.resolve("day.jsonl"),
                Lines.matched("slot1", ago(48), "alice@a.org", 4.0),
                Lines.matched("slot2", ago(48), "alice@a.org", 4.0),
                Lines.matched("slot3", ago(48), "alice@b.org", 1.0),
                Lines.unmatched("slot3", ago(47)),
                Lines.matched("slot4", ago(10), "bob@a.org", 1.0),
                Lines.unmatched("slot4", ago(9)),
                Lines.matched("slot5", ago(2), "carol@a.org", 2.0),
                Lines.matched("slot6", ago(2), "dave@a.org", 2.0));
        addGroups();
    }

    /** Rows as a topology writes them in whose configuration there are groups. */
    private static void addGroups() {
        Settings settings = fairstream.settings();
        Instant at = now.minusSeconds(60);
        List<Priority> rows = new ArrayList<>();
        for (Priority row : List.of(SyntheticPool.BIOLOGY, SyntheticPool.CAROL)) {
            rows.add(Priority.newBuilder(row).setAsOf(at).setLastUsage(at).build());
        }
        try (RecordSender<Priority> sender = ValueFormat.sender(settings, Topics.PRIORITIES)) {
            rows.forEach(row -> sender.send(row.getCustomer(), row));
            sender.flush();
        }
    }

    @AfterAll
    static void stop() {
        fairstream.close();
    }

    private static String ago(int hours) {
        return now.minus(Duration.ofHours(hours)).toString();
    }

    private static Console userprio(String... arguments) {
        List<String> all = new ArrayList<>(List.of("userprio"));
        all.addAll(List.of(arguments));
        return fairstream.run(all.toArray(String[]::new));
    }

    @Test
    void whoWasActiveTodayIsListedByEffectivePriorityWithTheGroups() {
        Console listed = userprio();
        assertEquals(0, listed.exitCode(), listed.toString());
        assertTrue(listed.out().get(0).startsWith("Priorities at 20"), listed.toString());
        List<String> names = names(listed);
        assertTrue(names.indexOf("group_biology") + 1 == names.indexOf("carol@pool"), listed.toString());
        assertTrue(names.indexOf("bob@a.org") < names.indexOf("alice@a.org"), listed.toString());
        assertFalse(names.contains("alice@b.org"), listed.toString());
        assertTrue(listed.out().get(listed.out().size() - 1).startsWith("Number of users: "), listed.toString());
    }

    @Test
    void namedUsersAreListedActiveOrNotAndUnknownOnesAreTold() {
        Console listed = userprio("alice", "nobody", "GROUP_BIOLOGY");
        assertEquals(1, listed.exitCode());
        assertEquals(List.of("group_biology", "alice@b.org", "alice@a.org"), sorted(names(listed)), listed.toString());
        assertEquals(List.of("fairstream: nobody: no such customer or group in priorities"), listed.err());
    }

    private static List<String> sorted(List<String> names) {
        return names.stream().sorted((a, b) -> b.compareTo(a)).toList();
    }

    @Test
    void columnsAndLayoutsAreChosenInHTCondorsSpelling() {
        Console listed = userprio("-allusers", "-flat", "-usage", "-groupid");
        assertTrue(names(listed).contains("alice@b.org"), listed.toString());
        assertTrue(listed.out().get(2).contains("  ID"), listed.toString());
        assertFalse(String.join("", listed.out()).contains("FACTOR"), listed.toString());
        assertEquals(
                0,
                userprio("-activefrom", "1", "1", "2020", "-grouporder", "-all").exitCode());
    }

    @Test
    void rowsAreJsonThatCanBeShownAgainAsItWas() throws Exception {
        Console saved = userprio("--json", "--all-users");
        Path file = Files.write(directory.resolve("saved.jsonl"), saved.out());
        Console again = Console.run("userprio", "-inputfile", file.toString(), "-allusers", "--json");
        assertEquals(saved.out(), again.out());
        Files.write(file, List.of("no json"));
        Console bad = Console.run("userprio", "-inputfile", file.toString());
        assertEquals(1, bad.exitCode());
        assertTrue(bad.err().get(0).startsWith("fairstream: " + file + ":1: "), bad.toString());
    }

    @Test
    void adsHaveHTCondorsAttributes() {
        Console ads = userprio("-l", "alice@b.org");
        assertTrue(ads.out().contains("Name = \"alice@b.org\""), ads.toString());
        assertTrue(ads.out().contains("WeightedAccumulatedUsage = 3600.0"), ads.toString());
        assertTrue(ads.out().contains("Ceiling = -1"), ads.toString());
        assertEquals("", ads.out().get(ads.out().size() - 1));
        Console legacy = userprio("-long", "-legacy", "alice");
        assertTrue(legacy.out().contains("NumSubmittors = 2"), legacy.toString());
        assertTrue(legacy.out().contains("Name2 = \"alice@a.org\""), legacy.toString());
    }

    @Test
    void someAttributesOfWhoFulfilsAConstraint() {
        Console some =
                userprio("-allusers", "-constraint", "WeightedResourcesUsed == 8", "-af", "Name", "ResourcesUsed");
        assertEquals(List.of("alice@a.org 2"), some.out(), some.toString());
        Console headed = userprio("alice@b.org", "-af:h", "Name", "AccountingGroup");
        assertEquals(List.of("Name        AccountingGroup", "alice@b.org <none>"), headed.out(), headed.toString());
        Console raw = userprio("alice@b.org", "-af:lrng", "Name", "ResourcesUsed");
        assertEquals(List.of("", "Name = \"alice@b.org\"", "ResourcesUsed = 0"), raw.out(), raw.toString());
        Console tabs = userprio("-autoformat:t", "Name", "ResourcesUsed", "-allusers", "alice@b.org");
        assertEquals(List.of("alice@b.org\t0"), tabs.out(), tabs.toString());
        assertEquals(1, userprio("-af", "Quota").exitCode());
        assertEquals(1, userprio("-af:j", "Name").exitCode());
    }

    @Test
    void aTimeBeforeARowsOwnIsRefusedAndTheLatestNeverIs() {
        Console early = userprio("--at", ago(24));
        assertEquals(1, early.exitCode());
        assertTrue(early.err().get(0).contains("(expected: not before asOf "), early.toString());
        assertEquals(0, userprio("--at", "latest").exitCode());
    }

    @Test
    void matchesAreListedWithTheirAgeAndCount() {
        Console matches = userprio("-getreslist", "alice");
        assertEquals(0, matches.exitCode(), matches.toString());
        assertTrue(matches.out().get(2).startsWith("slot1 "), matches.toString());
        assertTrue(matches.out().get(2).contains("  alice@a.org  "), matches.toString());
        assertTrue(matches.out().get(2).contains("  2+00:0"), matches.toString());
        assertTrue(matches.out().get(5).startsWith("Number of resources: 2  "), matches.toString());
        assertTrue(matches.out().get(5).contains("       8"), matches.toString());
        assertEquals(2, userprio("--matches", "alice", "--json").out().size());
    }

    @Test
    void aFactorHoldsForAWhileAndItsLeaseCanBeCancelled() {
        Console set = userprio("-setfactor", "carol@a.org", "5", "-duration", "3600", "--by", "root@head", "--json");
        assertEquals(0, set.exitCode(), set.toString());
        assertTrue(
                set.out().get(0).contains("\"by\":\"root@head\",\"edit\":{\"SetFactor\":{\"factor\":5.0,\"until\":"));
        assertTrue(set.out().get(0).contains("\"taken\":true"), set.toString());
        assertTrue(set.out().get(0).contains("\"factorSource\":\"LEASE\""), set.toString());
        Console cancelled = userprio("-cancelfactorlease", "carol@a.org");
        assertEquals(0, cancelled.exitCode(), cancelled.toString());
        assertTrue(
                cancelled.out().get(0).startsWith("carol@a.org: cancel the leases of the factor by "),
                cancelled.toString());
        assertEquals(1, userprio("-cancelfactorlease", "carol@a.org").exitCode());
        Console history = userprio("--history", "carol@a.org");
        assertTrue(history.out().get(2).contains("  root@head  "), history.toString());
        assertTrue(history.out().get(3).contains("  cancel the leases of the factor"), history.toString());
    }

    @Test
    void allEditsAreReportedWithTheirReasonsAndWhatTakesThemBackDoes() {
        String reason = "a deadline, \"really\"";
        assertEquals(
                0,
                userprio("--set-factor", "alice@a.org", "3", "--by", "ann", "--reason", reason)
                        .exitCode());
        assertEquals(
                0, userprio("--set-factor", "alice@a.org", "8", "--by", "bea").exitCode());
        Console history = userprio("--history", "alice@a.org");
        assertTrue(history.out().get(2).contains("  " + reason), history.toString());
        JsonNode newest = edits("--customer", "alice@a.org", "--limit", "1").get(0);
        assertEquals("bea", newest.get("by").asText());
        assertFalse(newest.has("reason"), newest.toString());
        assertEquals("userprio --set-factor alice@a.org 3", newest.get("undo").asText());
        assertEquals(0, userprio("--set-factor", "alice@a.org", "3").exitCode());
        List<JsonNode> all = edits("--customer", "alice@a.org");
        assertEquals(3, all.size(), all.toString());
        assertEquals(reason, all.get(2).get("reason").asText());
        assertEquals(
                "userprio --set-factor alice@a.org 8", all.get(0).get("undo").asText());
        assertTrue(edits().size() >= 3);
        Console none = userprio("--reason", "so");
        assertEquals(2, none.exitCode(), none.toString());
    }

    private static List<JsonNode> edits(String... more) {
        List<String> all = new ArrayList<>(List.of("report", "edits", "--json"));
        all.addAll(List.of(more));
        return Json.lines(fairstream.run(all.toArray(String[]::new)));
    }

    @Test
    void anEditThatTheTopologyRefusesIsToldAndMarkedInTheHistory() {
        Console refused = userprio(
                "--set-priority",
                "bob@a.org",
                "7",
                "--at",
                now.plusSeconds(900_000).toString());
        assertEquals(1, refused.exitCode());
        assertTrue(
                refused.err().get(0).startsWith("fairstream: --set-priority: refused as IN_THE_FUTURE: at: "),
                refused.toString());
        Console history = userprio("--history", "bob@a.org", "--json");
        assertEquals(1, history.out().size(), history.toString());
        assertTrue(history.out().get(0).contains("\"edit\":{\"SetPriority\":{\"priority\":7.0}}"), history.toString());
        assertTrue(history.out().get(0).contains("\"refused\":\"IN_THE_FUTURE\""), history.toString());
    }

    @Test
    void whoHasOpenMatchesIsDeletedOnlyByForceAndIsThenGone() {
        Console kept = userprio("-delete", "dave@a.org");
        assertEquals(1, kept.exitCode());
        assertTrue(
                kept.err().get(0).startsWith("fairstream: dave@a.org: 1 open match, which a deletion would discard"));
        assertEquals(0, userprio("-delete", "dave@a.org", "--force").exitCode());
        assertEquals(1, userprio("dave@a.org").exitCode());
    }

    @Test
    void aMistypedNameIsNotEditedButANewOneIsIfThatIsMeant() {
        Console mistyped = userprio("-setceiling", "bob", "-1");
        assertEquals(1, mistyped.exitCode());
        assertTrue(mistyped.err()
                .get(0)
                .contains("bob: no such customer or group (expected: such as bob@a.org, or --new"));
        Console fresh = userprio("-setceiling", "zoe@a.org", "64", "--new");
        assertEquals(0, fresh.exitCode(), fresh.toString());
        assertTrue(userprio("zoe@a.org", "--json").out().get(0).contains("\"ceiling\":64.0"));
    }

    @Test
    @Order(Integer.MAX_VALUE)
    void everybodysUsageIsReset() {
        Console reset = userprio("-resetall", "--json");
        assertEquals(0, reset.exitCode(), reset.toString());
        assertTrue(reset.out().get(0).endsWith(",\"taken\":true,\"refused\":0}"), reset.toString());
        List<String> history = userprio("--history", "alice@b.org").out();
        assertTrue(history.get(history.size() - 1).contains("  reset the usage"), history.toString());
    }

    @Test
    void anEditWithoutATopologyIsSentAndSaysThatNobodyTookIt() {
        Console waiting =
                userprio("-setfloor", "alice@b.org", "3", "--timeout", "1", "--set", "application.id=nobody-at-work");
        assertEquals(1, waiting.exitCode());
        assertTrue(
                waiting.err().get(1).startsWith("fairstream: not applied within 1 s by the topology nobody-at-work"),
                waiting.toString());
        Console sent = userprio("-setfloor", "alice@b.org", "0", "--no-wait");
        assertEquals(0, sent.exitCode(), sent.toString());
        assertTrue(sent.out().get(0).endsWith(", sent"), sent.toString());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "-quotas,                          '-quotas: needs the input of a negotiation'",
        "-pool cm.example.org,             -pool: (expected: --bootstrap-server HOST:PORT)",
        "-collector,                       '-collector: not needed'",
        "-force,                           -force: no such option of userprio",
        "--force,                          '--force: needs an edit'",
        "-flat -hierarchical,              '--hierarchical, --flat, --group-order: given together (expected: one of them)'",
        "-long --json,                     '--json, --csv, --long'",
        "-long --csv,                      '--json, --csv, --long'",
        "-usage -af Name,                  '--json, --csv, --long and --autoformat print no table'",
        "-setfactor a 1 -delete b,         '--set-factor, --delete: given together'",
        "-setfactor a 1 -allusers,         '--all-users: cannot be combined with --set-factor'",
        "-delete a b,                      '\"b\": names cannot be combined with --delete'",
        "-delete a -duration 5,            '--delete: --duration and --until are not possible'",
        "-delete a --new,                  '--delete: --new is not possible'",
        "-resetusage a --force,            '--reset-usage: --force is not possible (expected: --delete)'",
        "-setfactor a,                     ''",
        "-setfactor a 1 -duration -5,      '--duration: '",
        "--matches a --history b,          '--history: cannot be combined with --matches'",
        "--matches a --at now,             '--at: cannot be combined with --matches'",
        "--history a --at now,             '--at: cannot be combined with --history'",
        "--matches a -usage,               '--usage: cannot be combined with --matches'",
        "-activefrom 2 30 2025,            '--active-from: [2, 30, 2025]'",
        "-constraint Quota>1,              ''",
    })
    void wrongUsageSaysWhatIsExpected(String arguments, String expected) {
        List<String> all = new ArrayList<>(List.of("userprio"));
        all.addAll(List.of(arguments.trim().split(" ")));
        Console console = Console.run(all.toArray(String[]::new));
        assertEquals(2, console.exitCode(), console.toString());
        assertTrue(console.err().get(0).startsWith("fairstream: " + expected), console.toString());
        assertEquals(List.of(), console.out());
    }

    private static List<String> names(Console table) {
        return table.out().stream()
                .skip(1)
                .filter(line -> !line.startsWith("---"))
                .map(line -> line.trim().replaceFirst(" .*", ""))
                .filter(name -> !name.isEmpty()
                        && !Set.of("USER", "Number", "EFFECTIVE", "GROUP", "WEIGHTED")
                                .contains(name))
                .toList();
    }
}
