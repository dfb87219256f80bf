package io.fairstream.streams;

import static io.fairstream.streams.SessionPipeline.at;
import static io.fairstream.streams.SessionPipeline.delta;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.InputCounts;
import io.fairstream.schemas.Rejection;
import io.fairstream.schemas.RejectionReason;
import io.fairstream.schemas.SessionDelta;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.Usage;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Session deltas in; charges, rows of nodes, rejections and counts out. */
class SessionAccountingTest {
    private static final long DAY = Duration.ofDays(1).toSeconds();

    private final Changelog changelog = new Changelog(SessionPipeline.LEDGER);
    private SessionPipeline pipeline = new SessionPipeline(1, Duration.ZERO, Pipeline.stateDirectory());

    @AfterEach
    void close() {
        pipeline.close();
    }

    private void restart(int partitions, Duration silence) {
        Path next = Pipeline.stateDirectory();
        changelog.read(pipeline.driver());
        changelog.restore(next);
        pipeline.close();
        pipeline = new SessionPipeline(partitions, silence, next);
    }

    @Test
    void aPartThatWaitsIsCountedAndNothingElse() {
        pipeline.send(delta("n1", 0, 2, "alice", 17, 20));
        assertEquals(List.of("""
                        input-counts fairstream.session-deltas/0 {"topic":"fairstream.session-deltas","partition":0,"read":1,\
                        "applied":0,"duplicates":0,"withoutEffect":0,"rejected":0,"waiting":1,\
                        "newest":"2023-11-14T22:13:50Z"}"""), pipeline.everything());
    }

    @Test
    void aCompleteSnapshotIsChargedAndShown() {
        pipeline.send(delta("n1", 0, 2, "alice", 17, 20)).everything();
        pipeline.send(delta("n1", 0, 2, "IDLE", 0, 40));
        String idle = """
                "ledger":"SESSION","thing":"tux/n1",\
                "cause":{"topic":"fairstream.session-deltas","partition":0,"offset":1},\
                "dimensions":{"cluster":"tux","node":"n1"},"capped":false,"entry":{"Usage":{\
                "from":"2023-11-14T22:13:20Z","to":"2023-11-14T22:13:50Z","cpuTimeUsedMicros":40000000,\
                "realMemoryKiBSeconds":0,"virtualMemoryKiBSeconds":0,"realMemoryHighwaterKiB":0,\
                "virtualMemoryHighwaterKiB":0,\
                "gpuTimeUsedMicros":0,"gpuMemoryKiBSeconds":0,"gpuMemoryHighwaterKiB":0,"energyMillijoules":0,\
                "user":"IDLE","userId":-1}}}""";
        String alice = """
                "capped":false,"entry":{"Usage":{\
                "from":"2023-11-14T22:13:20Z","to":"2023-11-14T22:13:50Z","cpuTimeUsedMicros":20000000,\
                "realMemoryKiBSeconds":3000,"virtualMemoryKiBSeconds":6000,"realMemoryHighwaterKiB":100,\
                "virtualMemoryHighwaterKiB":200,\
                "gpuTimeUsedMicros":0,"gpuMemoryKiBSeconds":0,"gpuMemoryHighwaterKiB":0,"energyMillijoules":0,\
                "user":"alice","userId":1001}}}""";
        String head = """
                "ledger":"SESSION","thing":"tux/n1",\
                "cause":{"topic":"fairstream.session-deltas","partition":0,"offset":1},\
                "dimensions":{"cluster":"tux",""";
        assertEquals(
                List.of(
                        "charges tux/0/IDLE {\"kind\":\"JOB\",\"account\":\"tux/0/IDLE\"," + idle,
                        "charges tux/17 {\"kind\":\"JOB\",\"account\":\"tux/17\"," + head
                                + "\"jobId\":17,\"node\":\"n1\"}," + alice,
                        "charges IDLE {\"kind\":\"USER\",\"account\":\"IDLE\"," + idle,
                        "charges alice {\"kind\":\"USER\",\"account\":\"alice\"," + head + "\"node\":\"n1\"}," + alice,
                        """
                        charges cluster|tux {"kind":"DAY","account":"cluster|tux","ledger":"SESSION","thing":"",\
                        "cause":{"topic":"fairstream.session-deltas","partition":0,"offset":1},"dimensions":{},\
                        "capped":false,"entry":{"WorkDone":{"from":"2023-11-14T22:13:20Z","to":"2023-11-14T22:13:50Z",\
                        "parts":[{"project":"","app":"","cpuMicros":20000000,"gpuMicros":0,"cpuMflop":0,"gpuMflop":0,\
                        "jobsSucceeded":0,"jobsFailed":0}]}}}""",
                        """
                        nodes tux/n1 {"cluster":"tux","node":"n1","processors":2,"sessionsMicros":20000000,\
                        "systemMicros":0,"idleMicros":40000000,"downMicros":0,"capacityMicros":60000000,\
                        "coveredFrom":"2023-11-14T22:13:20Z","coveredUntil":"2023-11-14T22:13:50Z",\
                        "silenceMicros":90000000}""",
                        """
                        input-counts fairstream.session-deltas/0 {"topic":"fairstream.session-deltas","partition":0,"read":2,\
                        "applied":2,"duplicates":0,"withoutEffect":0,"rejected":0,"waiting":0,\
                        "newest":"2023-11-14T22:13:50Z"}"""),
                pipeline.everything());
    }

    @Test
    void aGapIsChargedAndTakenBack() {
        pipeline.send(delta("n1", 0, 1, "IDLE", 0, 60), delta("n1", 3, 1, "IDLE", 0, 60));
        assertEquals(
                List.of("tux/0/IDLE 60", "IDLE 60", "tux/0/IDLE 60", "IDLE 60", "tux/0/DOWN 120", "DOWN 120"),
                pipeline.charges());
        assertEquals(120_000_000, pipeline.last(Topics.NODES).getDownMicros());
        pipeline.send(delta("n1", 1, 1, "alice", 17, 60));
        assertEquals(List.of("tux/17 60", "alice 60", "tux/0/DOWN -60", "DOWN -60"), pipeline.charges());
        assertEquals(60_000_000, pipeline.last(Topics.NODES).getDownMicros());
    }

    @Test
    void aDuplicateWritesNothingButItsCount() {
        pipeline.send(delta("n1", 0, 1, "IDLE", 0, 60)).everything();
        pipeline.send(delta("n1", 0, 1, "IDLE", 0, 60));
        assertEquals(List.of("""
                        input-counts fairstream.session-deltas/0 {"topic":"fairstream.session-deltas","partition":0,"read":2,\
                        "applied":1,"duplicates":1,"withoutEffect":0,"rejected":0,"waiting":0,\
                        "newest":"2023-11-14T22:13:50Z"}"""), pipeline.everything());
    }

    @Test
    void aSnapshotIsRefusedPartByPartWithTheArithmetic() {
        pipeline.send(delta("n1", 0, 2, "alice", 17, 20)).everything();
        pipeline.send(delta("n1", 0, 2, "IDLE", 0, 39));
        String detail =
                "\"sessions 20000000 + SYSTEM 0 + IDLE 39000000 = 59000000 us (expected: 2 processors x 30000 ms ="
                        + " 60000000 us)\"";
        assertEquals(
                List.of(
                        rejection(
                                1,
                                detail,
                                "{\\\"cluster\\\":\\\"tux\\\",\\\"node\\\":\\\"n1\\\",\\\"incarnation\\\":"
                                        + "\\\"boot1\\\",\\\"sequence\\\":0,\\\"parts\\\":2,\\\"session\\\":-1,\\\"kind\\\":"
                                        + "\\\"IDLE\\\",\\\"jobId\\\":0,\\\"user\\\":\\\"\\\",\\\"from\\\":"
                                        + "\\\"2023-11-14T22:13:20Z\\\",\\\"to\\\":\\\"2023-11-14T22:13:50Z\\\","
                                        + "\\\"userCpuMicros\\\":39000000,\\\"systemCpuMicros\\\":0,"
                                        + "\\\"realMemoryKiBSeconds\\\":0,\\\"virtualMemoryKiBSeconds\\\":0,"
                                        + "\\\"realMemoryHighwaterKiB\\\":0,\\\"virtualMemoryHighwaterKiB\\\":0,"
                                        + "\\\"gpuTimeUsedMicros\\\":0,\\\"gpuMemoryKiBSeconds\\\":0,\\\"gpuMemoryHighwaterKiB\\\":0,\\\"energyMillijoules\\\":0,"
                                        + "\\\"nodeProcessors\\\":2,\\\"nodeEnergyMillijoules\\\":0}"),
                        rejection(
                                0,
                                detail,
                                "{\\\"cluster\\\":\\\"tux\\\",\\\"node\\\":\\\"n1\\\",\\\"incarnation\\\":"
                                        + "\\\"boot1\\\",\\\"sequence\\\":0,\\\"parts\\\":2,\\\"session\\\":117,\\\"kind\\\":"
                                        + "\\\"PROCESSES\\\",\\\"jobId\\\":17,\\\"userId\\\":1001,\\\"user\\\":\\\"alice\\\","
                                        + "\\\"from\\\":\\\"2023-11-14T22:13:20Z\\\",\\\"to\\\":\\\"2023-11-14T22:13:50Z\\\","
                                        + "\\\"userCpuMicros\\\":20000000,\\\"systemCpuMicros\\\":0,"
                                        + "\\\"realMemoryKiBSeconds\\\":3000,\\\"virtualMemoryKiBSeconds\\\":6000,"
                                        + "\\\"realMemoryHighwaterKiB\\\":100,\\\"virtualMemoryHighwaterKiB\\\":200,"
                                        + "\\\"gpuTimeUsedMicros\\\":0,\\\"gpuMemoryKiBSeconds\\\":0,\\\"gpuMemoryHighwaterKiB\\\":0,\\\"energyMillijoules\\\":0,"
                                        + "\\\"nodeProcessors\\\":2,\\\"nodeEnergyMillijoules\\\":0}"),
                        """
                        input-counts fairstream.session-deltas/0 {"topic":"fairstream.session-deltas","partition":0,"read":2,\
                        "applied":0,"duplicates":0,"withoutEffect":0,"rejected":2,"waiting":0,\
                        "newest":"2023-11-14T22:13:50Z"}"""),
                pipeline.everything());
    }

    private static String rejection(long offset, String detail, String original) {
        return "rejections tux/n1 {\"topic\":\"fairstream.session-deltas\",\"partition\":0,\"offset\":" + offset
                + ",\"at\":\"2023-11-14T22:13:50Z\",\"reason\":\"SNAPSHOT_UNBALANCED\",\"detail\":" + detail
                + ",\"original\":\"" + original + "\"}";
    }

    @Test
    void aRecordThatStandsInTheWrongPlaceIsRefused() {
        SessionDelta fine = delta("n1", 0, 1, "IDLE", 0, 60);
        pipeline.send(null, fine, at(30));
        assertRefused(RejectionReason.NO_KEY, "key: null (expected: the cluster/node, \"tux/n1\")");
        pipeline.send("n1", fine, at(30));
        assertRefused(RejectionReason.KEY_MISMATCH, "key: \"n1\" (expected: the cluster/node, \"tux/n1\")");
        pipeline.send("tux/n1", null, at(30));
        assertRefused(RejectionReason.NO_VALUE, "value: null (expected: an event), key tux/n1");
        pipeline.send("tux/n1", fine, at(-3571));
        assertRefused(
                RejectionReason.IN_THE_FUTURE,
                "at: 2023-11-14T22:13:50Z (expected: at most PT1H after the record was sent, 2023-11-14T21:13:49Z)");
        restart(2, Duration.ZERO);
        pipeline.send(delta("n1", 0, 1, "IDLE", 0, 60), delta("n3", 0, 1, "IDLE", 0, 60));
        assertEquals(
                List.of(RejectionReason.WRONG_PARTITION),
                pipeline.records(Topics.REJECTIONS).stream()
                        .map(record -> record.value().getReason())
                        .toList(),
                "of two partitions the driver knows the first");
    }

    private void assertRefused(RejectionReason reason, String detail) {
        Rejection rejection = pipeline.last(Topics.REJECTIONS);
        assertEquals(reason, rejection.getReason());
        assertEquals(detail, rejection.getDetail());
        assertEquals(List.of(), pipeline.charges());
    }

    static List<Arguments> refusedSnapshots() {
        SessionDelta alice = delta("n1", 40 * DAY / 30, 2, "alice", 17, 20);
        SessionDelta idle = delta("n1", 40 * DAY / 30, 2, "IDLE", 0, 40);
        SessionDelta next = delta("n1", 40 * DAY / 30 + 1, 1, "IDLE", 0, 60);
        return List.of(
                refused(
                        RejectionReason.SNAPSHOT_CONTRADICTORY,
                        2,
                        "session: 117 with other content (expected: the same again, as offset 0 says)",
                        alice,
                        delta("n1", 40 * DAY / 30, 2, "alice", 17, 21)),
                refused(
                        RejectionReason.SNAPSHOT_OVERLAPS,
                        1,
                        "from: 2023-12-24T22:13:50Z, to: 2023-12-24T22:14:20Z (expected: time that is not covered;"
                                + " incarnation boot1 covers 2023-12-24T22:13:20Z to 2023-12-24T22:14:20Z with sequences"
                                + " 115200 to 115201)",
                        alice,
                        idle,
                        next,
                        SessionDelta.newBuilder(next).setIncarnation("boot2").build()),
                refused(
                        RejectionReason.NUMBER_IMPOSSIBLE,
                        1,
                        "userCpuMicros: -1 (expected: 0 to 500000000000000)",
                        SessionDelta.newBuilder(next).setUserCpuMicros(-1).build()),
                refused(
                        RejectionReason.TIME_IMPOSSIBLE,
                        1,
                        "from: 2023-12-24T22:14:20Z (expected: before to, 2023-12-24T22:14:20Z)",
                        SessionDelta.newBuilder(next).setFrom(next.getTo()).build()),
                refused(
                        RejectionReason.TOO_LATE,
                        1,
                        "at: 2023-11-14T22:13:50Z (expected: at most PT720H behind the newest event,"
                                + " 2023-12-24T22:14:20Z; replay older events under a topic.prefix of their own)",
                        next,
                        delta("n1", 0, 1, "IDLE", 0, 60)));
    }

    private static Arguments refused(RejectionReason reason, int records, String detail, SessionDelta... deltas) {
        return Arguments.of(reason, records, detail, deltas);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refusedSnapshots")
    void eachRefusedRecordHasARow(RejectionReason reason, int records, String detail, SessionDelta[] deltas) {
        pipeline.send(deltas);
        List<Rejection> rejections = pipeline.records(Topics.REJECTIONS).stream()
                .map(TestRecord::value)
                .toList();
        assertEquals(records, rejections.size());
        for (Rejection rejection : rejections) {
            assertEquals(reason, rejection.getReason());
            assertEquals(detail, rejection.getDetail());
        }
        InputCounts counts = pipeline.last(Topics.INPUT_COUNTS);
        assertEquals(deltas.length, counts.getRead());
        assertEquals(records, counts.getRejected());
        assertEquals(deltas.length - records, counts.getApplied());
    }

    @Test
    void manyNodesShareTheHeapAndAddUp() {
        long charged = 0;
        Map<String, Long> capacities = new HashMap<>();
        for (int snapshot = 0; snapshot < 10; snapshot++) {
            for (String user : List.of("alice", "SYSTEM", "IDLE")) {
                for (int node = 0; node < 7; node++) {
                    if (snapshot != node) {
                        pipeline.send(delta("n" + node, snapshot, 3, user, 0, 20));
                    }
                }
            }
        }
        for (TestRecord<String, Charge> charge : Journals.charges(pipeline.records(Topics.CHARGES))) {
            boolean isUser = charge.value().getKind() == ChargeKind.USER;
            charged += isUser ? ((Usage) charge.value().getEntry()).getCpuTimeUsedMicros() : 0;
        }
        pipeline.records(Topics.NODES)
                .forEach(row -> capacities.put(row.key(), row.value().getCapacityMicros()));
        assertEquals(7, capacities.size());
        assertEquals(
                7 * 600_000_000L - 60_000_000,
                capacities.values().stream().mapToLong(Long::longValue).sum(),
                "of one node the first snapshot is missing, of the others one that makes a gap");
        assertEquals(7 * 600_000_000L - 60_000_000, charged);
        assertEquals(7 * 9 * 3, pipeline.last(Topics.INPUT_COUNTS).getApplied());
    }

    @Test
    void whatWasKeptOutlastsARestart() {
        pipeline.send(delta("n1", 0, 1, "IDLE", 0, 60), delta("n1", 1, 2, "alice", 17, 20))
                .everything();
        pipeline.send(delta("n1", 0, 1, "IDLE", 0, 60), delta("n1", 1, 2, "IDLE", 0, 40));
        assertEquals(List.of("tux/0/IDLE 40", "tux/17 20", "IDLE 40", "alice 20"), pipeline.charges());
        assertEquals(120_000_000, pipeline.last(Topics.NODES).getCapacityMicros());
        InputCounts counts = pipeline.last(Topics.INPUT_COUNTS);
        assertEquals(
                List.of(4L, 3L, 1L, 0L, 0L),
                List.of(
                        counts.getRead(),
                        counts.getApplied(),
                        counts.getDuplicates(),
                        counts.getRejected(),
                        counts.getWaiting()));
    }

    @Test
    void rowsAreShownAnewWhenTheSilenceIsConfiguredAnew() {
        pipeline.send(delta("n1", 0, 1, "IDLE", 0, 60), delta("n2", 0, 2, "IDLE", 0, 60));
        restart(1, Duration.ofMinutes(7));
        pipeline.send(delta("n2", 0, 2, "alice", 0, 0));
        assertEquals(
                List.of("tux/n2", "tux/n1", "tux/n2"),
                pipeline.records(Topics.NODES).stream()
                        .peek(row -> assertEquals(420_000_000, row.value().getSilenceMicros()))
                        .map(TestRecord::key)
                        .toList());
        pipeline.send(delta("n2", 1, 1, "IDLE", 0, 60));
        assertEquals(1, pipeline.records(Topics.NODES).size(), "once is enough");
    }

    @Test
    void whatCanNoLongerBecomeCompleteIsRefusedAndLeaves() {
        pipeline.send(delta("n1", 0, 1, "IDLE", 0, 60));
        pipeline.send(delta("n2", 0, 2, "IDLE", 0, 60));
        assertEquals(1, pipeline.last(Topics.INPUT_COUNTS).getWaiting());
        pipeline.send(delta("n3", DAY * 31 / 30, 1, "IDLE", 0, 60));
        List<TestRecord<String, Rejection>> rejections = pipeline.records(Topics.REJECTIONS);
        assertEquals(1, rejections.size());
        assertEquals("tux/n2", rejections.get(0).key());
        assertEquals(
                RejectionReason.SNAPSHOT_INCOMPLETE, rejections.get(0).value().getReason());
        assertEquals(1, rejections.get(0).value().getOffset());
        assertEquals(at(DAY * 31 + 30), Instant.ofEpochMilli(rejections.get(0).timestamp()));
        assertEquals(
                "parts: 1 of 2 (expected: all before deltas as old as these are refused)",
                rejections.get(0).value().getDetail());
        InputCounts counts = pipeline.last(Topics.INPUT_COUNTS);
        assertEquals(
                List.of(3L, 2L, 1L, 0L),
                List.of(counts.getRead(), counts.getApplied(), counts.getRejected(), counts.getWaiting()));
        assertEquals(List.of("tux/n1", "tux/n3"), pipeline.nodes(), "what was covered stays, however long ago");
    }

    @Test
    void aNodeOfWhichNothingExpiresIsNotStoredAgain() {
        pipeline.send(delta("n1", 0, 1, "IDLE", 0, 60));
        changelog.read(pipeline.driver());
        assertTrue(changelog.keeps("tux/n1"));
        pipeline.send(delta("n3", DAY * 31 / 30, 1, "IDLE", 0, 60), delta("n3", DAY * 31 / 30 + 1, 1, "IDLE", 0, 60));
        Changelog after = new Changelog(SessionPipeline.LEDGER);
        after.read(pipeline.driver());
        assertFalse(after.keeps("tux/n1"));
    }
}
