package io.fairstream.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeKind;
import io.fairstream.schemas.PlainJson;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.SchemaRegistries;
import io.fairstream.streams.runtime.Origins;
import io.fairstream.streams.runtime.WriteBackStores.HeapLimits;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The journal is shared: other ledgers write into it for other accounts. */
class JournalTest {
    private static final String CHARGE = """
            {"kind":"CUSTOMER","account":"alice","ledger":"MATCH","thing":"slot1",\
            "cause":{"topic":"t","partition":0,"offset":0},"dimensions":{},\
            "entry":{"RateChange":{"at":"2023-11-14T22:13:20Z","resources":1,"weight":4.0,"since":"2023-11-14T22:13:20Z"}}}""";

    @ParameterizedTest
    @ValueSource(strings = {"fairstream.", "account-edits.", "my-account-edits-", "charges."})
    void chargesOfOtherAccountsAreNoEditsWhateverThePrefix(String prefix) {
        Charge ofUser = Charge.newBuilder(PlainJson.read(Charge.class, CHARGE))
                .setKind(ChargeKind.USER)
                .build();
        try (Pipeline pipeline =
                new Pipeline(Pipeline.config(prefix, Duration.ZERO, false, 1, new HeapLimits(100, 1000)))) {
            TopologyTestDriver driver = pipeline.driver();
            String charges = Topics.CHARGES.in(prefix);
            byte[] value = Topics.CHARGES
                    .serde(SchemaRegistries.from(Pipeline.SERDE_CONFIG))
                    .serializer()
                    .serialize(charges, Journals.block(ofUser, Pipeline.START));
            driver.createInputTopic(charges, new StringSerializer(), new ByteArraySerializer())
                    .pipeInput("alice", value);
            for (Topic<?> topic : List.of(Topics.PRIORITIES, Topics.REJECTIONS, Topics.INPUT_COUNTS)) {
                assertEquals(
                        0,
                        driver.createOutputTopic(
                                        topic.in(prefix), new StringDeserializer(), new ByteArrayDeserializer())
                                .readRecordsToList()
                                .size(),
                        topic.name());
            }
        }
    }

    /** A record that was sent long ago may change what is charged as of the newest use; only a stranger's charge is bound to its cause. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aChargeLongAfterItsCauseCountsIfTheTopologyWroteIt(boolean isOwn) {
        try (Pipeline pipeline = new Pipeline()) {
            String topic = Topics.CHARGES.in(Topic.DEFAULT_PREFIX);
            Instant longBefore = Instant.parse("2023-08-01T00:00:00Z");
            byte[] block = Topics.CHARGES
                    .serde(SchemaRegistries.from(Pipeline.SERDE_CONFIG))
                    .serializer()
                    .serialize(topic, Journals.block(PlainJson.read(Charge.class, CHARGE), longBefore));
            pipeline.driver()
                    .createInputTopic(topic, new StringSerializer(), new ByteArraySerializer())
                    .pipeInput(new TestRecord<>("alice", block, isOwn ? Origins.own() : null, Pipeline.START));
            if (isOwn) {
                assertEquals(4, pipeline.row(Topics.PRIORITIES, "alice").getWeightInUse());
            } else {
                assertTrue(pipeline.table(Topics.PRIORITIES).isEmpty());
            }
        }
    }

    @Test
    void aChargeOfACustomerCounts() {
        try (Pipeline pipeline = new Pipeline()) {
            pipeline.charge("alice", PlainJson.read(Charge.class, CHARGE));
            assertEquals(4, pipeline.row(Topics.PRIORITIES, "alice").getWeightInUse());
        }
    }
}
