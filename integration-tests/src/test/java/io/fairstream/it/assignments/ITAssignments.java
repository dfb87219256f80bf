package io.fairstream.it.assignments;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.app.FairstreamApp;
import io.fairstream.it.harness.Counts;
import io.fairstream.it.harness.Site;
import io.fairstream.it.harness.TestCluster;
import io.fairstream.schemas.Assignment;
import io.fairstream.schemas.HostReport;
import io.fairstream.schemas.PlainJson;
import io.fairstream.schemas.Preferences;
import io.fairstream.schemas.Project;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Every task is told every decision, and each decision is counted once. */
class ITAssignments {
    @RegisterExtension
    static final TestCluster CLUSTER = new TestCluster();

    private static final Instant START = Instant.parse("2026-03-02T08:00:00Z");
    private static final long PATIENCE_MILLIS = 300_000;
    private static final int PROJECTS = 20;
    private static final int HOSTS = 30;

    private int round;

    @Test
    void allHostsAreGivenWhatEveryTaskWasToldAlsoAfterTheStateIsLost() {
        Site site = CLUSTER.site("assignments", Map.of("assign.policy", "recent"));
        for (int i = 0; i < PROJECTS; i++) {
            project(site, i, 1).project(site, i, 1).project(site, i, -1);
        }
        site.send(Topics.PROJECTS, "p0", null);
        site.send(Topics.PREFERENCES, "alice", new Preferences("alice", List.of("p1"), List.of(), List.of(), null));
        site.send(Topics.PREFERENCES, "bob", new Preferences("carol", List.of(), List.of(), List.of(), null));
        site.flush();
        FairstreamApp first = site.start(Map.of());
        await(() -> read(site, Topics.PROJECTS) == 3 * PROJECTS + 1 && read(site, Topics.PREFERENCES) == 2);
        await(() -> known(site));
        first.close();
        site.deleteState();
        FairstreamApp second = site.start(Map.of());
        await(() -> known(site));
        second.close();

        Counts.of(site, Topics.PROJECTS, 3 * PROJECTS + 1).assertNothingLost("projects");
        Counts.of(site, Topics.PREFERENCES, 2).assertNothingLost("preferences");
        assertEquals(PROJECTS + 1, site.records(Topics.REJECTIONS).size());
    }

    private ITAssignments project(Site site, int i, double share) {
        String json =
                String.format("{\"project\":\"p%d\",\"share\":%s,\"versions\":[{\"platform\":\"linux\"}]}", i, share);
        site.send(Topics.PROJECTS, "p" + i, PlainJson.read(Project.class, json));
        return this;
    }

    private static long read(Site site, Topic<?> topic) {
        return Counts.of(site, topic, 0).read();
    }

    /** Lets all hosts report, and tells whether all are told of all projects but the one that was taken back. */
    private boolean known(Site site) {
        round++;
        for (int i = 0; i < HOSTS; i++) {
            String json = String.format(
                    "{\"host\":\"h%d\",\"user\":\"alice\",\"epoch\":\"e\",\"sequence\":%d,\"at\":\"%s\",\"platforms\":[\"linux\"],"
                            + "\"processors\":4,\"gpus\":0,\"cpuFlopsEach\":1e9,\"gpuFlopsEach\":0,\"usableGpu\":false}",
                    i, round, START.plusSeconds(round));
            site.send(Topics.HOST_REPORTS, "h" + i, PlainJson.read(HostReport.class, json));
        }
        site.flush();
        await(() -> answered(site).size() == HOSTS);
        return answered(site).stream().allMatch(ITAssignments::isTold);
    }

    private Collection<Assignment> answered(Site site) {
        return site.table(Topics.ASSIGNMENTS).values().stream()
                .filter(row -> row.getAt().equals(START.plusSeconds(round)))
                .toList();
    }

    private static boolean isTold(Assignment row) {
        Set<String> told = Stream.concat(
                        row.getChoices().stream().map(choice -> choice.getProject()),
                        row.getPassed().stream().map(passed -> passed.getProject()))
                .collect(Collectors.toSet());
        return told.size() == PROJECTS - 1
                && !told.contains("p0")
                && row.getPassed().stream()
                        .anyMatch(passed -> passed.getProject().equals("p1")
                                && passed.getReason().equals("the user opted out"));
    }

    private static void await(BooleanSupplier isSo) {
        long deadline = System.currentTimeMillis() + PATIENCE_MILLIS;
        while (!isSo.getAsBoolean()) {
            if (System.currentTimeMillis() > deadline) {
                throw new AssertionError("not within " + PATIENCE_MILLIS + " ms");
            }
        }
    }
}
