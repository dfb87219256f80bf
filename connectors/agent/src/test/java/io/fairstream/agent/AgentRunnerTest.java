package io.fairstream.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentRunnerTest {
    private static final Instant BEGIN = Instant.parse("2026-03-02T08:00:00Z");

    @TempDir
    @SuppressWarnings("NullAway.Init") // by JUnit
    private Path directory;

    /** One second later each time it is asked. */
    private static Clock ticking() {
        Iterator<Instant> seconds =
                Stream.iterate(BEGIN, second -> second.plusSeconds(1)).iterator();
        return new Clock() {
            @Override
            public Instant instant() {
                return seconds.next();
            }

            @Override
            public ZoneOffset getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                throw new UnsupportedOperationException();
            }
        };
    }

    @Test
    void whatIsDroppedWhileTheClusterIsAwayIsToldAndCounted() throws Exception {
        ProcTree tree = new ProcTree(directory.resolve("proc"));
        List<String> messages = new ArrayList<>();
        AgentSettings settings = new AgentSettings("tux", "n7", MemoryMeasure.PSS, tree.root(), null);
        Agent agent = Agent.open(settings, ticking(), Long::toString, messages::add);
        Spool spool = new Spool(directory.resolve("spool"), 1_000);
        SpoolSender sender = new SpoolSender(
                spool,
                "session-deltas",
                () -> {
                    throw new KafkaException("no answer from Kafka");
                },
                warning -> {});
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("io.fairstream.agent:type=Agent,node=\"tux/n7\"");
        try (AgentRunner runner = new AgentRunner(settings.key(), agent, spool, sender, messages::add)) {
            for (int second = 1; second <= 9; second++) {
                tree.node(1_000 + second, 10L * second, 0, 0);
                assertFalse(runner.snapshot().isEmpty());
            }
            long waiting = (Long) server.getAttribute(name, "SnapshotsWaiting");
            long dropped = (Long) server.getAttribute(name, "SnapshotsDropped");
            assertEquals(9L, server.getAttribute(name, "SnapshotsMade"));
            assertEquals(0L, server.getAttribute(name, "SnapshotsSent"));
            assertEquals(0L, server.getAttribute(name, "SessionsClipped"));
            assertEquals(9, waiting + dropped);
            assertTrue(waiting > 0 && dropped > 0, waiting + " wait, " + dropped + " dropped");
            assertTrue((Long) server.getAttribute(name, "SpoolBytes") <= 1_000);
            assertEquals(
                    "warning: " + spool.directory() + ": no room; " + dropped
                            + " snapshots dropped so far; their time counts as DOWN",
                    messages.get(messages.size() - 1));
        }
        assertFalse(server.isRegistered(name));
    }
}
