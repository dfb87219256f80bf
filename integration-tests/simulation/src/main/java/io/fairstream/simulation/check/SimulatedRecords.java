package io.fairstream.simulation.check;

import io.fairstream.app.config.Settings;
import io.fairstream.query.records.Row;
import io.fairstream.query.records.TopicRecords;
import io.fairstream.schemas.Balance;
import io.fairstream.schemas.EndedBy;
import io.fairstream.schemas.MatchRecord;
import io.fairstream.schemas.Notice;
import io.fairstream.schemas.NoticeKind;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.registry.SchemaRegistries;
import io.fairstream.schemas.registry.SchemaRegistry;
import io.fairstream.simulation.kafka.Broker;
import io.fairstream.simulation.kafka.PartitionLog;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/** The committed records of a simulated broker. */
public final class SimulatedRecords implements TopicRecords {
    private final Broker broker;
    private final Settings settings;
    private final Set<String> changed;
    private final SchemaRegistry registry;
    private final Map<Topic<?>, Deserializer<?>> deserializers = new HashMap<>();

    /**
     * The records of a broker.
     *
     * @param settings the last ones
     * @param changed names of those that had other values before
     */
    public SimulatedRecords(Broker broker, Settings settings, Set<String> changed) {
        this.changed = changed;
        this.broker = broker;
        this.settings = settings;
        this.registry = SchemaRegistries.from(settings.registry());
    }

    @Override
    public Settings settings() {
        return settings;
    }

    /** Reads the records of a topic as they are. */
    public void raw(Topic<?> topic, Consumer<ConsumerRecord<byte[], byte[]>> records) {
        for (PartitionLog log : broker.topics().getOrDefault(topic.in(settings.topicPrefix()), List.of())) {
            log.read(0, Integer.MAX_VALUE, records);
        }
    }

    /** The places of all dead letters' originals: topic/partition/offset. */
    public List<String> setAside() {
        List<String> places = new ArrayList<>();
        raw(
                Topics.DEAD_LETTERS,
                letter -> places.add(
                        header(letter, "topic") + "/" + header(letter, "partition") + "/" + header(letter, "offset")));
        return places;
    }

    /** The places of the inputs' records that can be read when all schemas are known. */
    public Set<String> readable() {
        Set<String> places = new HashSet<>();
        Topics.inputs().forEach(topic -> {
            String name = topic.in(settings.topicPrefix());
            readReadable(topic, row -> places.add(name + "/" + row.partition() + "/" + row.offset()));
        });
        return places;
    }

    private static String header(ConsumerRecord<byte[], byte[]> letter, String name) {
        Header header = Objects.requireNonNull(letter.headers().lastHeader("__streams.errors." + name), name);
        return new String(header.value(), StandardCharsets.UTF_8);
    }

    @Override
    public <V> void read(Topic<V> topic, Consumer<Row<V>> rows) {
        Deserializer<V> values = values(topic);
        raw(topic, record -> rows.accept(row(record, values)));
    }

    @Override
    public <V> void readReadable(Topic<V> topic, Consumer<Row<V>> rows) {
        Deserializer<V> values = values(topic);
        raw(topic, record -> {
            Row<V> row;
            try {
                row = row(record, values);
            } catch (SerializationException e) {
                return;
            }
            rows.accept(row);
        });
    }

    private <V> Deserializer<V> values(Topic<V> topic) {
        @SuppressWarnings("unchecked") // the topic's own
        Deserializer<V> values = (Deserializer<V>) deserializers.computeIfAbsent(
                topic, any -> topic.serde(registry).deserializer());
        return values;
    }

    private static <V> Row<V> row(ConsumerRecord<byte[], byte[]> record, Deserializer<V> values) {
        byte[] bytes = record.value();
        return new Row<>(
                key(record),
                bytes == null ? null : values.deserialize(record.topic(), bytes),
                record.partition(),
                record.offset(),
                record.headers());
    }

    private static @Nullable String key(ConsumerRecord<byte[], byte[]> record) {
        return record.key() == null ? null : new String(record.key(), StandardCharsets.UTF_8);
    }

    /** The latest row of each key. */
    public <V> Map<String, V> table(Topic<V> topic) {
        Map<String, ConsumerRecord<byte[], byte[]>> latest = new LinkedHashMap<>();
        raw(topic, record -> {
            String key = record.partition() + " " + key(record);
            if (record.value() == null) {
                latest.remove(key);
            } else {
                latest.put(key, record);
            }
        });
        Deserializer<V> values = values(topic);
        Map<String, V> table = new LinkedHashMap<>();
        latest.forEach((key, record) -> table.put(key, values.deserialize(record.topic(), record.value())));
        return table;
    }

    /** The matches that ended, each as its highest revision has it, by resource and start; withdrawn ones are left out. */
    public Map<String, MatchRecord> latestMatches() {
        Map<String, MatchRecord> highest = new HashMap<>();
        read(Topics.MATCH_RECORDS, row -> {
            MatchRecord match = Objects.requireNonNull(row.value());
            highest.merge(
                    match.getResource() + "@" + match.getStart(),
                    match,
                    (known, next) -> known.getRevision() < next.getRevision() ? next : known);
        });
        highest.values().removeIf(match -> match.getEndedBy() == EndedBy.WITHDRAWN);
        return highest;
    }

    /** The notices about the allocations in force that were not taken back, by target, period and threshold. */
    public Map<String, Notice> notices() {
        Map<String, Balance> balances = byKey(Topics.BALANCES);
        Map<String, Notice> notices = new TreeMap<>();
        read(Topics.NOTICES, row -> {
            Notice notice = Objects.requireNonNull(row.value());
            Balance balance = balances.get(notice.getTarget());
            if (balance != null && notice.getStart().equals(balance.getStart())) {
                String key = notice.getTarget() + " " + notice.getPeriodStart() + " " + notice.getThreshold() + "%";
                if (notice.getKind() == NoticeKind.TAKEN_BACK) {
                    notices.remove(key);
                } else {
                    notices.put(key, notice);
                }
            }
        });
        return notices;
    }

    @Override
    public <V> List<V> latest(Topic<V> topic) {
        return new ArrayList<>(table(topic).values());
    }

    @Override
    public Set<String> changedSettings() {
        return changed;
    }

    @Override
    public <V> Map<String, V> byKey(Topic<V> topic) {
        Map<String, V> rows = new LinkedHashMap<>();
        table(topic).forEach((key, row) -> rows.put(key.substring(key.indexOf(' ') + 1), row));
        return rows;
    }

    @Override
    public long count(Topic<?> topic) {
        long[] count = {0};
        raw(topic, record -> count[0]++);
        return count[0];
    }

    @Override
    public boolean isWhole(Topic<?> topic) {
        return true;
    }
}
