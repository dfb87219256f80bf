package io.fairstream.steering.schedulers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.schemas.SteeringKind;
import io.fairstream.steering.Answer;
import io.fairstream.steering.Control;
import io.fairstream.steering.Deadline;
import io.fairstream.steering.Edit;
import io.fairstream.steering.Reading;
import io.fairstream.steering.SchedulerException;
import io.fairstream.steering.peer.StandIn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** As recorded of Slurm 22.05.8. */
class JobLimitsTest {
    @TempDir
    Path directory = Path.of("");

    private StandIn standIn;
    private Slurm slurm;

    @BeforeEach
    void start() throws Exception {
        standIn = new StandIn("slurm", directory)
                .with("assoc", "schedulers/assoc.txt")
                .with("enforced", "associations,limits,qos", "")
                .with("accounts", "", "");
        slurm = new Slurm(standIn.tool(), 1000);
    }

    private List<Control> holds() throws Exception {
        return slurm.withAllocations(new Reading(List.of(), List.of())).holds();
    }

    private Control control(String name) throws Exception {
        return holds().stream()
                .filter(control -> control.account().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private Edit hold(String name) throws Exception {
        return new Edit(control(name), 0, "", SteeringKind.HOLD);
    }

    private Edit release(String name, double limit) throws Exception {
        return new Edit(control(name), limit, "", SteeringKind.RESTORE);
    }

    @Test
    void accountsAndUsersInThemAreAtTheEndsOfPaths() throws Exception {
        assertEquals(
                List.of(
                        Control.ofLimit("root", "", -1, List.of("/root")),
                        Control.ofLimit("root/root", "root", -1, List.of("root/*")),
                        Control.ofLimit("physics", "", 12, List.of("root/physics")),
                        Control.ofLimit("physics/alice", "alice", -1, List.of("physics/*")),
                        Control.ofLimit("physics/carol/main", "carol", 0, List.of("physics/*")),
                        Control.ofLimit("physics/carol", "carol", 9, List.of("physics/*")),
                        Control.ofLimit("denied", "", -1, List.of("root/denied")),
                        Control.ofLimit("theory", "", -1, List.of("physics/theory", "root/theory")),
                        Control.ofLimit("alice", "", -1, List.of("root/alice"))),
                holds().stream()
                        .map(control ->
                                Control.ofLimit(control.account(), control.user(), control.value(), ends(control)))
                        .toList());
    }

    private static List<String> ends(Control control) {
        return control.ends().stream().sorted().toList();
    }

    /** There is an account alice in physics, and a user alice in it: what is meant by physics/alice is in doubt. */
    @Test
    void aPathOfAnAccountAndOfAUserHoldsNeither() throws Exception {
        standIn.with("assoc", StandIn.text("schedulers/assoc.txt"), "carol|physics|||\n");
        assertEquals(List.of("root/carol"), ends(control("carol")));
        assertEquals(List.of(), ends(control("physics/carol")));
        assertEquals(List.of("physics/*"), ends(control("physics/alice")));
    }

    /** Those of the user in the account, of the account, and of all around it; none of a job whose account is not known. */
    @Test
    void aPendingJobIsCoveredByItsAccountAndThoseAroundIt() throws Exception {
        standIn.with("assoc", StandIn.text("schedulers/assoc.txt"), "carol|physics|||\n")
                .with("accounts", "77:theory\n78:physics\n79:gone\n", "");
        Reading reading = slurm.withAllocations(new Reading(
                List.of(),
                List.of(
                        new Control("77_[1-3]", "eve", 0),
                        new Control("77_4", "eve", 5),
                        new Control("78", "carol", 0),
                        new Control("79", "eve", 0),
                        new Control("80", "eve", 0))));
        List<String> inTheory = List.of("theory/*", "physics/theory", "root/theory", "root/physics", "/root");
        assertEquals(
                List.of(
                        inTheory.stream().sorted().toList(),
                        inTheory.stream().sorted().toList(),
                        List.of("/root", "root/physics"),
                        List.of("gone/*"),
                        List.of("/*")),
                reading.controls().stream().map(JobLimitsTest::ends).toList());
    }

    @Test
    void limitsAreSetAndPutBack() throws Exception {
        List<Edit> edits = List.of(hold("physics"), hold("physics/carol"), hold("denied"), hold("physics/carol/main"));
        assertEquals(
                List.of(
                        new Answer(edits.get(0), true, ""),
                        new Answer(edits.get(1), true, ""),
                        new Answer(edits.get(2), false, "sacctmgr: exit 1: Access/permission denied"),
                        new Answer(edits.get(3), true, "")),
                slurm.send(edits, Deadline.never()));
        assertEquals(0, control("physics").value());
        assertEquals(0, control("physics/carol").value());
        List<Edit> back = List.of(release("physics", 12), release("physics/carol", -1));
        assertEquals(
                2,
                slurm.send(back, Deadline.never()).stream()
                        .filter(Answer::accepted)
                        .count());
        assertEquals(12, control("physics").value());
        assertEquals(-1, control("physics/carol").value());
        assertEquals(-1, control("physics/alice").value());
        assertEquals(
                List.of(
                        "-i modify account where name=physics cluster=tux set GrpJobs=0",
                        "-i modify user where name=carol account=physics partition= cluster=tux set GrpJobs=0",
                        "-i modify account where name=denied cluster=tux set GrpJobs=0",
                        "-i modify user where name=carol account=physics partition=main cluster=tux set GrpJobs=0",
                        "-i modify account where name=physics cluster=tux set GrpJobs=12",
                        "-i modify user where name=carol account=physics partition= cluster=tux set GrpJobs=-1"),
                Files.readAllLines(directory.resolve("edits")).stream()
                        .filter(line -> line.startsWith("-i modify"))
                        .toList());
    }

    @Test
    void ofWhatIsOverdueOnlyTheFirstIsSent() throws Exception {
        List<Edit> edits = List.of(hold("physics"), hold("theory"), StandIn.edit("3", 5));
        assertEquals(1, slurm.send(edits, Deadline.in(Duration.ZERO)).size());
        assertEquals(-1, control("theory").value());
    }

    @Test
    void jobsAreSetAfterLimits() throws Exception {
        standIn.with("jobs", "3:0:alice\n", "");
        List<Edit> edits = List.of(hold("physics"), StandIn.edit("3", 5));
        assertEquals(
                List.of(new Answer(edits.get(0), true, ""), new Answer(edits.get(1), true, "")),
                slurm.send(edits, Deadline.never()));
    }

    /** Limits are put back all the same. */
    @Test
    void aClusterThatEnforcesNoLimitsHoldsNothing() throws Exception {
        standIn.with("enforced", "associations", "");
        Answer refused = slurm.send(List.of(hold("physics")), Deadline.never()).get(0);
        assertEquals(
                "AccountingStorageEnforce: associations (expected: limits, or GrpJobs holds nothing)", refused.text());
        assertEquals(12, control("physics").value());
        assertEquals(
                List.of(true),
                slurm.send(List.of(release("physics", 3)), Deadline.never()).stream()
                        .map(Answer::accepted)
                        .toList());
    }

    @Test
    void anotherFormAndAnEmptyListAreErrors() throws Exception {
        standIn.with("assoc", "oops\n", "");
        assertEquals(
                "sacctmgr: oops (expected: Account,ParentName,User,Partition,GrpJobs)",
                assertThrows(SchedulerException.class, this::holds).getMessage());
        standIn.with("assoc", "a|root|||many\n", "");
        assertEquals(
                "sacctmgr: a|root|||many (expected: Account,ParentName,User,Partition,GrpJobs)",
                assertThrows(SchedulerException.class, this::holds).getMessage());
        standIn.with("assoc", "", "");
        assertEquals(
                "sacctmgr: no associations (expected: at least that of root)",
                assertThrows(SchedulerException.class, this::holds).getMessage());
    }

    @Test
    void aNameThatACommandLineCouldChangeIsRefused() throws Exception {
        Edit edit = new Edit(Control.ofLimit("a b", "", -1, List.of()), 0, "", SteeringKind.HOLD);
        assertEquals(
                "a b: a name that a command line could change",
                slurm.send(List.of(edit), Deadline.never()).get(0).text());
    }
}
