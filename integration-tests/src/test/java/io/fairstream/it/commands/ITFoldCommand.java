package io.fairstream.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.it.harness.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ITFoldCommand {
    @TempDir
    private Path directory;

    @Test
    void eventsAndEditsUpToAnInstantGiveTheTablesThen() throws Exception {
        String matches = "matches="
                + file(
                        "matches.jsonl",
                        Lines.matched("slot1", "2023-11-14T22:13:20Z", "alice", 1.0),
                        Lines.matched("slot2", "2023-09-14T22:13:20Z", "bob", 1.0),
                        Lines.matched("slot3", "2023-11-15T22:13:20.001Z", "carol", 1.0));
        String edits = "account-edits="
                + file(
                        "edits.jsonl",
                        Lines.edit("alice", "2023-11-15T12:00:00Z", "{\"SetFactor\":{\"factor\":10}}"),
                        Lines.edit("alice", "2023-11-16T12:00:00Z", "{\"SetFactor\":{\"factor\":99}}"));
        Console fold = Console.run(
                "fold", matches, edits, "--print", "priorities,rejections", "--at", "2023-11-15T22:13:20Z", "--json");
        assertEquals(0, fold.exitCode(), fold.toString());
        assertEquals(2, fold.out().size(), fold.toString());
        assertTrue(
                fold.out()
                        .get(0)
                        .startsWith("{\"table\":\"priorities\",\"row\":{\"customer\":\"alice\",\"realPriority\":0.75,"
                                + "\"effectivePriority\":7.5,\"priorityFactor\":10.0,"),
                fold.out().get(0));
        assertTrue(
                fold.out().get(1).startsWith("{\"table\":\"rejections\",\"row\":{"),
                fold.out().get(1));
        assertTrue(
                fold.out().get(1).contains("\"reason\":\"TOO_LATE\""),
                fold.out().get(1));
        assertEquals(
                "warning: 1 rejected in all (--print rejections, or table rejections, shows each)",
                fold.err().get(0));
        assertTrue(
                fold.err().get(1).startsWith("  1 of fairstream.matches as TOO_LATE; the first: partition 0 offset "),
                fold.toString());
    }

    @Test
    void sharesHaveNoTimeAndComeBeforeWhatHappened() throws Exception {
        String shares = "shares=" + file("shares.jsonl", """
                        {"path":"root","kind":"BANK"}
                        {"path":"root/alice","kind":"USER","shares":3}
                        {"path":"root/bob","kind":"USER"}""");
        String jobs = "job-events="
                + file(
                        "jobs.jsonl",
                        job(1, "alice", "RUNNING", "2026-03-02T08:00:00Z"),
                        job(2, "bob", "RUNNING", "2026-03-02T08:00:00Z"),
                        job(1, "alice", "COMPLETE", "2026-03-02T09:00:00Z"),
                        job(2, "bob", "COMPLETE", "2026-03-02T10:00:00Z"));
        Console fold = Console.run(
                "fold",
                jobs,
                shares,
                "--at",
                "2026-03-02T09:30:00Z",
                "--set",
                "fairshare.policy=fair-tree",
                "--set",
                "fairshare.interval=0",
                "--print",
                "shares,fair-share,association-usage",
                "--json");
        assertEquals(0, fold.exitCode(), fold.toString());
        assertEquals(3 + 2 + 3, fold.out().size(), fold.toString());
        assertEquals(
                "{\"table\":\"shares\",\"row\":{\"path\":\"root\",\"kind\":\"BANK\",\"shares\":1.0,\"active\":true,"
                        + "\"useParent\":false}}",
                fold.out().get(0));
        assertTrue(
                fold.out()
                        .get(3)
                        .startsWith("{\"table\":\"fair-share\",\"row\":{\"path\":\"root/alice\","
                                + "\"policy\":\"fair-tree\",\"factor\":1.0,"),
                fold.out().get(3));
        assertTrue(
                fold.out().get(6).contains("\"path\":\"root/alice\""),
                fold.out().get(6));
        assertTrue(
                fold.out().get(6).contains("\"rawUsage\":3600.0,"), fold.out().get(6));
        assertTrue(fold.out().get(7).contains("\"rawUsage\":0.0,"), fold.out().get(7));
        assertTrue(
                fold.out().get(7).contains("\"asOf\":\"2026-03-02T09:30:00Z\""),
                fold.out().get(7));
    }

    private static String job(int id, String user, String state, String at) {
        return String.format(
                "{\"cluster\":\"tux\",\"jobId\":%d,\"submitted\":\"2026-03-02T08:00:00Z\",\"at\":\"%s\",\"state\":\"%s\","
                        + "\"user\":\"%s\",\"userId\":7,\"groups\":[\"users\"],\"bank\":\"root\",\"processors\":1,\"nodes\":1}",
                id, at, state, user);
    }

    @Test
    void whatVolunteersHostsReportGivesHistoriesBalancesAndAssignments() throws Exception {
        Path projects = file("projects.jsonl", """
                {"project":"einstein","versions":[{"platform":"linux"}]}
                {"project":"rosetta","versions":[{"platform":"linux"}]}""");
        Path allocations = file("allocations.jsonl", """
                {"target":"einstein","project":"einstein","initialBalance":1e13,"accrual":1e12,"interval":3600,\
                "start":"2026-03-01T00:00:00Z"}
                {"target":"rosetta/fold","project":"rosetta","app":"fold","initialBalance":5e12,"start":"2026-03-01T00:00:00Z"}""");
        Path reports = file(
                "reports.jsonl",
                Lines.hostReport(1, "2026-03-01T22:00:00Z", Lines.totals("einstein", "", 500, 5e11, 9)),
                Lines.hostReport(
                        2,
                        "2026-03-02T02:00:00Z",
                        Lines.totals("einstein", "", 14_900, 1.49e13, 13) + ","
                                + Lines.totals("rosetta", "fold", 4800, 4.8e12, 0)),
                Lines.hostReport(3, "2026-03-04T02:00:00Z", Lines.totals("einstein", "", 19_700, 1.97e13, 14)));
        Console fold = Console.run(
                "fold",
                "host-reports=" + reports,
                "projects=" + projects,
                "allocations=" + allocations,
                "--print",
                "hosts,daily,balances,assignments",
                "--json");
        assertEquals(0, fold.exitCode(), fold.toString());
        assertEquals(List.of(), fold.err());
        assertEquals(
                Lines.resource("volunteers.jsonl"),
                fold.out().stream().map(ITFoldCommand::withoutScores).toList());
    }

    /** Leaves out the balance at a report: it depends on the charges before that commit. */
    private static String withoutScores(String row) {
        return row.replaceAll(",\"(score|reason)\":(\"[^\"]*\"|[^,]*)", "");
    }

    @Test
    void partsThatWaitForTheRestOfTheirSnapshotAreTold() throws Exception {
        Path deltas = file("deltas.jsonl", """
                {"cluster":"tux","node":"n1","incarnation":"boot","sequence":1,"parts":2,"session":-1,"kind":"IDLE",\
                "from":"2026-01-05T08:00:00Z","to":"2026-01-05T08:00:30Z","userCpuMicros":30000000,"nodeProcessors":1}""");
        Console fold = Console.run("fold", "session-deltas=" + deltas, "--print", "nodes", "--json");
        assertEquals(0, fold.exitCode(), fold.toString());
        assertEquals(List.of(), fold.out());
        assertEquals(
                List.of("warning: 1 session deltas wait for the rest of their snapshot and are not charged before"),
                fold.err());
    }

    @Test
    void everyBadLineOfEveryFileIsToldBeforeAnythingStarts() throws Exception {
        Path matches = file("bad-matches.jsonl", "[]", Lines.unmatched("slot1", "2023-11-14T22:13:20Z"), "{");
        Path edits = file("bad-edits.jsonl", Lines.edit("alice", "2023-11-14T22:13:20Z", "{\"SetFactor\":{}}"));
        Console fold = Console.run("fold", "matches=" + matches, "account-edits=" + edits, "--print", "priorities");
        assertEquals(1, fold.exitCode());
        assertEquals(4, fold.err().size(), fold.toString());
        assertTrue(fold.err().get(0).startsWith(matches + ":1: "));
        assertTrue(fold.err().get(1).startsWith(matches + ":3: "));
        assertTrue(fold.err().get(2).startsWith(edits + ":1: edit.SetFactor.factor: missing"));
        assertEquals("fairstream: 3 bad lines; nothing was folded", fold.err().get(3));
    }

    /** They are records, and the topology would refuse them. */
    @Test
    void eventsThatWouldBeRefusedAreToldBeforeAnythingStarts() throws Exception {
        Path matches = file(
                "refused.jsonl",
                Lines.matched("slot1", "2023-11-14T22:13:20Z", "alice", 1),
                Lines.matched("slot1", "2023-11-14T22:13:20Z", "alice", -1));
        Console fold = Console.run("fold", "matches=" + matches, "--print", "priorities");
        assertEquals(1, fold.exitCode());
        assertTrue(
                fold.err().get(0).startsWith(matches + ":2: slotWeight: -1.0 (expected: "),
                fold.err().toString());
        assertEquals("fairstream: 1 bad line; nothing was folded", fold.err().get(1));
        Console skipping =
                Console.run("fold", "matches=" + matches, "--ignore-errors", "--print", "rejections", "--json");
        assertEquals(0, skipping.exitCode(), skipping.toString());
        assertTrue(skipping.out().get(0).contains("\"reason\":\"WEIGHT_NEGATIVE\""), skipping.toString());
    }

    @Test
    void wrongUsageIsToldAsSuch() throws Exception {
        assertEquals(2, Console.run("fold").exitCode());
        assertEquals(2, Console.run("fold", "matches").exitCode());
        assertEquals(2, Console.run("fold", "priorities=x.jsonl").exitCode());
        String matches = "matches=" + file("one.jsonl", Lines.unmatched("slot1", "2023-11-14T22:13:20Z"));
        assertEquals(2, Console.run("fold", matches).exitCode());
        assertEquals(2, Console.run("fold", matches, "--print", "users").exitCode());
        assertEquals(
                2,
                Console.run("fold", matches, "--print", "priorities", "--set", "threads=0")
                        .exitCode());
        Console missing = Console.run("fold", "matches=/no/such/file", "--print", "priorities");
        assertEquals(1, missing.exitCode());
        assertEquals(1, missing.err().size(), missing.toString());
    }

    private Path file(String name, String... lines) throws IOException {
        return Files.write(directory.resolve(name), List.of(lines));
    }
}
