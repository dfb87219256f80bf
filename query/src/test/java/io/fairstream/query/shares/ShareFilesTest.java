package io.fairstream.query.shares;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.share.ShareTree.ShareNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The content of files of each format. All samples are synthetic. */
class ShareFilesTest {
    private static final String BANKS = """
            bank_id,bank,active,parent_bank,shares,job_usage,priority
            1,root,1,,1,0.0,0.0
            2,physics,1,root,40,10.5,0.0
            3,theory,0,physics,1,0.0,0.0
            """;

    private static final String USERS = """
            creation_time,mod_time,active,username,userid,bank,default_bank,shares,job_usage,fairshare
            0,0,1,alice,5011,theory,theory,3,0.0,0.5
            0,0,0,bob,5012,theory,theory,,0.0,0.5
            """;

    private static final String DUMP = """
            # Cluster - 'cluster_name':MaxTRESPerJob=node=50
            Cluster - 'tux':Fairshare=1:QOS='normal'
            Parent - 'root'
            User - 'root':DefaultAccount='root':AdminLevel='Administrator':Fairshare=1
            Account - 'physics':Description='physics: all of it':Organization="science":Fairshare=40
            Account - 'chem':Description='chem':Organization='chem'
            Parent - 'physics'
            User - 'alice':DefaultAccount='physics':FairShare=3
            User - 'bob':DefaultAccount='physics':Fairshare=parent
            User - 'carol':DefaultAccount='physics':Fairshare=2147483647
            Parent - 'chem'
            User - 'alice':Partition='gpu':DefaultAccount='physics':Fairshare=5
            User - 'alice':Partition='cpu':DefaultAccount='physics':Fairshare=7
            User - 'dave':Partition='gpu':Fairshare=9
            User - 'dave':Fairshare=2
            """;

    @TempDir
    private Path directory;

    private final List<String> known = new ArrayList<>();

    private Statement<ShareNode> read(String... texts) throws IOException {
        List<Path> files = new ArrayList<>();
        for (String text : texts) {
            files.add(Files.writeString(directory.resolve("f" + (files.size() + 1)), text));
        }
        return Statement.read(files, null, known);
    }

    private static List<String> nodes(Statement<ShareNode> statement) {
        return statement.nodes().values().stream()
                .map(stated -> String.format(
                        "%s %s %s%s",
                        stated.node().path(),
                        stated.node().kind(),
                        stated.node().useParent() ? "parent" : stated.node().shares(),
                        stated.node().active() ? "" : " inactive"))
                .toList();
    }

    private List<String> local(List<String> texts) {
        return texts.stream().map(text -> text.replace(directory + "/", "")).toList();
    }

    @Test
    void tablesOfFluxSayPathsByTheirBanksInWhateverOrder() throws IOException {
        List<String> expected = List.of(
                "root BANK 1.0",
                "root/physics BANK 40.0",
                "root/physics/theory BANK 1.0 inactive",
                "root/physics/theory/alice USER 3.0",
                "root/physics/theory/bob USER 1.0 inactive");
        Statement<ShareNode> statement = read(BANKS, USERS);
        assertEquals(List.of(), statement.problems());
        assertEquals(expected, nodes(statement));
        assertEquals(expected, nodes(read(USERS, BANKS)));
        assertEquals(
                List.of("f1:2", "f1:3", "f1:4"),
                local(read(BANKS).nodes().values().stream().map(Stated::place).toList()));
    }

    @Test
    void tablesWithoutAHeaderHaveFluxsColumnsOfOld() throws IOException {
        assertEquals(
                List.of("root BANK 1.0", "root/a BANK 2.0", "root/a/eve USER 4.0"),
                nodes(read("root,,1\na,root,2\n", "eve,5013,a,4,10,15,5,\"\"\n")));
    }

    @Test
    void usersAloneAreOfBanksThatAreKnown() throws IOException {
        known.addAll(List.of("root/physics/theory", "root/chem/lab", "root/bio/lab"));
        Statement<ShareNode> statement = read("username,bank,shares\nalice,theory,3\nbob,lab,1\ncarol,moon,1\n");
        assertEquals(List.of("root/physics/theory/alice USER 3.0"), nodes(statement));
        assertEquals(
                List.of(
                        "f1:3: bank: \"lab\" (expected: a bank of the files or of the topic, which has several of that"
                                + " name)",
                        "f1:4: bank: \"moon\" (expected: a bank of the files or of the topic)"),
                local(statement.problems()));
    }

    @Test
    void whatIsWrongInTablesIsToldWithItsLineAndOnce() throws IOException {
        Statement<ShareNode> statement = read("""
                bank,parent_bank,shares,active
                root,,1,1
                a,b,1,1
                b,a,1,1
                c,root,-2,1
                d,root,many,yes
                c,root,1,1
                e/f,root,1,1
                """, "username,bank,shares\neve,a,1\n");
        assertEquals(
                List.of(
                        "f1:7: bank: c twice (expected: once)",
                        "f1:8: \"e/f\" (expected: a name without a slash)",
                        "f1:3: parent_bank: b (expected: no circle), bank a",
                        "f1:4: b: in a, which is refused (f1:3)",
                        "f1:5: shares: \"-2\" (expected: a number of 0 or more)",
                        "f1:6: shares: \"many\" (expected: a number of 0 or more)",
                        "f2:2: eve: in a, which is refused (f1:3)"),
                local(statement.problems()));
        assertEquals(List.of("root BANK 1.0"), nodes(statement));
    }

    @Test
    void aLineOfATableThatCannotBeReadIsRefusedAlone() throws IOException {
        Statement<ShareNode> statement = read("bank,parent_bank,shares\nroot,,1\n\"a,root,2\nb,root,3\n");
        assertEquals(List.of("root BANK 1.0", "root/b BANK 3.0"), nodes(statement));
        assertEquals(1, statement.problems().size(), statement.problems().toString());
        assertTrue(
                local(statement.problems()).get(0).startsWith("f1:3: "),
                statement.problems().toString());
    }

    @Test
    void theRootHasNoParentWhoseSharesItCouldUse() throws IOException {
        Statement<ShareNode> statement = read("Cluster - 'tux':Fairshare=parent\n");
        assertEquals(List.of("root BANK 1.0"), nodes(statement));
        assertEquals(
                List.of("f1:1: root: Fairshare=parent counts as 1 share, because root has no parent"),
                local(statement.notes()));
    }

    @Test
    void aTableWithOtherColumnsIsRefused() throws IOException {
        assertEquals(
                List.of("f1:1: \"queue,bank\" (expected: columns bank,parent_bank,shares or username,bank,shares)"),
                local(read("queue,bank\nbatch,a\n").problems()));
    }

    @Test
    void aDumpOfSlurmSaysItsAccountsAndUsers() throws IOException {
        Statement<ShareNode> statement = read(DUMP);
        assertEquals(List.of(), statement.problems());
        assertEquals(
                List.of(
                        "root BANK 1.0",
                        "root/root USER 1.0",
                        "root/physics BANK 40.0",
                        "root/chem BANK 1.0",
                        "root/physics/alice USER 3.0",
                        "root/physics/bob USER parent",
                        "root/physics/carol USER parent",
                        "root/chem/alice USER 7.0",
                        "root/chem/dave USER 2.0"),
                nodes(statement));
    }

    @Test
    void aDumpsReaderIsToldWhatWasNotTakenAsItStands() throws IOException {
        assertEquals(
                List.of(
                        "f1:13: root/chem/alice: one association for all partitions, with 7.0 shares (also stated:"
                                + " 5.0)",
                        "f1:15: root/chem/dave: one association for all partitions, with 2.0 shares (also stated:"
                                + " 9.0)"),
                local(read(DUMP).notes()));
    }

    @Test
    void inADumpWhatStandsBeforeAnyParentIsInTheRoot() throws IOException {
        Statement<ShareNode> statement = read("""
                Cluster - 'tux'
                Account - 'physics':Fairshare=40
                Account - 'chem':Fairshare=2
                Parent - 'physics'
                User - 'alice':Fairshare=3
                """);
        assertEquals(
                List.of("root BANK 1.0", "root/physics BANK 40.0", "root/chem BANK 2.0", "root/physics/alice USER 3.0"),
                nodes(statement));
        assertEquals(List.of(), statement.problems());
        assertEquals(List.of("f1:2: no Parent line above it, assumed in root"), local(statement.notes()));
    }

    @Test
    void whatIsWrongInADumpIsToldWithItsLine() throws IOException {
        Statement<ShareNode> statement = read("""
                Cluster - 'tux'
                Parent - 'moon'
                User - 'alice':Fairshare=1
                Parent - 'root'
                Account - 'physics':Fairshare=a lot
                Account - 'physics'
                Accounts 'chem'
                Account - 'bio:Fairshare=2
                Cluster - 'gnu'
                Parent - 'physics'
                User - 'bob'
                User - 'bob'
                """);
        assertEquals(
                List.of(
                        "f1:2: parent: moon (expected: an account that stands above it)",
                        "f1:3: user alice: in moon, which is refused (f1:2)",
                        "f1:5: Fairshare: a lot (expected: a whole number of 0 or more, or parent), root/physics",
                        "f1:6: account: physics twice (expected: once in a cluster)",
                        "f1:7: \"Accounts 'chem'\" (expected: a line like Account - 'physics':Fairshare=10, quotes"
                                + " closed)",
                        "f1:8: \"Account - 'bio:Fairshare=2\" (expected: a line like Account - 'physics':Fairshare=10,"
                                + " quotes closed)",
                        "f1:9: cluster: gnu (expected: one cluster in a file, here tux)",
                        "f1:12: root/physics/bob: stated twice (expected: once; first at f1:11)"),
                local(statement.problems()));
    }

    @Test
    void nodesComeAsLinesAsAnArrayAndAsTheTreeOfFlux() throws IOException {
        List<String> expected = List.of("root BANK 1.0", "root/a BANK 2.5 inactive", "root/b BANK 1.0");
        String root = "{\"path\":\"root\",\"kind\":\"BANK\"}";
        String inactive = "{\"path\":\"root/a\",\"kind\":\"BANK\",\"shares\":2.5,\"active\":false}";
        String last = "{\"path\":\"root/b\",\"kind\":\"BANK\"}";
        assertEquals(expected, nodes(read(root + "\n\n" + inactive + "\n" + last + "\n")));
        assertEquals(expected, nodes(read("[" + root + ",\n" + inactive + "," + last + "]")));
        assertEquals(List.of("root BANK 1.0"), nodes(read(root)));
        assertEquals(List.of("root BANK 1.0", "root/A BANK 4.0", "root/A/alice USER 3.0"), nodes(read("""
                        {"root": {"bank": "root", "shares": 1, "usage": 8.0, "children": [
                          {"bank": "A", "shares": 4, "usage": 8.0, "children": [
                            {"username": "alice", "shares": 3, "usage": 8.0}]}]}}
                        """)));
    }

    @Test
    void whatIsWrongInJsonIsTold() throws IOException {
        assertEquals(
                List.of("f1:2: share: unknown field (did you mean shares?)"),
                local(read("{\"path\":\"root\",\"kind\":\"BANK\"}\n{\"path\":\"x\",\"kind\":\"USER\",\"share\":1}\n")
                        .problems()));
        assertEquals(
                List.of(
                        "f1: shares: missing (expected: a number), root/A",
                        "f1: username: 7 (expected: a name without a slash), in root/A",
                        "f1: bank: missing (expected: a name without a slash), in root",
                        "f1: \"bob\": in a rejected bank, in root"),
                local(read("{\"root\":{\"bank\":\"root\",\"shares\":1,\"children\":[{\"bank\":\"A\",\"children\":"
                                + "[{\"username\":7,\"shares\":1}]},{\"shares\":1,\"children\":[{\"username\":\"bob\"}]}]}}")
                        .problems()));
        assertEquals(
                List.of("f1: export-json has no shares (expected: the tables of export-db, or a tree with a root)"),
                local(read("{\"associations\":[],\"banks\":[]}").problems()));
    }
}
