package io.fairstream.streams;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.rules.journal.Outcome.Effect;
import io.fairstream.schemas.AvroSerde;
import io.fairstream.schemas.registry.SchemaRegistries;
import io.fairstream.streams.avro.FastAvroWriter.FastAvroSerializer;
import io.fairstream.streams.avro.SerdeFactory;
import io.fairstream.streams.runtime.InputAccounting;
import io.fairstream.streams.runtime.InputCounts;
import io.fairstream.streams.runtime.InputCounts.InputCountsRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.junit.jupiter.api.Test;

/** The serializers that the configuration names in place of ours. */
class ConfiguredSerdesTest {
    private static final Map<String, String> NAMED = Map.of(
            SchemaRegistries.URL,
            "mock://pipeline",
            SerdeFactory.SERIALIZER,
            AvroSerde.class.getName(),
            SerdeFactory.DESERIALIZER,
            AvroSerde.class.getName());

    @Test
    void thePipelineGivesTheSameOutputsThroughNamedClasses() {
        List<SpecificRecord> events = Events.random(17, 400, 3000);
        Lines.assertSame(outputs(Pipeline.SERDE_CONFIG, events), outputs(NAMED, events), "named");
    }

    private static List<String> outputs(Map<String, String> serdes, List<SpecificRecord> events) {
        try (Pipeline pipeline = new Pipeline(Pipeline.config(Duration.ZERO), serdes, Pipeline.stateDirectory())) {
            events.forEach(event -> Events.send(pipeline, event));
            pipeline.sendBytes(io.fairstream.schemas.Topics.MATCHES, "slot1", new byte[] {1, 2, 3});
            return pipeline.everything();
        }
    }

    @Test
    void oneSerializerServesSeveralThreads() throws Exception {
        for (Map<String, String> config : List.of(Pipeline.SERDE_CONFIG, NAMED)) {
            SerdeFactory serdes = new SerdeFactory(config);
            try (Serializer<InputCountsRow> shared = serdes.writes(InputAccounting.INPUT_COUNTS.format());
                    Deserializer<?> reads = new AvroSerde<>(
                            io.fairstream.schemas.InputCounts.class, SchemaRegistries.from(Pipeline.SERDE_CONFIG))) {
                List<Callable<byte[]>> jobs = new ArrayList<>();
                for (int thread = 0; thread < 4; thread++) {
                    int partition = thread;
                    jobs.add(() -> last(shared, partition));
                }
                ExecutorService threads = Executors.newFixedThreadPool(jobs.size());
                List<Future<byte[]>> written = threads.invokeAll(jobs);
                threads.shutdown();
                for (int thread = 0; thread < 4; thread++) {
                    byte[] bytes = written.get(thread).get();
                    assertArrayEquals(shared.serialize("threads", row(thread, 4999)), bytes);
                    assertEquals(
                            thread,
                            ((io.fairstream.schemas.InputCounts) reads.deserialize("threads", bytes)).getPartition());
                }
            }
        }
    }

    private static byte[] last(Serializer<InputCountsRow> shared, int partition) {
        byte[] bytes = {};
        for (long count = 0; count < 5000; count++) {
            byte[] before = bytes;
            bytes = shared.serialize("threads", row(partition, count));
            if (count > 0 && java.util.Arrays.equals(before, bytes)) {
                throw new AssertionError("the same bytes for another row");
            }
        }
        return bytes;
    }

    private static InputCountsRow row(int partition, long count) {
        InputCounts counts = new InputCounts();
        counts.count(Effect.APPLIED, count);
        counts.noteInput(count);
        return counts.row("thread " + "x".repeat(partition * 50), partition);
    }

    @Test
    void ourOwnSerializersAreTheDefault() {
        assertEquals(
                FastAvroSerializer.class,
                new SerdeFactory(Pipeline.SERDE_CONFIG)
                        .writes(InputAccounting.INPUT_COUNTS.format())
                        .getClass());
    }
}
