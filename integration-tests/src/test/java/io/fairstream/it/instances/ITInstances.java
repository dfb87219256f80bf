package io.fairstream.it.instances;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.app.FairstreamApp;
import io.fairstream.it.harness.Site;
import io.fairstream.it.harness.TestCluster;
import io.fairstream.it.harness.TopologyProcess;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.Priority;
import io.fairstream.schemas.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The work of an instance that is gone passes to others. Time-outs are so long here that nothing goes on because of one. */
@Order(3)
class ITInstances {
    @RegisterExtension
    static final TestCluster CLUSTER = new TestCluster();

    private static final Instant START = Instant.parse("2026-03-02T08:00:00Z");
    /** Shorter than a session: who waits for its end is too late. */
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private static final int CUSTOMERS = 40;
    private static final Map<String, String> LONG = Map.of(
            "threads", "1",
            "partitions", "2",
            "kafka.session.timeout.ms", "300000",
            "kafka.transaction.timeout.ms", "600000");

    /** Time enough for each to see the other, of which it learns by the sharing. */
    private static final long WATCHED_MILLIS = 3000;

    private int matches;

    @Test
    void theOthersGoOnAtOnceWhenOneIsKilled() throws InterruptedException {
        Site site = CLUSTER.site("killed", LONG);
        TopologyProcess left = process(site, "left");
        TopologyProcess right = process(site, "right");
        match(site);
        site.awaitCaughtUp(PATIENCE);
        awaitShared(site);
        Thread.sleep(WATCHED_MILLIS);
        site.matches(events(10_000));
        right.kill();
        match(site);
        site.awaitCaughtUp(PATIENCE);
        assertInUse(site);
        assertTrue(left.log().contains("right is dead"), left.log());
    }

    @Test
    void theOthersGoOnAtOnceWhenOneStopsAndShareWhenItIsBack() {
        Site site = CLUSTER.site("stopped", LONG);
        TopologyProcess left = process(site, "left");
        FairstreamApp right = start(site, "right");
        match(site);
        site.awaitCaughtUp(PATIENCE);
        awaitShared(site);
        right.close();
        match(site);
        site.awaitCaughtUp(PATIENCE);
        start(site, "right");
        match(site);
        site.awaitCaughtUp(PATIENCE);
        awaitShared(site);
        assertInUse(site);
        assertTrue(!left.log().contains("right is dead"), left.log());
    }

    @Test
    void oneThatWasKilledAloneComesBackAtOnce() {
        Site site = CLUSTER.site("alone", LONG);
        TopologyProcess alone = process(site, "left");
        match(site);
        site.awaitCaughtUp(PATIENCE);
        site.matches(events(10_000));
        alone.kill();
        match(site);
        start(site, "left");
        site.awaitCaughtUp(PATIENCE);
        assertInUse(site);
    }

    /** The newer protocol of groups, in which the broker divides the work: no names of members, no time-outs of ours. */
    @Test
    void theStreamsProtocolSharesTheWorkToo() {
        Site site =
                CLUSTER.site("streams", Map.of("threads", "1", "partitions", "2", "kafka.group.protocol", "streams"));
        TopologyProcess left = process(site, "left");
        FairstreamApp right = start(site, "right");
        match(site);
        site.awaitCaughtUp(PATIENCE);
        site.awaitStreamsMembers(2, PATIENCE);
        right.close();
        match(site);
        site.awaitCaughtUp(PATIENCE);
        site.awaitStreamsMembers(1, PATIENCE);
        FairstreamApp back = start(site, "right");
        match(site);
        site.awaitStreamsMembers(2, PATIENCE);
        left.kill();
        match(site);
        site.awaitCaughtUp(PATIENCE);
        assertInUse(site);
        assertEquals(Optional.empty(), back.failure());
    }

    /** An instance that is killed, or of which the log is read. */
    private static TopologyProcess process(Site site, String name) {
        return site.process(named(site, name));
    }

    /** An instance in this process. */
    private static FairstreamApp start(Site site, String name) {
        return site.start(named(site, name));
    }

    private static Map<String, String> named(Site site, String name) {
        return Map.of(
                "instance.id", name, "state.dir", site.directory().resolve(name).toString());
    }

    /** Waits until both have tasks. */
    private static void awaitShared(Site site) {
        site.awaitMembers(Set.of("left-1", "right-1"), PATIENCE);
    }

    /** One more match for each customer. */
    private void match(Site site) {
        matches++;
        site.matches(events(matches));
        site.flush();
    }

    private static List<MatchEvent> events(int match) {
        return IntStream.range(0, CUSTOMERS)
                .mapToObj(i -> new MatchEvent(
                        "slot" + i + "-" + match,
                        "",
                        START.plusSeconds(match % 1000),
                        new Matched("user" + i + "@pool", 1.0, "")))
                .toList();
    }

    private void assertInUse(Site site) {
        Map<String, Priority> rows = site.table(Topics.PRIORITIES);
        assertEquals(CUSTOMERS, rows.size());
        for (Priority row : rows.values()) {
            assertTrue(row.getResourcesInUse() >= matches, row.getCustomer() + ": " + row.getResourcesInUse());
        }
    }
}
