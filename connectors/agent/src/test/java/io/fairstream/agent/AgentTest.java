package io.fairstream.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.schemas.SessionDelta;
import io.fairstream.schemas.SessionKind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@SuppressWarnings("NullAway.Init") // set up before each test
class AgentTest {
    private static final Instant BEGIN = Instant.parse("2026-03-02T08:00:00Z");

    @TempDir
    private Path directory;

    private ProcTree tree;
    private final HandSetClock clock = new HandSetClock();
    private final List<String> warnings = new ArrayList<>();

    /** Shows what it was set to. */
    private static final class HandSetClock extends Clock {
        private Instant now = BEGIN;

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException();
        }
    }

    @BeforeEach
    void setUp() throws IOException {
        tree = new ProcTree(directory);
        tree.process(20, "sh", 1, 20, 0, 100, 0, 0, 0);
    }

    private Agent open() throws IOException {
        AgentSettings settings = new AgentSettings("tux", "n7", MemoryMeasure.PSS, tree.root(), null);
        return Agent.open(settings, clock, user -> "user" + user, warnings::add);
    }

    /** So many seconds after the begin, in which the node was busy for so many ticks. */
    private void at(long seconds, long ticks) throws IOException {
        clock.now = BEGIN.plusSeconds(seconds);
        tree.node(1_000 + seconds, ticks, 0, 0);
    }

    private static long sum(List<SessionDelta> records) {
        return records.stream()
                .mapToLong(delta -> delta.getUserCpuMicros() + delta.getSystemCpuMicros())
                .sum();
    }

    @Test
    void aSnapshotSaysWhatHappenedSinceTheBaseline() throws IOException {
        Agent agent = open();
        at(30, 700);
        tree.process(20, "sh", 1, 20, 0, 600, 50, 0, 0);
        List<SessionDelta> records = agent.snapshot();
        assertEquals(3, records.size());
        assertEquals(
                SessionDelta.newBuilder()
                        .setCluster("tux")
                        .setNode("n7")
                        .setIncarnation("0b5e1d3c-0000-4000-8000-000000000001/" + BEGIN.toEpochMilli())
                        .setSequence(0)
                        .setParts(3)
                        .setSession(20)
                        .setKind(SessionKind.PROCESSES)
                        .setUserId(1001L)
                        .setUser("user1001")
                        .setFrom(BEGIN)
                        .setTo(BEGIN.plusSeconds(30))
                        .setUserCpuMicros(5_000_000)
                        .setSystemCpuMicros(500_000)
                        .setRealMemoryKiBSeconds(700 * 30)
                        .setVirtualMemoryKiBSeconds(2_048 * 30)
                        .setRealMemoryHighwaterKiB(700)
                        .setVirtualMemoryHighwaterKiB(2_048)
                        .setNodeProcessors(2)
                        .build(),
                records.get(0));
        assertEquals(60_000_000, sum(records));
        assertEquals(SessionKind.SYSTEM, records.get(1).getKind());
        assertEquals(53_000_000, records.get(2).getUserCpuMicros());
    }

    @Test
    void snapshotsFollowEachOtherWithoutAGap() throws IOException {
        Agent agent = open();
        at(30, 0);
        agent.snapshot();
        assertEquals(List.of(), agent.snapshot(), "no time has passed");
        at(61, 0);
        SessionDelta next = agent.snapshot().get(0);
        assertEquals(1, next.getSequence());
        assertEquals(BEGIN.plusSeconds(30), next.getFrom());
        assertEquals(2, agent.made());
    }

    @Test
    void whatHappenedWhileNoAgentWasThereIsNobodys() throws IOException {
        Agent first = open();
        at(30, 1_000);
        first.snapshot();
        at(100, 5_000);
        tree.process(20, "sh", 1, 20, 0, 4_000, 0, 0, 0);
        Agent second = open();
        at(130, 5_100);
        tree.process(20, "sh", 1, 20, 0, 4_010, 0, 0, 0);
        List<SessionDelta> records = second.snapshot();
        assertEquals(BEGIN.plusSeconds(100), records.get(0).getFrom(), "30 to 100 s is DOWN");
        assertEquals(100_000, records.get(0).getUserCpuMicros());
        assertEquals(0, records.get(0).getSequence());
        assertTrue(records.get(0)
                .getIncarnation()
                .endsWith("/" + BEGIN.plusSeconds(100).toEpochMilli()));
    }

    @ParameterizedTest
    @CsvSource({"3600", "-3600", "-5"})
    void aClockThatIsSetBeginsANewIncarnation(long bySeconds) throws IOException {
        Agent agent = open();
        at(30, 0);
        agent.snapshot();
        at(60, 100);
        clock.now = clock.now.plusSeconds(bySeconds);
        assertEquals(List.of(), agent.snapshot());
        assertEquals(1, warnings.size());
        assertTrue(warnings.get(0).contains("the clock was set by " + bySeconds * 1000 + " ms"), warnings.get(0));
        at(90, 200);
        clock.now = clock.now.plusSeconds(bySeconds);
        List<SessionDelta> records = agent.snapshot();
        if (bySeconds < -30) {
            assertEquals(List.of(), records, "that time was told already");
        } else {
            assertEquals(BEGIN.plusSeconds(60 + bySeconds), records.get(0).getFrom());
            assertEquals(0, records.get(0).getSequence());
            assertEquals(60_000_000, sum(records));
        }
    }

    @Test
    void aNameThatCannotBePartOfAKeyIsRefused() {
        assertEquals(
                "cluster: a/b (expected: no slash, keys are cluster/node)",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> AgentSettings.of("a/b", "n7", MemoryMeasure.RSS, null))
                        .getMessage());
        assertEquals(
                "node: \"\" (expected: 1 to 1024 bytes without control characters)",
                assertThrows(IllegalArgumentException.class, () -> AgentSettings.of("tux", "", MemoryMeasure.RSS, null))
                        .getMessage());
    }
}
