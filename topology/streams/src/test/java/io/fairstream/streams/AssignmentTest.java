package io.fairstream.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.assign.ProjectBoard;
import io.fairstream.rules.usage.BalanceAccount.ChargeUnit;
import io.fairstream.schemas.Preferences;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.runtime.TopologyConfig;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Decisions, balances and reports to the projects that hosts are given, with complete outputs. */
class AssignmentTest {
    private static final String CPUS = ",\"versions\":[{\"platform\":\"linux\"}]";
    private static final String GPUS = ",\"versions\":[{\"platform\":\"linux\",\"gpu\":true}]";
    private static final String HOST =
            "\"processors\":8,\"gpus\":1,\"cpuFlopsEach\":1e9,\"gpuFlopsEach\":1e12,\"usableGpu\":true";
    private static final String ONLY_CPUS =
            "\"processors\":8,\"gpus\":0,\"cpuFlopsEach\":1e9,\"gpuFlopsEach\":0,\"usableGpu\":false";
    private static final String ONLY_GPU =
            "\"processors\":0,\"gpus\":1,\"cpuFlopsEach\":0,\"gpuFlopsEach\":1e12,\"usableGpu\":true";
    private static final TopologyConfig.Volunteers RECENT = new TopologyConfig.Volunteers(ChargeUnit.FLOPS, true, 7, 3);

    private final StringBuilder story = new StringBuilder();
    private final List<Changelog> changelogs = List.of(
            new Changelog("assignment-projects"),
            new Changelog("assignment-preferences"),
            new Changelog("assignment-balances"));
    private AssignmentPipeline pipeline = new AssignmentPipeline(Pipeline.VOLUNTEERS, 1, Pipeline.stateDirectory());

    @AfterEach
    void close() {
        pipeline.close();
    }

    @Test
    void theProjectThatIsOwedMostIsGivenFirst() {
        tell("nothing is decided yet", () -> pipeline.report("h1", 1, ONLY_CPUS));
        tell("a project without an allocation", () -> pipeline.project("rosetta", CPUS + ",\"share\":2"));
        tell("it is owed nothing", () -> pipeline.report("h1", 2, ONLY_CPUS));
        tell("now it is, and another", () -> {
            pipeline.balance("rosetta", owed(5e12, 1e12));
            pipeline.project("einstein", CPUS).balance("einstein", owed(9e12, 0));
        });
        tell("einstein is owed more", () -> pipeline.report("h1", 3, ONLY_CPUS));
        tell("rosetta's balance has grown by then", () -> pipeline.report("h1", 24, ONLY_CPUS));
        tell("an app of einstein's is owed most", () -> pipeline.balance("einstein/gw", owed(9e15, 0)));
        tell("it counts for the project", () -> pipeline.report("h1", 25, ONLY_CPUS));
        expect("assignments");
    }

    @Test
    void whatAUserWantsAndWhatAHostHasCount() {
        String bio = ",\"keywords\":[{\"keyword\":\"bio\"}]";
        pipeline.project("einstein", CPUS).project("rosetta", CPUS + bio).project("gpugrid", GPUS);
        pipeline.project("lhc", ",\"versions\":[{\"platform\":\"linux\",\"vm\":true},{\"platform\":\"windows\"}]");
        pipeline.balance("einstein", owed(4e12, 0)).balance("rosetta", owed(3e12, 0));
        pipeline.balance("gpugrid", owed(2e12, 0)).balance("lhc", owed(1e12, 0));
        tell("a host that has everything", () -> pipeline.report("h1", 1, HOST));
        tell("a host with GPUs alone", () -> pipeline.report("h2", 1, ONLY_GPU));
        tell(
                "einstein has no work for CPUs, rosetta cannot be asked",
                () -> pipeline.report(
                        "h1", 2, HOST + projects("einstein\",\"noWorkCpu\":true", "rosetta\",\"rpcFailures\":2")));
        tell("alice opts out", () -> pipeline.preferences("alice", ",\"optedOut\":[\"einstein\"]"));
        tell("of einstein", () -> pipeline.report("h1", 3, HOST));
        tell("and does not want biology", () -> pipeline.preferences("alice", ",\"unwanted\":[\"bio\"]"));
        tell("instead", () -> pipeline.report("h1", 4, HOST));
        tell("she no longer minds", () -> pipeline.send(Topics.PREFERENCES, "alice", null));
        tell("anything", () -> pipeline.report("h1", 5, HOST));
        expect("assignments-wishes");
    }

    @Test
    void withThePolicyRecentWhoGotLeastOfItsShareComesFirst() {
        restart(RECENT);
        pipeline.project("einstein", CPUS + ",\"share\":3")
                .project("rosetta", CPUS)
                .project("idle", CPUS + ",\"share\":0");
        pipeline.balance("einstein", ",\"days\":[{\"day\":\"2026-03-01\",\"amount\":4e12}]");
        pipeline.balance("einstein/gw", owed(9e15, 0));
        pipeline.balance(
                "rosetta",
                ",\"days\":[{\"day\":\"2026-02-20\",\"amount\":9e15},{\"day\":\"2026-03-02\",\"amount\":2e12}]");
        tell("einstein has two thirds and is owed three quarters", () -> pipeline.report("h1", 1, ONLY_CPUS));
        tell("at the end of the week only rosetta's counts", () -> pipeline.report("h1", 6 * 24, ONLY_CPUS));
        tell("a day later nothing does", () -> pipeline.report("h1", 7 * 24, ONLY_CPUS));
        expect("assignments-recent");
    }

    @Test
    void aDecisionIsTakenBack() {
        tell("a project", () -> pipeline.project("einstein", CPUS).balance("einstein", owed(1e12, 0)));
        tell("delivered again", () -> pipeline.project("einstein", CPUS));
        tell("with a GPU", () -> pipeline.project("einstein", GPUS));
        tell("is given", () -> pipeline.report("h1", 1, HOST));
        tell("and taken back", () -> pipeline.send(Topics.PROJECTS, "einstein", null));
        tell("twice", () -> pipeline.send(Topics.PROJECTS, "einstein", null));
        tell("is not", () -> pipeline.report("h1", 2, HOST));
        tell("it comes back, its balance is gone", () -> {
            pipeline.project("einstein", CPUS).send(Topics.BALANCES, "einstein", null);
            pipeline.send(Topics.BALANCES, "never", null).send(Topics.PREFERENCES, "never", null);
        });
        tell("is owed nothing", () -> pipeline.report("h1", 3, HOST));
        expect("assignments-taken-back");
    }

    @Test
    void ofADecisionThatIsTakenBackNoStateIsKept() {
        pipeline.project("einstein", CPUS).preferences("alice", "").balance("einstein", owed(1, 0));
        pipeline.send(Topics.PROJECTS, "einstein", null).send(Topics.PREFERENCES, "alice", null);
        pipeline.send(Topics.BALANCES, "einstein", null);
        for (Changelog changelog : changelogs) {
            changelog.read(pipeline.driver());
            assertFalse(changelog.keeps("einstein") || changelog.keeps("alice"));
        }
    }

    @Test
    void decisionsThatAreNoneAreRefused() {
        tell("less than no share", () -> pipeline.project("einstein", ",\"share\":-1"));
        tell("a slash", () -> pipeline.project("a/b", CPUS));
        tell("another key", () -> pipeline.send(Topics.PREFERENCES, "bob", preferences("alice")));
        tell("no key", () -> pipeline.send(Topics.PREFERENCES, null, preferences("alice")));
        tell("nothing at all", () -> pipeline.send(Topics.PROJECTS, null, null));
        tell("nobody", () -> pipeline.preferences("", ""));
        tell("a balance of nothing, and one of a project that takes no part", () -> {
            pipeline.send(Topics.BALANCES, null, null);
            pipeline.balance("never/heard", owed(1, 0)).report("h1", 1, HOST);
        });
        expect("assignments-refused");
    }

    @Test
    void aThousandProjectsTakePartAndOneMoreIsRefusedUntilOneGoes() {
        for (int i = 0; i < ProjectBoard.MAX; i++) {
            pipeline.project("p" + i, CPUS);
        }
        pipeline.balance("late", owed(5e12, 0)).balance("late/app", owed(9e12, 0));
        pipeline.everything();
        tell("one too many", () -> pipeline.project("late", CPUS));
        tell("one of the thousand", () -> pipeline.project("p7", CPUS + ",\"share\":2"));
        tell("one goes", () -> pipeline.send(Topics.PROJECTS, "p7", null));
        tell("now it can", () -> pipeline.project("late", CPUS));
        assertTrue(
                pipeline.report("h1", 1, ONLY_CPUS).everything().get(0).contains("balance of late/app: 9.00000e+12"),
                "what it was owed before it took part is known");
        expect("assignments-thousand");
    }

    private static Preferences preferences(String user) {
        return new Preferences(user, List.of(), List.of(), List.of(), null);
    }

    @Test
    void afterARestartTheChoiceIsTheSame() {
        pipeline.project("einstein", CPUS)
                .project("rosetta", CPUS)
                .project("lhc", CPUS)
                .project("gone", CPUS);
        pipeline.balance("einstein", owed(4e12, 0))
                .balance("rosetta", owed(3e12, 0))
                .balance("lhc", owed(3e12, 1e9));
        pipeline.preferences("alice", ",\"optedOut\":[\"einstein\"]").preferences("bob", ",\"wanted\":[\"bio\"]");
        pipeline.send(Topics.PROJECTS, "gone", null);
        pipeline.everything();
        List<String> before = pipeline.report("h1", 5, HOST).everything();
        assertEquals(1, before.size());
        assertTrue(before.get(0).contains("the user opted out"), before::toString);
        restart(Pipeline.VOLUNTEERS);
        assertEquals(before, pipeline.report("h1", 5, HOST).everything());
        assertEquals(
                List.of(
                        "input-counts fairstream.projects/0 {\"topic\":\"fairstream.projects\",\"partition\":0,\"read\":6,"
                                + "\"applied\":5,\"duplicates\":1,\"withoutEffect\":0,\"rejected\":0,\"waiting\":0}"),
                pipeline.project("einstein", CPUS).everything());
    }

    /** The driver has one task, which is the first; other tasks count the others. */
    @Test
    void ofSeveralTasksOneCountsADecisionAndAllHeedIt() {
        pipeline.close();
        pipeline = new AssignmentPipeline(Pipeline.VOLUNTEERS, 3, Pipeline.stateDirectory());
        for (String name : List.of("einstein", "rosetta", "lhc", "gpugrid", "seti", "milkyway")) {
            pipeline.project(name, CPUS).balance(name, owed(1e12, 0));
            pipeline.project(name, ",\"share\":-1");
        }
        tell(
                "all six projects are known; seti, and what is wrong with it, is this task's to count",
                () -> pipeline.report("h1", 1, HOST));
        expect("assignments-of-a-task");
    }

    /** Balance and what is added each hour. */
    private static String owed(double balance, double accrual) {
        return String.format(
                ",\"balance\":%1$s,\"initialBalance\":%1$s,\"accrued\":0,\"withheld\":0,\"charged\":0,\"accrual\":%2$s,"
                        + "\"interval\":3600,\"start\":\"2026-03-02T00:00:00Z\",\"asOf\":\"2026-03-02T00:00:00Z\"",
                balance, accrual);
    }

    private static String projects(String... said) {
        return ",\"projects\":[{\"project\":\"" + String.join("},{\"project\":\"", said) + "}]";
    }

    private void restart(TopologyConfig.Volunteers volunteers) {
        Path directory = Pipeline.stateDirectory();
        for (Changelog changelog : changelogs) {
            changelog.read(pipeline.driver());
            changelog.restore(directory);
        }
        pipeline.close();
        pipeline = new AssignmentPipeline(volunteers, 1, directory);
    }

    private void tell(String what, Runnable event) {
        event.run();
        story.append("# ").append(what).append('\n');
        pipeline.everything().forEach(line -> story.append(line).append('\n'));
    }

    private void expect(String name) {
        Golden.assertSame("stories/" + name + ".txt", story.toString());
    }
}
