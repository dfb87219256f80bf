package io.fairstream.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.schemas.AccountEdit;
import io.fairstream.schemas.MatchEvent;
import io.fairstream.schemas.Matched;
import io.fairstream.schemas.Rejection;
import io.fairstream.schemas.RejectionReason;
import io.fairstream.schemas.SetPriority;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.runtime.WriteBackStores.HeapLimits;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.junit.jupiter.api.Test;

/** Inputs in the wrong partition: refused, or partitioned anew. */
class RepartitionTest {
    private static Pipeline repartitioned(int partitions) {
        return pipeline(true, partitions);
    }

    private static Pipeline pipeline(boolean repartition, int partitions) {
        return new Pipeline(Pipeline.config(
                Topic.DEFAULT_PREFIX, Duration.ZERO, repartition, partitions, new HeapLimits(100, 1000)));
    }

    @Test
    void refusesAKeyInTheWrongPartitionAndNamesTheCure() {
        try (Pipeline pipeline = pipeline(false, 2)) {
            pipeline.matched("slot1", "alice", 1, 0).matched("slot2", "alice", 1, 0);
            pipeline.matched("slot3", "alice", 1, 0).matched("slot4", "alice", 1, 0);
            List<Rejection> rows = pipeline.values(Topics.REJECTIONS);
            Set<Long> refused = rows.stream().map(Rejection::getOffset).collect(Collectors.toSet());
            assertEquals(murmur2Says(1), refused);
            assertEquals(RejectionReason.WRONG_PARTITION, rows.get(0).getReason());
            assertEquals(
                    "partition: 0 (expected: 1 for key \"slot" + (rows.get(0).getOffset() + 1)
                            + "\"; producers on librdkafka set partitioner=murmur2_random,"
                            + " or set topology.repartition=true here)",
                    rows.get(0).getDetail());
            assertEquals(4 - refused.size(), pipeline.table(Topics.OPEN_MATCHES).size());
        }
    }

    /** As Kafka's own default partitioner places slot1 to slot4 on two partitions; offsets of those in the given one. */
    private static Set<Long> murmur2Says(int partition) {
        return List.of(1, 2, 3, 4).stream()
                .filter(i -> BuiltInPartitioner.partitionForKey(("slot" + i).getBytes(StandardCharsets.UTF_8), 2)
                        == partition)
                .map(i -> i - 1L)
                .collect(Collectors.toSet());
    }

    @Test
    void recordsInTheWrongPartitionCount() {
        try (Pipeline pipeline = repartitioned(8)) {
            IntStream.range(0, 10).forEach(i -> pipeline.matched("slot" + i, "alice", 1, 0));
            pipeline.edit("alice", 60, new SetPriority(7.0));
            assertEquals(List.of(), pipeline.written(Topics.REJECTIONS));
            assertEquals(10, pipeline.table(Topics.OPEN_MATCHES).size());
            assertEquals(7.0, pipeline.row(Topics.PRIORITIES, "alice").getRealPriority());
        }
    }

    @Test
    void refusalsAndChargesNameTheRecordAsItWasSent() {
        try (Pipeline pipeline = repartitioned(1)) {
            pipeline.sendBytes(Topics.MATCHES, "slot1", new byte[] {1});
            pipeline.matched("slot1", "alice", 1, 0);
            MatchEvent nobody = new MatchEvent("slot1", "", Pipeline.at(0), new Matched("", 1.0, ""));
            pipeline.send(Topics.MATCHES, "slot1", nobody);
            pipeline.send(
                    Topics.ACCOUNT_EDITS,
                    "bob",
                    new AccountEdit("alice", Pipeline.at(0), "", new SetPriority(1.0), null));
            assertEquals(
                    "fairstream.matches 0 1",
                    pipeline.charges().stream()
                            .map(charge -> charge.getCause().getTopic() + " "
                                    + charge.getCause().getPartition() + " "
                                    + charge.getCause().getOffset())
                            .findFirst()
                            .orElseThrow());
            assertEquals(
                    List.of("fairstream.matches 0 2 NAME_EMPTY", "fairstream.account-edits 0 0 KEY_MISMATCH"),
                    rejections(pipeline));
        }
    }

    @Test
    void recordsWithoutKeyOrValueAreRefusedNotDropped() {
        try (Pipeline pipeline = repartitioned(1)) {
            MatchEvent event = new MatchEvent("slot1", "", Pipeline.at(0), new Matched("alice", 1.0, ""));
            pipeline.send(Topics.MATCHES, null, event).send(Topics.MATCHES, "slot1", null);
            pipeline.send(Topics.ACCOUNT_EDITS, "alice", null).send(Topics.ACCOUNT_EDITS, null, null);
            assertEquals(
                    List.of(
                            "fairstream.matches 0 0 " + RejectionReason.NO_KEY,
                            "fairstream.matches 0 1 " + RejectionReason.NO_VALUE,
                            "fairstream.account-edits 0 0 " + RejectionReason.NO_VALUE,
                            "fairstream.account-edits 0 1 " + RejectionReason.NO_VALUE),
                    rejections(pipeline));
        }
    }

    @Test
    void theOutputsAreThoseOfATopologyThatReadsItsInputsItself() {
        List<SpecificRecord> events = Events.random(23, 300, 3000);
        try (Pipeline direct = new Pipeline();
                Pipeline repartitioned = repartitioned(1)) {
            events.forEach(event -> Events.send(direct, event));
            events.forEach(event -> Events.send(repartitioned, event));
            Lines.assertSame(direct.everything(), repartitioned.everything(), "repartitioned");
        }
    }

    private static List<String> rejections(Pipeline pipeline) {
        return pipeline.values(Topics.REJECTIONS).stream()
                .map(RepartitionTest::text)
                .toList();
    }

    private static String text(Rejection row) {
        return row.getTopic() + " " + row.getPartition() + " " + row.getOffset() + " " + row.getReason();
    }
}
