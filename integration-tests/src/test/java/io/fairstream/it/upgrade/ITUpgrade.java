package io.fairstream.it.upgrade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.it.harness.Site;
import io.fairstream.it.harness.Tables;
import io.fairstream.it.harness.TestCluster;
import io.fairstream.it.harness.TopologyProcess;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.config.StateVersion;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Two instances of the release before are replaced under load, as docs/operate.md says. The release before is this one that keeps state as
 * that does; with {@code -Dfairstream.before} a build of its own: the class path of a command of state 1, such as {@code
 * /old/cli/target/launcher/fairstream-cli.jar:/old/cli/target/launcher/lib/*}.
 */
@Tag("long")
class ITUpgrade {
    @RegisterExtension
    static final TestCluster CLUSTER = new TestCluster();

    private static final String BEFORE = System.getProperty("fairstream.before", "");
    private static final Duration PATIENCE = Duration.ofSeconds(100);
    private static final byte JOBS_BEFORE = 5;
    private static final byte JOBS_NOW = 6;
    private static final List<Topic<?>> COMPARED = List.of(
            Topics.JOBS,
            Topics.JOB_ACCOUNTING,
            Topics.USER_ACCOUNTING,
            Topics.ASSOCIATION_USAGE,
            Topics.PRIORITIES,
            Topics.OPEN_MATCHES,
            Topics.DAILY);
    private static final Map<String, String> SETTINGS = Map.of("threads", "1", "kafka.num.standby.replicas", "1");

    @Test
    void instancesOfTheReleaseBeforeAreReplacedOneByOneUnderLoad() {
        Site site = CLUSTER.site("upgraded", SETTINGS);
        TopologyProcess left = before(site, "left");
        TopologyProcess right = before(site, "right");
        Load load = Load.on(site);
        awaitWork(site);
        right = replaced(site, right, "right", true);
        left = replaced(site, left, "left", true);
        assertEquals(Set.of(JOBS_BEFORE), Changelogs.layouts(site, "job-ledger"));
        right = replaced(site, right, "right", false);
        awaitTheLayoutOfToday(site);
        assertTrue(left.isAlive(), left::log);
        left = replaced(site, left, "left", false);
        load.finish();
        site.awaitCaughtUp(PATIENCE);
        assertTrue(left.isAlive() && right.isAlive(), () -> site.directory().toString());
        left.stop();
        right.stop();

        Site undisturbed = CLUSTER.site("undisturbed", SETTINGS);
        load.repeat(undisturbed);
        undisturbed.run();
        COMPARED.forEach(topic -> Tables.assertSame(topic, undisturbed, site));
    }

    private static TopologyProcess before(Site site, String name) {
        return BEFORE.isEmpty()
                ? process(site, name, true)
                : site.process(
                        Map.of("state.dir", site.directory().resolve(name).toString()), "-cp", BEFORE);
    }

    /** Stops an instance and starts one in its place, until that has work. */
    private static TopologyProcess replaced(Site site, TopologyProcess old, String name, boolean isUpgrade) {
        assertTrue(old.isAlive(), old::log);
        old.stop();
        TopologyProcess next = process(site, name, isUpgrade);
        site.awaitMember(name + "-1", PATIENCE);
        awaitWork(site);
        return next;
    }

    private static TopologyProcess process(Site site, String name, boolean isUpgrade) {
        Map<String, String> changes = new HashMap<>();
        changes.put("instance.id", name);
        changes.put("state.dir", site.directory().resolve(name).toString());
        if (isUpgrade) {
            changes.put("upgrade.from", Integer.toString(StateVersion.BEFORE));
        }
        return site.process(changes);
    }

    private static void awaitTheLayoutOfToday(Site site) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!Changelogs.layouts(site, "job-ledger").contains(JOBS_NOW)) {
            assertTrue(System.nanoTime() < deadline, "no job ledger is written as this release keeps it");
        }
    }

    /** Waits until some more is accounted. */
    private static void awaitWork(Site site) {
        long before = site.progress(Topics.JOB_EVENTS);
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (site.progress(Topics.JOB_EVENTS) <= before) {
            assertTrue(System.nanoTime() < deadline, "nothing is accounted any more");
        }
    }
}
