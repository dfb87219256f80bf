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
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * Bank A has two shares of three and B one; alice has three of four in A. Alice and bob held a node for an hour, carol two; all ended
 * at nine, and a job of each waits. The first test loads the shares; the edits come last. All is synthetic.
 */
@SuppressWarnings("NullAway.Init") // set up before all tests
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ITSharesCommand {
    private static final double EXACT = 1e-9;
    private static final String END = "2026-03-02T09:00:00Z";
    private static final String BANKS =
            "bank_id,bank,active,parent_bank,shares\n1,root,1,,1\n2,A,1,root,2\n3,B,1,root,1\n";
    private static final String USERS = "username,bank,shares\nalice,A,3\nbob,A,1\ncarol,B,1\n";

    private static LocalFairstream fairstream;

    @TempDir
    private static Path directory;

    @BeforeAll
    static void run() throws Exception {
        fairstream = LocalFairstream.start(Map.of("fairshare.interval", "0"));
        List<String> events = new ArrayList<>();
        ran(events, 1, "alice", "root/A", 1);
        ran(events, 2, "bob", "root/A", 1);
        ran(events, 3, "carol", "root/B", 2);
        events.add(event(4, "carol", "root/B", 1, "PENDING", "2026-03-01T09:00:00Z"));
        events.add(event(5, "alice", "root/A", 1, "PENDING", END));
        events.add(event(6, "alice", "root/A", 1, "HELD", END));
        fairstream.produce("job-events", directory.resolve("jobs"), events.toArray(String[]::new));
    }

    private static void ran(List<String> events, int job, String user, String bank, int nodes) {
        events.add(event(job, user, bank, nodes, "PENDING", "2026-03-02T08:00:00Z"));
        events.add(event(job, user, bank, nodes, "RUNNING", "2026-03-02T08:00:00Z"));
        events.add(event(job, user, bank, nodes, "COMPLETE", END));
    }

    private static String event(int job, String user, String bank, int nodes, String state, String at) {
        return String.format(
                "{\"cluster\":\"tux\",\"jobId\":%d,\"at\":\"%s\",\"state\":\"%s\",\"user\":\"%s\",\"userId\":7,"
                        + "\"groups\":[\"users\"],\"bank\":\"%s\",\"partition\":\"batch\",\"processors\":%d,\"nodes\":%d}",
                job, at, state, user, bank, nodes, nodes);
    }

    @AfterAll
    static void stop() {
        fairstream.close();
    }

    private static String file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text).toString();
    }

    private static List<JsonNode> shares(String... more) {
        List<String> arguments = new ArrayList<>(List.of("shares", "--json"));
        arguments.addAll(List.of(more));
        return Json.lines(fairstream.run(arguments.toArray(String[]::new)));
    }

    private static JsonNode of(String path, String policy) {
        return Json.only(shares("--policy", policy), "path", path).get(policy);
    }

    private static void done(String expected, String... arguments) {
        Console console = fairstream.run(arguments);
        assertEquals(0, console.exitCode(), console.toString());
        assertEquals(List.of(expected), console.out());
    }

    private static void refused(String expected, String... arguments) {
        Console console = fairstream.run(arguments);
        assertEquals(1, console.exitCode(), console.toString());
        assertEquals(List.of("fairstream: " + expected), console.err());
    }

    @Test
    @Order(1)
    void whatIsLoadedIsInTheListingAtOnce() throws IOException {
        done(
                "6 added, 0 changed, 0 removed, 0 as before",
                "shares",
                "load",
                file("banks.csv", BANKS),
                file("users.csv", USERS));
        List<JsonNode> lines = shares();
        assertEquals(
                List.of("root", "root/A", "root/A/alice", "root/A/bob", "root/B", "root/B/carol"),
                lines.stream().map(line -> line.get("path").textValue()).toList());
        JsonNode alice = Json.only(lines, "path", "root/A/alice");
        assertEquals("root/A", alice.get("account").textValue());
        assertEquals("alice", alice.get("user").textValue());
        assertEquals(3, alice.get("rawShares").doubleValue());
        assertEquals(END, alice.get("asOf").textValue());
        JsonNode flux = alice.get("flux");
        assertEquals(0.75, flux.get("normShares").doubleValue(), EXACT);
        assertEquals("period", flux.get("usageOf").textValue());
        assertEquals(3600, flux.get("rawUsage").doubleValue(), EXACT);
        assertEquals(0.25, flux.get("normUsage").doubleValue(), EXACT);
        assertEquals(0.5, flux.get("effectiveUsage").doubleValue(), EXACT);
        assertEquals(1.5, flux.get("levelShare").doubleValue(), EXACT);
        assertEquals(1, flux.get("fairShare").doubleValue(), EXACT);
        assertEquals(3, flux.get("rank").intValue());
        assertEquals(3, flux.get("of").intValue());
        JsonNode bank = Json.only(lines, "path", "root/A").get("flux");
        assertEquals(7200, bank.get("rawUsage").doubleValue(), EXACT);
        assertEquals(4 / 3.0, bank.get("levelShare").doubleValue(), EXACT);
        assertFalse(bank.has("rank"), bank.toString());
    }

    @Test
    @Order(2)
    void peopleSeeATreeAsSshareShowsIt() {
        Console console = fairstream.run("shares");
        assertEquals(
                List.of(
                        "ACCOUNT  USER   RAW SHARES  NORM SHARES  RAW USAGE  NORM USAGE  EFFECTV USAGE  LEVEL FS  FAIR SHARE  RANK",
                        "-------  -----  ----------  -----------  ---------  ----------  -------------  --------  ----------  ----",
                        "root                     1     1.000000  14,400.00    1.000000       1.000000  1.000000",
                        "  A                      2     0.666667   7,200.00    0.500000       0.500000  1.333333",
                        "    A    alice           3     0.750000   3,600.00    0.250000       0.500000  1.500000    1.000000  3/3",
                        "    A    bob             1     0.250000   3,600.00    0.250000       0.500000  0.500000    0.666667  2/3",
                        "  B                      1     0.333333   7,200.00    0.500000       0.500000  0.666667",
                        "    B    carol           1     1.000000   7,200.00    0.500000       1.000000  1.000000    0.333333  1/3",
                        "as of " + END),
                console.out());
        assertEquals(List.of(), console.err());
    }

    @Test
    @Order(3)
    void aUserOrABankIsShownWithTheBanksAround() {
        assertEquals(
                List.of("root", "root/B", "root/B/carol"),
                shares("--user", "carol").stream()
                        .map(line -> line.get("path").textValue())
                        .toList());
        assertEquals(
                List.of("root", "root/A", "root/A/alice", "root/A/bob"),
                shares("--bank", "A").stream()
                        .map(line -> line.get("path").textValue())
                        .toList());
        refused("bank: C (expected: a bank of association-usage)", "shares", "--bank", "C");
    }

    @Test
    @Order(4)
    void severalPoliciesStandSideBySide() {
        Console console = fairstream.run("shares", "--policy", "flux,fair-tree,classic,condor");
        assertTrue(
                console.out()
                        .get(1)
                        .startsWith(
                                "ACCOUNT  USER   RAW SHARES  PERIOD USAGE    FACTOR  RANK  SMOOTH USAGE     FACTOR"),
                console.toString());
        assertTrue(console.out().get(0).contains("  FLUX  FLUX  "), console.toString());
        JsonNode carol = Json.only(shares("--policy", "flux,fair-tree,classic,condor"), "path", "root/B/carol");
        assertEquals("smooth", carol.get("fair-tree").get("usageOf").textValue());
        assertEquals(1, carol.get("fair-tree").get("rank").intValue());
        assertEquals(
                Math.pow(2, -0.5 * 3), carol.get("classic").get("fairShare").doubleValue(), EXACT);
        assertEquals(2, carol.get("condor").get("rank").intValue());
        Console wrong = fairstream.run("shares", "--policy", "lottery");
        assertEquals(2, wrong.exitCode());
        assertEquals(
                "fairstream: --policy: lottery (expected: flux, fair-tree, classic or condor)",
                wrong.err().get(0));
    }

    @Test
    @Order(5)
    void atALaterInstantUsageHasFadedAndAtAnEarlierOneItIsRefused() {
        JsonNode later = Json.only(shares("--at", "2026-03-09T09:00:00Z"), "path", "root/A/alice");
        assertEquals(1800, later.get("flux").get("rawUsage").doubleValue(), EXACT);
        assertEquals("2026-03-09T09:00:00Z", later.get("asOf").textValue());
        Console earlier = fairstream.run("shares", "--at", "2026-03-02T08:59:59Z");
        assertEquals(1, earlier.exitCode());
        assertTrue(earlier.err().get(0).contains("(expected: not before asOf " + END + ")"), earlier.toString());
    }

    @Test
    @Order(6)
    void whatNegotiatorsSeeIsShownWithTheInstantOfEachRow() throws Exception {
        fairstream.awaitCaughtUp();
        JsonNode alice = Json.only(shares("--published"), "path", "root/A/alice");
        assertFalse(alice.has("asOf"), alice.toString());
        JsonNode published = alice.get("flux");
        assertEquals(END, published.get("asOf").textValue());
        assertEquals(1, published.get("fairShare").doubleValue(), EXACT);
        assertEquals(3600, published.get("rawUsage").doubleValue(), EXACT);
        Console both = fairstream.run("shares", "--published", "--policy", "classic");
        assertEquals(2, both.exitCode());
    }

    @Test
    @Order(6)
    void settingsThatAreNotTheTopologysAreWarnedOf() {
        Console console =
                fairstream.run("shares", "--set", "fairshare.policy=classic", "--set", "usage.halflife=P1D", "--json");
        assertEquals(0, console.exitCode(), console.toString());
        assertEquals(
                List.of(
                        "warning: settings differ from the topology's: usage.halflife=P1D instead of P7D, fairshare.policy=classic"
                                + " instead of flux",
                        "warning: fairshare.policy: classic here, flux in fair-share (expected: the policy of the running"
                                + " topology)"),
                console.err());
    }

    @Test
    @Order(7)
    void aJobMovesThoseWhomItsUseWouldMove() {
        Console console = fairstream.run("shares", "what-if", "--job", "nodes=10,hours=1,user=alice,bank=A", "--json");
        List<JsonNode> lines = Json.lines(console);
        assertEquals(2, lines.size(), lines.toString());
        JsonNode alice = Json.only(lines, "path", "root/A/alice");
        assertEquals(3600, alice.get("now").get("usage").doubleValue(), EXACT);
        assertEquals(39600, alice.get("then").get("usage").doubleValue(), EXACT);
        assertEquals(3, alice.get("now").get("rank").intValue());
        assertEquals(1, alice.get("then").get("rank").intValue());
        assertEquals(
                3,
                Json.only(lines, "path", "root/B/carol").get("then").get("rank").intValue());
        assertEquals(
                3,
                Json.lines(fairstream.run(
                                "shares", "what-if", "--job", "nodes=10,hours=1,user=alice,bank=A", "--all", "--json"))
                        .size());
        assertEquals(3600, of("root/A/alice", "flux").get("rawUsage").doubleValue(), EXACT);
    }

    @Test
    @Order(8)
    void aJobWithSmoothDecayCountsTheLessTheEarlierItRan() {
        JsonNode alice = Json.only(
                Json.lines(fairstream.run(
                        "shares",
                        "what-if",
                        "--job",
                        "nodes=1,hours=168,user=alice,bank=root/A",
                        "--policy",
                        "fair-tree",
                        "--json")),
                "path",
                "root/A/alice");
        double added = alice.get("then").get("usage").doubleValue()
                - alice.get("now").get("usage").doubleValue();
        assertEquals(604_800 * 0.5 / Math.log(2), added, 1e-6);
    }

    @Test
    @Order(9)
    void aJobThatWeighsNothingOrIsInNoBankIsRefused() {
        refused(
                "bank: C (expected: a bank of association-usage)",
                "shares",
                "what-if",
                "--job",
                "nodes=1,hours=1,user=alice,bank=C");
        Console nothing = fairstream.run("shares", "what-if", "--job", "gpus=1,hours=1,user=alice,bank=A");
        assertEquals(1, nothing.exitCode());
        assertTrue(nothing.err().get(0).startsWith("fairstream: job: has no weight in usage.weights"));
    }

    @Test
    @Order(10)
    void jobsThatWaitHaveAPriorityWithItsTerms() {
        Console console = fairstream.run("priority", "--set", "job.priority.queues=batch=0.5");
        assertEquals(
                List.of(
                        "As of 2026-03-02T09:00:00Z, the newest event here (--at chooses another time).",
                        "",
                        "JOB    USER   BANK    PARTITION  PRIORITY   FAIRSHARE  QUEUE  BANK  URGENCY",
                        "-----  -----  ------  ---------  --------  ----------  -----  ----  -------",
                        "tux/5  alice  root/A  batch        105000  100,000.00  5,000     0        0",
                        "tux/4  carol  root/B  batch         38333   33,333.33  5,000     0        0"),
                console.out());
        assertEquals(
                List.of(
                        "warning: settings differ from the topology's: job.priority.queues=batch=0.5 instead of nothing",
                        "note: urgency of 2 jobs: unknown, assumed 16"),
                console.err());
        JsonNode slurm = Json.only(
                Json.lines(fairstream.run(
                        "priority",
                        "tux/4",
                        "--style",
                        "slurm",
                        "--at",
                        END,
                        "--json",
                        "--set",
                        "job.priority.weights=age=7000,fairshare=300")),
                "job",
                "tux/4");
        assertEquals(1100, slurm.get("priority").longValue());
        assertEquals(END, slurm.get("fairShareAsOf").textValue());
        assertEquals(
                100_000,
                Json.only(Json.lines(fairstream.run("priority", "--weights", "--json")), "name", "fairshare")
                        .get("weight")
                        .doubleValue());
        refused("6: HELD (expected: a job that waits, PENDING)", "priority", "6");
        refused("tux/99: no such job (expected: cluster/jobId or jobId of one in jobs)", "priority", "tux/99");
    }

    @Test
    @Order(11)
    void editsAreTakenAtOnceAndSayWhatWas() {
        done("root/A/alice: 1.50 shares (was 3 shares)", "shares", "set", "root/A/alice", "1.5");
        assertEquals(0.6, of("root/A/alice", "flux").get("normShares").doubleValue(), EXACT);
        done("root/A/dave: added, a user with 2.50 shares", "shares", "add", "root/A/dave", "--shares", "2.5");
        assertEquals(0.3, of("root/A/alice", "flux").get("normShares").doubleValue(), EXACT);
        assertEquals(4, of("root/A/dave", "flux").get("rank").intValue());
        done("root/A/bob: 1 share, disabled (was 1 share)", "shares", "disable", "root/A/bob");
        assertEquals(
                "disabled",
                Json.only(shares(), "path", "root/A/bob").get("note").textValue());
        assertEquals(1, of("root/A/alice", "flux").get("effectiveUsage").doubleValue(), EXACT);
        done("root/A/bob: 1 share (was 1 share, disabled)", "shares", "enable", "root/A/bob");
        done("root/A/dave: removed", "shares", "remove", "root/A/dave");
        done("3 banks and 3 users, a tree", "shares", "check");
    }

    @Test
    @Order(12)
    void anEditThatWouldLeaveNoTreeIsRefused() {
        refused(
                "root/A: holds root/A/alice and 1 more (expected: an empty bank, or --recursive)",
                "shares",
                "remove",
                "root/A");
        refused(
                "bank: none of the path root/C (expected: a bank around every node), root/C/eve",
                "shares",
                "add",
                "root/C/eve");
        refused("root/A: has 2 shares already (expected: a new path, or shares set)", "shares", "add", "root/A");
        refused("root/C: no such path (expected: a path of shares, or shares add)", "shares", "set", "root/C", "1");
        Console console = fairstream.run("shares", "set", "root/A", "-1");
        assertEquals(1, console.exitCode(), console.toString());
    }

    @Test
    @Order(12)
    void aUserBesideBanksAndOneWithItsParentsSharesHavePlaces() {
        done("root/eve: added, a user with 1 share", "shares", "add", "root/eve");
        done(
                "root/A/dave: added, a user with its parent's shares",
                "shares",
                "add",
                "root/A/dave",
                "--shares",
                "parent");
        Console tree = fairstream.run("shares", "--policy", "fair-tree");
        assertEquals(
                List.of("root", "root eve", "A", "A alice", "A bob", "A dave parent", "B", "B carol"),
                tree.out().stream()
                        .skip(2)
                        .filter(line -> !line.startsWith("as of "))
                        .map(line -> line.strip()
                                .replaceFirst("( parent)? +[0-9].*", "$1")
                                .replaceAll(" +", " "))
                        .toList());
        assertEquals(5, of("root/eve", "fair-tree").get("rank").intValue());
        JsonNode dave = Json.only(shares("--policy", "fair-tree"), "path", "root/A/dave");
        assertTrue(dave.get("useParent").booleanValue(), dave.toString());
        assertFalse(dave.has("rawShares"), dave.toString());
        assertEquals(4, dave.get("fair-tree").get("rank").intValue());
        Console check = fairstream.run("shares", "check");
        assertEquals(List.of("3 banks and 5 users, a tree"), check.out());
        assertEquals(
                List.of("note: 1 bank holds users beside banks (root): flux-accounting has no such tree;"
                        + " fairshare.policy=flux ranks them on one level, a user before a bank of equal"
                        + " weight"),
                check.err());
        assertTrue(fairstream
                        .run("shares", "what-if", "--job", "nodes=1,hours=1,user=eve,bank=root")
                        .exitCode()
                == 0);
        Console saved = fairstream.run("table", "shares", "--json");
        assertTrue(saved.out().stream().anyMatch(line -> line.contains("\"useParent\":true")), saved.toString());
        done("root/A/dave: 2 shares (was its parent's shares)", "shares", "set", "root/A/dave", "2");
        done("root/A/dave: removed", "shares", "remove", "root/A/dave");
        done("root/eve: removed", "shares", "remove", "root/eve");
    }

    @Test
    @Order(13)
    void aFileReplacesWhatTheTopicHas() throws IOException {
        Console table = fairstream.run("table", "shares", "--json");
        String saved = file("saved.jsonl", String.join("\n", table.out()));
        done("0 added, 0 changed, 0 removed, 6 as before", "shares", "load", saved, "--replace");
        Console console = fairstream.run(
                "shares",
                "load",
                file(
                        "tux.cfg",
                        "Cluster - 'tux'\nParent - 'root'\nAccount - 'A':Fairshare=9\nParent - 'A'\nUser - 'bob'\n"),
                "--replace",
                "--json");
        assertEquals(
                List.of("REMOVED root/B/carol", "REMOVED root/B", "REMOVED root/A/alice", "CHANGED root/A"),
                Json.lines(console).stream()
                        .map(line -> line.get("change").textValue() + " "
                                + line.get("path").textValue())
                        .toList());
        assertEquals(
                "no shares are set",
                Json.only(shares(), "path", "root/A/alice").get("note").textValue());
        done("root/A/bob: removed", "shares", "remove", "root/A/bob");
        done(
                "2 added, 0 changed, 0 removed, 2 as before",
                "shares",
                "load",
                file("some.csv", "username,bank,shares\nalice,A,1\nbob,A,1\n"));
    }

    @Test
    @Order(14)
    void theBooksBalance() {
        Console console = fairstream.run("audit");
        assertEquals(0, console.exitCode(), console.toString());
        assertTrue(
                console.out().stream().anyMatch(line -> line.contains("shares: every record once")),
                console.toString());
    }
}
