package io.fairstream.query.shares;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.schemas.Allocation;
import io.fairstream.schemas.AllocationUnit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of allocations, and what they change. All samples are synthetic, in the form of sacctmgr 23.11. */
class AllocationFilesTest {
    private static final Instant TODAY = Instant.parse("2026-03-02T00:00:00Z");

    private static final String DUMP = """
            # To edit this file start with a cluster line for the new cluster
            Cluster - 'tux':Fairshare=1:QOS='normal':GrpTRESMins=cpu=9000000
            Parent - 'root'
            User - 'root':DefaultAccount='root':AdminLevel='Administrator':Fairshare=1
            Account - 'physics':Description='physics':Organization='science':Fairshare=60:GrpTRESMins=cpu=600000,gres/gpu=20000
            Account - 'bio':Description='biology':Organization='science':Fairshare=40:GrpTRES=cpu=512
            Parent - 'physics'
            User - 'alice':DefaultAccount='physics':Fairshare=2:GrpTRESMins=billing=1000,cpu=1200,mem=5000:MaxTRESMins=cpu=600
            User - 'bob':DefaultAccount='physics':Fairshare=1:MaxTRESMins=cpu=-1:GrpTRESMins=cpu=-1
            User - 'carol':Partition='gpu':DefaultAccount='physics':Fairshare=1:GrpTRESMins=gres/gpu=60
            User - 'dave':DefaultAccount='physics':Fairshare=1:GrpTRESMins=cpu=lots
            Parent - 'bio'
            Account - 'cells':Description='cells':Organization='science':GrpCPUMins=60
            User - 'eve':DefaultAccount='bio':GrpTRESMins=energy=5000
            """;

    private static final String ASSOCIATIONS = """
            Cluster|Account|User|Partition|Share|Priority|GrpJobs|GrpTRES|GrpSubmit|GrpWall|GrpTRESMins|MaxJobs|MaxTRES|MaxTRESPerNode|MaxSubmit|MaxWall|MaxTRESMins|QOS|Def QOS|GrpTRESRunMins
            tux|root|||1|||||||||||||normal||
            tux|root|root||1|||||||||||||normal||
            tux|physics|||60||||||cpu=600000,gres/gpu=20000|||||||normal||
            tux|physics|alice||2||||||||||||cpu=600|normal||cpu=100000
            tux|bio|||40||||||node=50|||||||normal||
            tux|chem|||40||||||cpu=5|||||||normal||
            owl|physics|||60||||||cpu=7|||||||normal||
            """;

    @TempDir
    private Path directory;

    private Statement<AllocationEdit> read(String text, @Nullable AllocationUnit preferred, String... banks)
            throws IOException {
        Path file = Files.writeString(directory.resolve("f"), text);
        return AllocationFiles.read(List.of(file), null, preferred, List.of(banks));
    }

    private Loading<Allocation> load(String text, Allocation... before) throws IOException {
        SortedMap<String, Allocation> held = new TreeMap<>();
        List.of(before).forEach(allocation -> held.put(allocation.getTarget(), allocation));
        return Loading.of(held, read(text, null), TODAY);
    }

    private List<String> local(List<String> texts) {
        return texts.stream().map(text -> text.replace(directory + "/", "")).toList();
    }

    private static List<String> grants(Statement<AllocationEdit> statement) {
        return statement.nodes().entrySet().stream()
                .map(entry -> entry.getValue().node().applyTo(entry.getKey(), null, TODAY))
                .map(it -> it.getTarget() + " " + it.getInitialBalance() + " " + it.getUnit())
                .toList();
    }

    @Test
    void limitsOfADumpAreAllocationsOfPaths() throws IOException {
        Statement<AllocationEdit> statement = read(DUMP, null);
        assertEquals(
                List.of(
                        "/root 5.4E8 CPU",
                        "/root/physics 3.6E7 CPU",
                        "/root/physics/alice 60000.0 BILLING",
                        "/root/bio/cells 3600.0 CPU",
                        "/root/bio/eve 5000.0 ENERGY"),
                grants(statement));
        assertEquals(
                List.of(
                        "f:11: GrpTRESMins: cpu=lots (expected: whole minutes, as cpu=600000), target /root/physics/dave"),
                local(statement.problems()));
    }

    @Test
    void theLimitsThatAreNoneOfATargetAreNamed() throws IOException {
        assertEquals(
                List.of(
                        "f:5: /root/physics: GrpTRESMins gres/gpu=20000 skipped (one unit of a target, here CPU; --unit"
                                + " chooses another)",
                        "f:8: /root/physics/alice: MaxTRESMins cpu=600 skipped (a limit per job)",
                        "f:8: /root/physics/alice: GrpTRESMins mem=5000 skipped (no unit of allocations)",
                        "f:8: /root/physics/alice: GrpTRESMins cpu=1200 skipped (one unit of a target, here BILLING; --unit"
                                + " chooses another)",
                        "f:10: /root/physics/carol: GrpTRESMins gres/gpu=60 skipped (a limit in the partition gpu)"),
                local(read(DUMP, null).notes()));
    }

    @Test
    void anotherUnitCanBeChosen() throws IOException {
        assertEquals(
                List.of(
                        "/root 5.4E8 CPU",
                        "/root/physics 1200000.0 GPU",
                        "/root/physics/alice 60000.0 BILLING",
                        "/root/bio/cells 3600.0 CPU",
                        "/root/bio/eve 5000.0 ENERGY"),
                grants(read(DUMP, AllocationUnit.GPU)));
    }

    @Test
    void accountsOfATableAreFoundAmongTheBanks() throws IOException {
        Statement<AllocationEdit> statement =
                read(ASSOCIATIONS, null, "root", "root/science", "root/science/physics", "root/bio");
        assertEquals(List.of("/root/science/physics 3.6E7 CPU", "/root/bio 3000.0 NODE"), grants(statement));
        assertEquals(
                List.of(
                        "f:7: account: \"chem\" (expected: an account of that name in shares, or a column ParentName)",
                        "f:8: cluster: owl (expected: one cluster in a file, here tux)"),
                local(statement.problems()));
        assertEquals(
                List.of(
                        "f:4: /root/science/physics: GrpTRESMins gres/gpu=20000 skipped (one unit of a target, here CPU; --unit"
                                + " chooses another)",
                        "f:5: /root/science/physics/alice: GrpTRESRunMins cpu=100000 skipped (a limit of running jobs)",
                        "f:5: /root/science/physics/alice: MaxTRESMins cpu=600 skipped (a limit per job)"),
                local(statement.notes()));
    }

    @Test
    void aTableCanNameTheParents() throws IOException {
        Statement<AllocationEdit> statement = read("""
                Account|Par Name|User|GrpTRESMins
                root|||
                 physics|root||billing=10
                  theory|physics||billing=5
                  theory||alice|billing=1
                moon|sun||billing=1
                sun|moon||billing=1
                """, null);
        assertEquals(
                List.of(
                        "/root/physics 600.0 BILLING",
                        "/root/physics/theory 300.0 BILLING",
                        "/root/physics/theory/alice 60.0 BILLING"),
                grants(statement));
        assertEquals(2, statement.problems().size(), statement.problems().toString());
    }

    @Test
    void aTableOfOursChangesTheCellsThatAreFilled() throws IOException {
        Allocation before = allocation("/root/physics", "hours 10, contacts pi@physics.example, start 2026-01-01");
        Loading<Allocation> loading = load("""
                target,unit,hours,accrual_hours,every,start,end,carry-over,thresholds,contacts,when-spent,color
                /root/physics,,20,,,,,,,,,red
                /root/bio,gpu,5,1,30d,2026-01-01,2027-01-01,0.5,50 100,a@b.example c@d.example,hold,
                einstein,,1,,,,,,,,,
                /root/chem,,,,,,,,,,,
                ,,1,,,,,,,,,
                """, before);
        Allocation changed = loading.change().after().get("/root/physics");
        assertEquals(Allocation.newBuilder(before).setInitialBalance(20 * 3600).build(), changed);
        assertEquals(
                List.of(
                        "/root/bio: added, grant 5 GPU h, accrual 1 GPU h every 30 d, carry-over 50.0 %, start 2026-01-01, end"
                                + " 2027-01-01, thresholds 50 100 %, contacts a@b.example c@d.example, when spent hold",
                        "/root/physics: grant 20 CPU h (was 10 CPU h)"),
                sentences(loading));
        assertEquals(
                List.of(
                        "f:6: target: \"\" (expected: a path after a slash, or a project)",
                        "f:4: hours: 1 (expected: amount; projects have the unit allocation.charge.unit), target einstein",
                        "f:5: hours: none (expected: hours, amount or accrual of a new allocation), target /root/chem"),
                local(loading.refused()));
        assertEquals("1 added, 1 changed, 0 removed, 0 as before, 3 refused", loading.summary());
        assertEquals(
                List.of("f: columns without effect: color"),
                local(read("target,color\na,b\n", null).notes()));
    }

    @Test
    void aTableWithoutTargetsIsRefused() throws IOException {
        assertEquals(
                List.of("f:1: \"path,hours\" (expected: a column target, and others such as unit, hours, start)"),
                local(read("path,hours\n/root,5\n", null).problems()));
    }

    @Test
    void linesOfTheTopicAreWholeAllocations() throws IOException {
        Allocation before = allocation("/root/physics", "hours 10, contacts pi@physics.example");
        Loading<Allocation> loading = load("""
                {"target":"/root/physics","project":"","initialBalance":7200,"start":"2026-01-01T00:00:00Z","unit":"NODE"}
                {"target":"einstein","project":"einstein","initialBalance":1e15,"start":"2026-01-01T00:00:00Z"}
                {"target":"rosetta","project":"rosetta","start":"2026-01-01T00:00:00Z","unit":"CPU"}
                {"target":"/root/physics","project":"","start":"2026-01-01T00:00:00Z"}
                {"target":
                """, before);
        assertEquals(
                List.of(
                        "/root/physics: grant 2 node h (was 10 CPU h); start 2026-01-01 (was 2026-03-02); thresholds none (was"
                                + " 80 90 100 %); contacts none (was pi@physics.example)",
                        "einstein: added, grant 1.00000 P, start 2026-01-01"),
                sentences(loading));
        List<String> refused = local(loading.refused());
        assertEquals("f:4: /root/physics: stated twice (expected: once; first at f:1)", refused.get(0));
        assertEquals("f:3: unit: CPU (expected: none with a project), target rosetta", refused.get(2));
        assertEquals(3, refused.size(), refused.toString());
    }

    static Allocation allocation(String target, String fields) {
        return AllocationEditTest.edit(fields).applyTo(target, null, TODAY);
    }

    private static List<String> sentences(Loading<Allocation> loading) {
        return AllocationEditTest.sentences(loading.change());
    }
}
