package io.fairstream.cli.shares;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.cli.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code shares} without a cluster. The samples are synthetic. */
class SharesFileCommandTest {
    @TempDir
    private Path directory;

    private String file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text).toString();
    }

    private List<String> local(List<String> lines) {
        return lines.stream().map(line -> line.replace(directory + "/", "")).toList();
    }

    @Test
    void aCheckNeedsNoCluster() throws IOException {
        String banks = file("bank_table.csv", "bank,parent_bank,shares\nroot,,1\nA,root,2\n");
        String users = file("association_table.csv", "username,bank,shares\nalice,A,3\n");
        Console console = Console.run("shares", "load", banks, users, "--check");
        assertEquals(0, console.exitCode(), console.toString());
        assertEquals(
                List.of(
                        "root: added, a bank with 1 share",
                        "root/A: added, a bank with 2 shares",
                        "root/A/alice: added, a user with 3 shares",
                        "3 added, 0 changed, 0 removed, 0 as before; only checked"),
                console.out());
    }

    @Test
    void aCheckIsJsonLinesToo() throws IOException {
        String dump = file("tux.cfg", "Cluster - 'tux'\nParent - 'root'\nAccount - 'A':Fairshare=parent\n");
        Console console = Console.run("shares", "load", dump, "--check", "--json");
        assertEquals(
                List.of(
                        "{\"path\":\"root\",\"change\":\"ADDED\",\"kind\":\"BANK\",\"shares\":1.0,\"active\":true,"
                                + "\"taken\":false}",
                        "{\"path\":\"root/A\",\"change\":\"ADDED\",\"kind\":\"BANK\",\"shares\":1.0,\"active\":true,"
                                + "\"useParent\":true,\"taken\":false}"),
                console.out());
        assertEquals(List.of(), console.err());
    }

    @Test
    void aLineThatIsRefusedKeepsNothingElseFromBeingLoaded() throws IOException {
        String nodes = file("shares.jsonl", """
                {"path":"root","kind":"BANK"}
                {"path":"root/A","kind":"BANK"}
                {"path":"root/alice","kind":"USER"}
                {"path":"moon/B","kind":"BANK","shares":-1}
                {"path":"root/C"}
                """);
        Console console = Console.run("shares", "load", nodes, "--check");
        assertEquals(1, console.exitCode());
        assertEquals(
                List.of(
                        "root: added, a bank with 1 share",
                        "root/A: added, a bank with 1 share",
                        "root/alice: added, a user with 1 share",
                        "3 added, 0 changed, 0 removed, 0 as before, 2 refused; only checked"),
                console.out());
        List<String> err = local(console.err());
        assertEquals(2, err.size(), err.toString());
        assertTrue(err.get(0).startsWith("refused: shares.jsonl:5: kind: missing"), err.toString());
        assertEquals("refused: shares.jsonl:4: shares: -1.0 (expected: 0 to 1e12), moon/B", err.get(1));
    }

    @Test
    void whatStandsInARefusedAccountSaysSoAndTheRestIsLoaded() throws IOException {
        String dump = file("tux.cfg", """
            Cluster - 'tux':Fairshare=1
            Parent - 'root'
            User - 'root':AdminLevel='Administrator':Fairshare=1
            Account - 'physics':Fairshare=a lot
            Account - 'bio':Fairshare=2
            Parent - 'physics'
            Account - 'theory':Fairshare=1
            User - 'alice':Fairshare=1
            Parent - 'theory'
            User - 'bob':Fairshare=1
            Parent - 'bio'
            User - 'carol':Fairshare=1
            Account - 'cells':Fairshare=3
            """);
        Console console = Console.run("shares", "load", dump, "--check");
        assertEquals(1, console.exitCode());
        assertEquals(
                List.of(
                        "refused: tux.cfg:4: Fairshare: a lot (expected: a whole number of 0 or more, or parent),"
                                + " root/physics",
                        "refused: tux.cfg:8: root/physics/alice: in root/physics, which is refused (tux.cfg:4)",
                        "refused: tux.cfg:7: root/physics/theory: in root/physics, which is refused (tux.cfg:4)",
                        "refused: tux.cfg:10: root/physics/theory/bob: in root/physics/theory, which is refused"
                                + " (tux.cfg:7)"),
                local(console.err()));
        assertEquals(
                List.of(
                        "root: added, a bank with 1 share",
                        "root/bio: added, a bank with 2 shares",
                        "root/bio/carol: added, a user with 1 share",
                        "root/bio/cells: added, a bank with 3 shares",
                        "root/root: added, a user with 1 share",
                        "5 added, 0 changed, 0 removed, 0 as before, 4 refused; only checked"),
                console.out());
    }

    @Test
    void whereAllIsRefusedNothingChanges() throws IOException {
        String dump = file("tux.cfg", "Account - 'physics:Fairshare=1\n");
        Console console = Console.run("shares", "load", dump, "--format", "sacctmgr", "--check", "--json");
        assertEquals(1, console.exitCode());
        assertEquals(1, console.out().size(), console.toString());
        assertTrue(console.out().get(0).startsWith("{\"refused\":\""), console.toString());
    }

    @Test
    void aMissingFileIsNamed() {
        Console console = Console.run("shares", "load", "nowhere.csv", "--check");
        assertEquals(1, console.exitCode());
        assertEquals(List.of("fairstream: nowhere.csv: no such file"), console.err());
    }

    @Test
    void optionsOfTheListingBeforeASubcommandAreRefused() {
        Console console = Console.run("shares", "--user", "alice", "check", "--bootstrap-server", "127.0.0.1:1");
        assertEquals(2, console.exitCode());
        assertEquals(
                "fairstream: --user: before check (expected: after it)",
                console.err().get(0));
    }

    @Test
    void aJobThatSaysTooLittleIsWrongUsage() {
        Console console = Console.run("shares", "what-if", "--job", "nodes=4,user=alice,bank=A");
        assertEquals(2, console.exitCode());
        assertTrue(console.err().get(0).contains("hours: missing (expected: such as nodes=64"), console.toString());
    }
}
