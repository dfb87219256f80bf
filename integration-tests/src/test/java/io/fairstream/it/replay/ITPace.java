package io.fairstream.it.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.it.harness.Console;
import io.fairstream.it.harness.Site;
import io.fairstream.it.harness.Tables;
import io.fairstream.it.harness.TestCluster;
import io.fairstream.schemas.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A log much longer than the history, of users whose priorities are often at the floor: there a charge that comes later than
 * the history leaves a trace for some half-lives. {@code -Dlaws.seed=N} for another one.
 */
class ITPace {
    @RegisterExtension
    static final TestCluster CLUSTER = new TestCluster();

    private static final long SEED = Long.getLong("laws.seed", 20240104);
    private static final Duration HISTORY = Duration.ofHours(1);
    private static final Duration SPAN = Duration.ofHours(12);
    private static final SwfLog.Habits HABITS = new SwfLog.Habits(100, 1, Duration.ofMinutes(10));

    @TempDir
    private Path directory;

    @Test
    void partitionsDoNotDriftApartByMoreThanTheHistory() throws Exception {
        Path file = SwfLog.random(SEED, 10_000, SPAN, HABITS).write(directory.resolve("half-day.swf"));
        Tables one = replay(file, "1");
        Tables four = replay(file, "4");
        four.settled().assertSameAs(one.settled(), "seed " + SEED + ", four partitions");
    }

    /** Nothing is processed here, so nothing beyond the first window may be sent. */
    @Test
    void eventsGetNoFurtherAheadOfTheTopologyThanHalfTheHistory() throws Exception {
        Path file = SwfLog.random(SEED, 1000, SPAN, HABITS).write(directory.resolve("idle.swf"));
        Site site = site("4");
        assertEquals(1, replay(file, site).exitCode());
        LongSummaryStatistics sent = site.records(Topics.MATCHES).stream()
                .mapToLong(record -> record.value().getAt().toEpochMilli())
                .summaryStatistics();
        assertTrue(sent.getCount() > 0);
        assertTrue(sent.getMax() - sent.getMin() < HISTORY.toMillis() / 2, sent::toString);
    }

    private static Tables replay(Path file, String partitions) {
        Site site = site(partitions);
        site.whileRunning(Map.of(), () -> assertEquals(0, replay(file, site).exitCode()));
        return Tables.of(site);
    }

    private static Site site(String partitions) {
        return CLUSTER.site(
                "pace" + partitions,
                Map.of(
                        "partitions",
                        partitions,
                        "event.max.lateness",
                        HISTORY.toString(),
                        "priority.halflife",
                        "PT1H"));
    }

    private static Console replay(Path file, Site site) {
        List<String> arguments =
                new ArrayList<>(List.of("--bootstrap-server", CLUSTER.cluster().bootstrapServers()));
        arguments.addAll(List.of("--schema-registry", CLUSTER.cluster().schemaRegistryUrl()));
        for (String entry : List.of(
                "application.id=" + site.settings().applicationId(),
                "topic.prefix=" + site.settings().topicPrefix(),
                "event.max.lateness=" + HISTORY)) {
            arguments.addAll(List.of("--set", entry));
        }
        return Replay.run(file, arguments);
    }
}
