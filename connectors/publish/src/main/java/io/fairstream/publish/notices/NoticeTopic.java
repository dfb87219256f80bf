package io.fairstream.publish.notices;

import io.fairstream.publish.Item;
import io.fairstream.publish.Outbox;
import io.fairstream.publish.OutboxException;
import io.fairstream.schemas.Notice;
import io.fairstream.schemas.registry.SchemaRegistries;
import io.fairstream.schemas.registry.SchemaRegistry.RegistryException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;

/** The topic of notices. The positions in it are items of the outbox, not those of a consumer group. */
final class NoticeTopic implements AutoCloseable {
    private static final Duration BETWEEN_LOOKS = Duration.ofMinutes(1);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final String NEXT = "next";

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final String topic;
    private final Deserializer<Notice> values;
    private final Outbox outbox;
    private final Clock clock;
    private final Consumer<String> notes;
    private final NoticeMetrics metrics;
    private Map<TopicPartition, Long> ends = new HashMap<>();
    private Instant looked = Instant.MIN;
    private Instant paused = Instant.MIN;
    private boolean isRegistryAway;
    private boolean hasRead;
    /** True if the position is not in the topic any more. */
    private boolean isLost;

    /** @param properties of a consumer */
    NoticeTopic(
            Map<String, Object> properties,
            String topic,
            Deserializer<Notice> values,
            Outbox outbox,
            Clock clock,
            Consumer<String> notes,
            NoticeMetrics metrics) {
        Map<String, Object> own = new HashMap<>(properties);
        own.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        own.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        own.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        this.consumer = new KafkaConsumer<>(own, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        this.topic = topic;
        this.values = values;
        this.outbox = outbox;
        this.clock = clock;
        this.notes = notes;
        this.metrics = metrics;
    }

    /**
     * Continues at the positions in the outbox.
     *
     * @param fromBeginning without any: at the beginning, not at the end
     */
    void begin(boolean fromBeginning) throws IOException {
        List<TopicPartition> partitions = partitions();
        consumer.assign(partitions);
        Map<TopicPartition, Long> begins = consumer.beginningOffsets(partitions);
        ends = consumer.endOffsets(partitions);
        boolean isFirst = partitions.stream().allMatch(each -> known(each).isEmpty());
        List<TopicPartition> unknown = new ArrayList<>();
        for (TopicPartition partition : partitions) {
            long begin = Objects.requireNonNull(begins.get(partition));
            long end = Objects.requireNonNull(ends.get(partition));
            Optional<Long> position = known(partition);
            if (position.isEmpty()) {
                unknown.add(partition);
            }
            long next = position.orElse(isFirst && !fromBeginning ? end : begin);
            if (next > end) {
                throw new OutboxException(partition + ": ends at offset " + end + " (expected: at least " + next
                        + ", read before; of a topic that was created again, another directory)");
            }
            if (next < begin) {
                notes.accept("warning: " + partition + ": Kafka has removed offsets " + next + " to " + (begin - 1)
                        + " before they were read");
            }
            consumer.seek(partition, Math.max(begin, next));
        }
        if (!unknown.isEmpty()) {
            note();
        }
        looked = clock.instant();
    }

    private List<TopicPartition> partitions() {
        return consumer.partitionsFor(topic).stream()
                .map(each -> new TopicPartition(topic, each.partition()))
                .toList();
    }

    private Optional<Long> known(TopicPartition partition) {
        return Optional.ofNullable(outbox.sent().get(id(partition)))
                .map(sent -> Long.parseLong(sent.item().value(NEXT)));
    }

    private static String id(TopicPartition partition) {
        return "position " + partition;
    }

    /** Returns the next notices; empty after a time without any. Records that are no notices are counted and skipped. */
    List<SentNotice> poll(Duration atMost) throws IOException, InterruptedException {
        List<SentNotice> notices = new ArrayList<>();
        if (clock.instant().isBefore(paused)) {
            Thread.sleep(atMost.toMillis());
            return notices;
        }
        try {
            if (isLost) {
                begin(true);
                isLost = false;
            }
            if (clock.instant().isAfter(looked.plus(BETWEEN_LOOKS))) {
                look();
            }
            ConsumerRecords<byte[], byte[]> records = consumer.poll(atMost);
            SchemaRegistries.recordsWereRead();
            for (TopicPartition partition : records.partitions()) {
                read(partition, records.records(partition), notices);
            }
        } catch (InvalidOffsetException e) {
            isLost = true;
        } catch (RetriableException e) {
            // Kafka is away; the command's watch reports that
            paused = clock.instant().plus(PAUSE);
        }
        return notices;
    }

    /** Starts to read partitions that were added. */
    private void look() throws IOException {
        looked = clock.instant();
        if (partitions().size() > ends.size()) {
            note();
            begin(true);
        }
    }

    private void read(
            TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> records, List<SentNotice> notices) {
        for (ConsumerRecord<byte[], byte[]> record : records) {
            try {
                notice(record).ifPresent(notices::add);
                hasRead = true;
            } catch (RegistryException e) {
                consumer.seek(partition, record.offset());
                paused = clock.instant().plus(PAUSE);
                if (!isRegistryAway) {
                    isRegistryAway = true;
                    notes.accept("warning: " + e.getMessage() + "; waiting for the registry, nothing is lost");
                }
                return;
            }
        }
        if (isRegistryAway) {
            isRegistryAway = false;
            notes.accept("the schema registry answers again");
        }
    }

    private Optional<SentNotice> notice(ConsumerRecord<byte[], byte[]> record) {
        String problem;
        try {
            Notice notice = record.value() == null ? null : values.deserialize(topic, record.value());
            problem = notice == null ? "no value" : SentNotice.problem(notice).orElse("");
            if (notice != null && problem.isEmpty()) {
                return Optional.of(new SentNotice(topic, record.partition(), record.offset(), notice));
            }
        } catch (SerializationException | IllegalArgumentException e) {
            problem = String.valueOf(e.getMessage());
        }
        metrics.unreadable();
        notes.accept("warning: " + topic + "/" + record.partition() + " offset " + record.offset()
                + " is not a notice, skipped: " + problem);
        return Optional.empty();
    }

    /** Records the positions after the notices that were taken, if any record was read. */
    void noteIfRead() throws IOException {
        if (hasRead) {
            note();
        }
    }

    private void note() throws IOException {
        List<Item> positions = new ArrayList<>();
        for (TopicPartition partition : consumer.assignment()) {
            long next = consumer.position(partition);
            if (!known(partition).equals(Optional.of(next))) {
                positions.add(Item.ofSum(id(partition), new TreeMap<>(Map.of(NEXT, Long.toString(next)))));
            }
        }
        if (!positions.isEmpty()) {
            outbox.note(positions, clock.instant());
        }
        hasRead = false;
    }

    /** Returns true if everything was read that was in the topic at the start. */
    boolean isAtEnd() {
        return ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    }

    @Override
    public void close() {
        consumer.close();
    }
}
