package io.fairstream.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.schemas.Allocation;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.Cause;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.Dimensions;
import io.fairstream.schemas.LedgerKind;
import io.fairstream.schemas.PlainJson;
import io.fairstream.schemas.RateChange;
import io.fairstream.schemas.SubtreeUsage;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.Usage;
import io.fairstream.schemas.WorkDone;
import io.fairstream.schemas.registry.SchemaRegistries;
import io.fairstream.streams.errors.ErrorHandlers.FailedRecordHandler;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Records in topics that nobody but the topology should write, and that it would never write. */
class UnfitRecordsTest {
    private final Pipeline pipeline = new Pipeline();

    @AfterEach
    void close() {
        pipeline.close();
    }

    @Test
    void aChargeThatNamesNoAccountBecomesADeadLetter() {
        charge(null, new RateChange(Pipeline.at(0), 1, 1.0, Pipeline.at(0)), ChargeKind.CUSTOMER);
        charge("", new RateChange(Pipeline.at(0), 1, 1.0, Pipeline.at(0)), ChargeKind.CUSTOMER);
        charge("x".repeat(10_000), new RateChange(Pipeline.at(0), 1, 1.0, Pipeline.at(0)), ChargeKind.CUSTOMER);
        assertLettersAndGoesOn(3, Topics.CHARGES);
    }

    @Test
    void aChargeWhoseNumbersNoSumReachesBecomesADeadLetter() {
        for (double weight : new double[] {1.7e308, -1e300, 1.1e21}) {
            charge("alice", new RateChange(Pipeline.at(0), 1, weight, Pipeline.at(0)), ChargeKind.CUSTOMER);
        }
        for (double sum : new double[] {1.1e200, -1.7e308}) {
            charge("root", subtree(sum, 1), ChargeKind.ASSOCIATION);
            charge("root", subtree(1, sum), ChargeKind.ASSOCIATION);
        }
        assertLettersAndGoesOn(7, Topics.CHARGES);
    }

    @Test
    void aChargeAtATimeOfNoEventBecomesADeadLetter() {
        Instant longAgo = Instant.ofEpochMilli(-9_200_000_000_000_000_000L);
        charge("newcomer", new RateChange(longAgo, 1, 1.0, longAgo), ChargeKind.CUSTOMER);
        charge("alice", usage(longAgo, Pipeline.at(0)), ChargeKind.USER);
        charge("alice", usage(Pipeline.at(1), Pipeline.at(0)), ChargeKind.USER);
        charge("alice", usage(Pipeline.at(0), Instant.ofEpochMilli(Long.MAX_VALUE)), ChargeKind.USER);
        charge("root", subtree(longAgo, 1, 1), ChargeKind.ASSOCIATION);
        charge("project|p", new WorkDone(Pipeline.at(1), Pipeline.at(0), List.of()), ChargeKind.DAY);
        assertLettersAndGoesOn(6, Topics.CHARGES);
    }

    private static Usage usage(Instant from, Instant to) {
        return Usage.newBuilder().setFrom(from).setTo(to).setUser("alice").build();
    }

    private static SubtreeUsage subtree(double weight, double smooth) {
        return subtree(Pipeline.at(0), weight, smooth);
    }

    private static SubtreeUsage subtree(Instant at, double weight, double smooth) {
        return new SubtreeUsage(at, "", 3600.0, 1L, weight, smooth, 0L, List.of());
    }

    @Test
    void aChargeOfAJobWithoutANumberBecomesADeadLetter() {
        Usage usage = Usage.newBuilder()
                .setFrom(Pipeline.at(0))
                .setTo(Pipeline.at(1))
                .setCpuTimeUsedMicros(1)
                .setUser("alice")
                .setUserId(7L)
                .build();
        for (String key : List.of("tux", "tux/", "tux/x", "tux/99999999999999999999", "tux/-1")) {
            charge(key, usage, ChargeKind.JOB);
        }
        assertLettersAndGoesOn(5, Topics.CHARGES);
    }

    @Test
    void aUsageThatCannotBeRankedBecomesADeadLetterAndIsCountedWhereItStands() {
        usage(null, "alice", "1.0", "1.0");
        usage("root/bob", "alice", "1.0", "1.0");
        usage("root//alice", "/alice", "1.0", "1.0");
        usage("root/alice", "alice", "-1.0", "1.0");
        usage("root/alice", "alice", "1.0", "1e308");
        assertLettersAndGoesOn(5, Topics.ASSOCIATION_USAGE);
    }

    @Test
    void aDecisionThatIsNoNumberIsRejectedAndNotLostOnItsWay() {
        pipeline.send(Topics.ALLOCATIONS, "einstein", PlainJson.read(Allocation.class, """
                        {"target": "einstein", "project": "einstein", "initialBalance": 1.0, "accrual": 1e308,
                         "interval": 1.0, "start": "2026-03-01T00:00:00Z"}"""));
        Allocation infinite = PlainJson.read(Allocation.class, """
                {"target": "einstein", "project": "einstein", "initialBalance": 1.0, "accrual": 1.0,
                 "interval": 1.0, "start": "2026-03-01T00:00:00Z"}""");
        infinite.put(infinite.getSchema().getField("initialBalance").pos(), Double.NaN);
        pipeline.send(Topics.ALLOCATIONS, "einstein", infinite);
        assertEquals(
                2, pipeline.row(Topics.INPUT_COUNTS, "fairstream.allocations/0").getRejected());
    }

    @Test
    void aHeaderOfAStrangerDoesNotSayWhereARecordStands() {
        String topic = Topics.CHARGES.in(Topic.DEFAULT_PREFIX);
        Charge nobodys = charge("", ChargeKind.CUSTOMER, new RateChange(Pipeline.at(0), 1, 1.0, Pipeline.at(0)));
        byte[] value = Topics.CHARGES
                .serde(SchemaRegistries.from(Pipeline.SERDE_CONFIG))
                .serializer()
                .serialize(topic, Journals.block(nobodys, Pipeline.START));
        for (String place : List.of("", "x", "a/b/c", "a/1/99999999999999999999", "fairstream.matches/0/7")) {
            Headers headers =
                    new RecordHeaders().add(FailedRecordHandler.ORIGIN, place.getBytes(StandardCharsets.UTF_8));
            pipeline.driver()
                    .createInputTopic(topic, new StringSerializer(), new ByteArraySerializer())
                    .pipeInput(new TestRecord<>("", value, headers, Pipeline.START));
        }
        assertLettersAndGoesOn(5, Topics.CHARGES);
    }

    private void charge(@Nullable String key, Object entry, ChargeKind kind) {
        pipeline.charge(key, charge(key == null ? "" : key, kind, entry));
    }

    private static Charge charge(String account, ChargeKind kind, Object entry) {
        Cause cause = new Cause("fairstream.matches", 0, 0L);
        return new Charge(kind, account, LedgerKind.MATCH, "", cause, new Dimensions(), false, entry);
    }

    private void usage(@Nullable String key, String name, String shares, String smooth) {
        pipeline.send(
                Topics.ASSOCIATION_USAGE,
                key,
                PlainJson.read(AssociationUsage.class, String.format("""
            {"path": "root/%s", "kind": "USER", "user": "alice", "shares": %s, "active": true, "rawUsage": 1.0,
             "periods": [], "periodUsage": 1.0, "smoothUsage": %s, "weightInUse": 16.0, "asOf": "2023-11-14T22:13:20Z",
             "halfLifeSeconds": 7200.0, "periodEpoch": "1970-01-01T00:00:00Z", "periodCount": 4, "decayFactor": 0.5}""", name, shares, smooth)));
    }

    private void assertLettersAndGoesOn(int count, Topic<?> topic) {
        List<TestRecord<String, byte[]>> letters = pipeline.records(Topics.DEAD_LETTERS, new ByteArrayDeserializer());
        assertEquals(
                IntStream.range(0, count)
                        .mapToObj(offset -> topic.in("fairstream.") + " " + offset)
                        .toList(),
                letters.stream()
                        .map(letter -> header(letter, "topic") + " " + header(letter, "offset"))
                        .toList());
        pipeline.matched("slot1", "carol", 1, 0).unmatched("slot1", 60);
        assertEquals(60.0, pipeline.row(Topics.PRIORITIES, "carol").getAccumulatedUsage());
    }

    private static String header(TestRecord<String, byte[]> letter, String name) {
        return new String(
                letter.headers().lastHeader("__streams.errors." + name).value(), StandardCharsets.UTF_8);
    }
}
