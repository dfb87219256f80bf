package io.fairstream.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.fairstream.schemas.PlainJson;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.avro.AvroRecords;
import io.fairstream.streams.runtime.InMemoryStages;
import io.fairstream.streams.runtime.Output;
import io.fairstream.streams.runtime.Stage.StageSpec;
import io.fairstream.streams.runtime.StageInput;
import io.fairstream.streams.runtime.TopologyConfig;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The same events make the same tables in memory as in Kafka Streams. */
class InMemoryStagesTest {
    /** Counts bear the time of the commit and rejections where a record stands; both differ. */
    private static final List<Topic<?>> TABLES = List.of(
            Topics.PRIORITIES,
            Topics.OPEN_MATCHES,
            Topics.JOBS,
            Topics.JOB_ACCOUNTING,
            Topics.NODES,
            Topics.USER_ACCOUNTING,
            Topics.ASSOCIATION_USAGE,
            Topics.FAIR_SHARE,
            Topics.HOSTS,
            Topics.DAILY,
            Topics.BALANCES);

    private final Map<Topic<?>, SortedMap<String, String>> tables = new HashMap<>();
    private final TopologyConfig config = FrozenTopologyTest.config(1000);
    private final List<StageSpec<?>> specs = AccountingTopology.stages(config);
    private final InMemoryStages stages = new InMemoryStages(specs, config, new InMemoryStages.Rows() {
        @Override
        public <R> void write(Output<R> to, @Nullable String key, @Nullable R row, long timestamp) {
            SortedMap<String, String> table = tables.computeIfAbsent(to.topic(), topic -> new TreeMap<>());
            if (key != null && row != null) {
                table.put(key, AvroRecords.json(to.format(), row));
            } else if (key != null) {
                table.remove(key);
            }
        }
    });

    @Test
    void tablesAreThoseOfTheTopology() {
        for (String line : FrozenTopologyTest.lines()) {
            String[] columns = line.split("\t", 4);
            take(Topics.named(columns[0]).orElseThrow(), columns[1], Instant.parse(columns[2]), columns[3]);
            stages.commit();
        }
        try (Pipeline pipeline = FrozenTopologyTest.fed(1000)) {
            for (Topic<?> topic : TABLES) {
                SortedMap<String, String> expected = new TreeMap<>();
                pipeline.table(topic).forEach((key, row) -> {
                    if (row != null) {
                        expected.put(key, PlainJson.write((SpecificRecord) row));
                    }
                });
                assertFalse(expected.isEmpty(), topic.name());
                assertEquals(expected, tables.get(topic), topic.name());
            }
        }
    }

    private void take(Topic<?> topic, String key, Instant sent, String json) {
        for (StageSpec<?> stage : specs) {
            if (stage.input() != null && topic.equals(stage.reads())) {
                take(stage.input(), key, sent, json);
            }
        }
    }

    @SuppressWarnings("unchecked") // the topics of events hold generated records
    private <E> void take(StageInput<E> feed, String key, Instant sent, String json) {
        Class<? extends SpecificRecord> type =
                (Class<? extends SpecificRecord>) feed.topic().value();
        E event = json.isEmpty() ? null : AvroRecords.value(feed.format(), PlainJson.read(type, json));
        stages.take(feed.topic(), key.isEmpty() ? null : key, event, sent.toEpochMilli());
    }
}
