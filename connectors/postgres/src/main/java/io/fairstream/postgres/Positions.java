package io.fairstream.postgres;

import io.fairstream.postgres.Batch.Unreadable;
import io.fairstream.schemas.registry.SchemaRegistries;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.avro.generic.IndexedRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;

/** Reader of new records from the offsets in the database. */
final class Positions {
    private static final Duration POLL = Duration.ofMillis(200);

    /** Time in which a batch is filled after its first record. */
    private static final Duration LINGER = Duration.ofMillis(200);

    private final KafkaConsumer<String, byte[]> consumer;
    private final Consumer<String> notes;
    private final Map<String, PgTable> tables = new LinkedHashMap<>();
    private final Map<String, Deserializer<?>> values = new HashMap<>();
    /** End offsets of batches that are in the database or on the way to it. */
    private final Map<TopicPartition, Long> held = new HashMap<>();

    private final Map<TopicPartition, Long> committed = new HashMap<>();
    private Map<TopicPartition, Long> begins = Map.of();
    private Map<TopicPartition, Long> ends = Map.of();

    Positions(Kafka kafka, List<PgTable> tables, KafkaConsumer<String, byte[]> consumer, Consumer<String> notes) {
        this.consumer = consumer;
        this.notes = notes;
        for (PgTable table : tables) {
            String topic = table.relation().topic().in(kafka.prefix());
            this.tables.put(topic, table);
            values.put(topic, kafka.values().apply(table.relation().topic()));
        }
    }

    private PgTable table(String topic) {
        return Objects.requireNonNull(tables.get(topic));
    }

    /**
     * Assigns the partitions and looks their offsets up. This waits while Kafka is away, so it comes before the transaction of
     * {@link #begin}, which the database would end.
     */
    void look(Sources sources) {
        Set<TopicPartition> partitions = sources.ids().keySet();
        consumer.assign(partitions);
        begins = consumer.beginningOffsets(partitions);
        ends = consumer.endOffsets(partitions);
    }

    /**
     * Seeks to the offsets in the database.
     *
     * @throws SinkException if the topics are not those that were copied
     */
    void begin(Sources sources, OffsetsTable offsets) throws SQLException {
        Map<TopicPartition, OffsetsTable.Held> known = offsets.read();
        requireSameTopics(known);
        List<Copied> skipped = new ArrayList<>();
        for (TopicPartition partition : sources.ids().keySet()) {
            long begin = Objects.requireNonNull(begins.get(partition));
            PgTable table = table(partition.topic());
            OffsetsTable.Held row = known.get(partition);
            if (row == null) {
                row = new OffsetsTable.Held(begin, table.name(), sources.id(partition));
                offsets.begin(partition, row);
            }
            require(table, partition, row, sources, Objects.requireNonNull(ends.get(partition)));
            long next = Math.max(begin, row.next());
            if (next > row.next()) {
                notes.accept("warning: " + partition + ": Kafka has removed offsets " + row.next() + " to "
                        + (begin - 1) + " before they were copied");
                skipped.add(new Copied(partition, row.next(), next));
            }
            held.put(partition, next);
            committed.put(partition, next);
            consumer.seek(partition, next);
        }
        if (!skipped.isEmpty()) {
            offsets.advance(skipped);
        }
    }

    private void requireSameTopics(Map<TopicPartition, OffsetsTable.Held> known) {
        known.forEach((partition, row) -> tables.forEach((topic, table) -> {
            if (row.tableName().equals(table.name()) && !partition.topic().equals(topic)) {
                throw new SinkException(table.schema() + "." + table.name() + ": copied from " + partition.topic()
                        + " (expected: " + topic + ", or another schema)");
            }
        }));
    }

    private static void require(
            PgTable table, TopicPartition partition, OffsetsTable.Held row, Sources sources, long end) {
        String remedy = "; --rebuild " + table.name() + " drops the copy and starts again";
        if (!row.topicId().equals(sources.id(partition))) {
            throw new SinkException(partition.topic() + ": was created again, its id is " + sources.id(partition)
                    + " (expected: " + row.topicId() + ", which " + table.name() + " is a copy of" + remedy + ")");
        }
        if (row.next() > end) {
            throw new SinkException(partition + ": ends at offset " + end + " (expected: at least " + row.next()
                    + ", the copied part" + remedy + ")");
        }
    }

    /** Returns the next batch of records, or an empty one after a short time. */
    Batch next(int rows) {
        Batch batch = new Batch();
        long began = System.nanoTime();
        ConsumerRecords<String, byte[]> records = consumer.poll(POLL);
        while (!records.isEmpty()) {
            SchemaRegistries.recordsWereRead();
            records.forEach(record -> add(batch, record));
            if (batch.size() >= rows || System.nanoTime() - began > LINGER.toNanos()) {
                break;
            }
            records = consumer.poll(Duration.ZERO);
        }
        return batch;
    }

    private void add(Batch batch, ConsumerRecord<String, byte[]> record) {
        PgTable table = table(record.topic());
        batch.sent(record.timestamp());
        try {
            IndexedRecord value = (IndexedRecord)
                    Objects.requireNonNull(values.get(record.topic())).deserialize(record.topic(), record.value());
            batch.add(table, record.key(), value, record.partition(), record.offset());
        } catch (SerializationException | IllegalArgumentException e) {
            notes.accept("warning: " + record.topic() + "/" + record.partition() + " offset " + record.offset()
                    + " is not a row, see kafka_unreadable: " + e.getMessage());
            batch.addUnreadable(new Unreadable(
                    table.relation().topic().name(),
                    record.partition(),
                    record.offset(),
                    String.valueOf(e.getMessage())));
        }
    }

    /** Returns the progress of the consumer's positions since the last call of {@link #taken}. */
    List<Copied> moves() {
        List<Copied> moves = new ArrayList<>();
        held.forEach((partition, next) -> {
            long position = consumer.position(partition);
            if (position > next) {
                moves.add(new Copied(partition, next, position));
            }
        });
        return moves;
    }

    /** Marks records before these positions as on their way to the database. */
    void taken(List<Copied> moves) {
        moves.forEach(move -> held.put(move.partition(), move.next()));
    }

    /** Marks records before these positions as stored in the database. */
    void copied(List<Copied> moves) {
        moves.forEach(move -> committed.put(move.partition(), move.next()));
    }

    /** Reports the lag of the database. */
    void lag(SinkMetrics metrics) {
        Map<String, Long> waiting = new HashMap<>();
        committed.forEach((partition, next) -> waiting.merge(
                table(partition.topic()).name(),
                consumer.currentLag(partition).orElse(0) + consumer.position(partition) - next,
                Long::sum));
        waiting.forEach(metrics::lag);
    }
}
