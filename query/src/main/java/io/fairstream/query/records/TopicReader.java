package io.fairstream.query.records;

import io.fairstream.app.UnreadRange;
import io.fairstream.app.config.Settings;
import io.fairstream.client.InputTopic;
import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeBlock;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reader of topics of the contract from the beginning to the end at the time of the call, committed records only. For
 * cached tables it returns the cached latest rows.
 */
public final class TopicReader implements TopicRecords, AutoCloseable {
    /** Topics partitioned by a part of the key, so that a complete key alone does not determine the partition. */
    private static final Set<Topic<?>> PARTITIONED_BY_A_PART_OF_THE_KEY =
            Set.of(Topics.JOB_ACCOUNTING, Topics.DAILY, Topics.BALANCES);

    private final Settings settings;
    private final KeptTables tables;
    private final ValueFormat format;
    private final SoundRecords sound;
    private final Offsets offsets;
    private final Map<String, Object> properties;
    private final KafkaConsumer<String, byte[]> consumer;

    public TopicReader(Settings settings) {
        this(settings, KeptTables.NONE, settings.admin(), settings.consumer());
    }

    /**
     * Creates a reader for a service. It uses cached rows of compacted topics, and considers Kafka away if it does not
     * answer within {@code cluster.timeout}.
     */
    public TopicReader(Settings settings, KeptTables tables) {
        this(
                settings,
                tables,
                ClusterWatch.quick(settings, settings.admin()),
                ClusterWatch.quick(settings, settings.consumer()));
    }

    private TopicReader(Settings settings, KeptTables tables, Map<String, Object> admin, Map<String, Object> consumer) {
        this.settings = settings;
        this.tables = tables;
        this.format = new ValueFormat(settings);
        this.sound = new SoundRecords(settings);
        this.offsets = new Offsets(admin);
        // at the end of a topic a broker holds a fetch request until it has more data, which delays requests for the
        // next topic
        this.properties = new HashMap<>(consumer);
        this.properties.putIfAbsent(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, "20");
        this.consumer = newConsumer();
    }

    private KafkaConsumer<String, byte[]> newConsumer() {
        return new KafkaConsumer<>(properties, new StringDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    public Settings settings() {
        return settings;
    }

    /** Returns the rows that the caller may see; only {@link #everybody} reads others. */
    public Sight sight() {
        return tables.sight();
    }

    /**
     * Reads a whole topic; within a partition, in order. {@linkplain DecodedRecords Unreadable} and
     * {@linkplain SoundRecords invalid} records are skipped.
     */
    @Override
    public <V> void read(Topic<V> topic, Consumer<Row<V>> rows) {
        read(topic, null, rows);
    }

    /**
     * Reads the records of one key.
     *
     * @param key null for all
     * @throws Failure if the topic is missing, or a transaction stays open before its end
     */
    public <V> void read(Topic<V> topic, @Nullable String key, Consumer<Row<V>> rows) {
        read(topic, key, rows, decoded(topic));
    }

    /** As {@link #read(Topic, String, Consumer)}, including invalid records: to show them. */
    public <V> void readAsIs(Topic<V> topic, @Nullable String key, Consumer<Row<V>> rows) {
        read(topic, key, rows, asIs(topic));
    }

    private <V> void read(Topic<V> topic, @Nullable String key, Consumer<Row<V>> rows, DecodedRecords<V> decoded) {
        Consumer<Row<V>> visible = sight().of(topic, rows);
        Optional<Collection<Row<V>>> kept = kept(topic);
        if (kept.isPresent()) {
            kept.get().stream()
                    .filter(row -> (key == null || key.equals(row.key())) && decoded.wants(row.value()))
                    .forEach(visible);
            return;
        }
        readReadable(topic, key, visible, decoded).end();
    }

    private <V> DecodedRecords<V> readReadable(
            Topic<V> topic, @Nullable String key, Consumer<Row<V>> rows, DecodedRecords<V> decoded) {
        List<TopicPartition> all = partitions(topic);
        boolean isAnywhere = key == null || PARTITIONED_BY_A_PART_OF_THE_KEY.contains(topic);
        List<TopicPartition> partitions = isAnywhere ? all : List.of(partition(Objects.requireNonNull(key), all));
        readTo(offsets.ends(partitions), consumer, record -> {
            if (key == null || key.equals(record.key())) {
                decoded.row(record).ifPresent(rows);
            }
        });
        return decoded;
    }

    private <V> DecodedRecords<V> decoded(Topic<V> topic) {
        return new DecodedRecords<>(topic, format.reads(topic), value -> sound.holds(topic, value));
    }

    private <V> DecodedRecords<V> asIs(Topic<V> topic) {
        return new DecodedRecords<>(topic, format.reads(topic), value -> true);
    }

    /** Returns the latest value of a key; empty if it has none or was removed. */
    public <V> Optional<V> latest(Topic<V> topic, String key) {
        AtomicReference<@Nullable V> latest = new AtomicReference<>();
        read(topic, key, row -> latest.set(row.value()));
        return Optional.ofNullable(latest.get());
    }

    /**
     * Reads the charges of one account, each with the account as its key and the offset of its block.
     *
     * @param account null for all
     */
    public void readCharges(@Nullable String account, Consumer<Row<Charge>> charges) {
        if (account == null) {
            readCharges(charges);
            return;
        }
        readChargesBeside(account, charge -> {
            if (account.equals(charge.key())) {
                charges.accept(charge);
            }
        });
    }

    /** Reads all charges of the account's partition. */
    public void readChargesBeside(String account, Consumer<Row<Charge>> charges) {
        readBeside(Topics.CHARGES, account, block -> TopicRecords.unpack(block, charges));
    }

    /** Returns the oldest charge that is not deleted from the account's partition, of any account. */
    public Optional<Charge> oldestCharge(String account) {
        DecodedRecords<ChargeBlock> decoded = decoded(Topics.CHARGES);
        List<Row<Charge>> oldest = new ArrayList<>();
        readTo(
                offsets.ends(List.of(partition(account, partitions(Topics.CHARGES)))),
                consumer,
                record -> decoded.row(record)
                        .filter(block -> oldest.isEmpty())
                        .ifPresent(block -> TopicRecords.unpack(block, oldest::add)));
        return oldest.stream().map(Row::value).findFirst();
    }

    /** Reads all records of the key's partition. */
    public <V> void readBeside(Topic<V> topic, String key, Consumer<Row<V>> rows) {
        Consumer<Row<V>> visible = sight().of(topic, rows);
        DecodedRecords<V> decoded = decoded(topic);
        readTo(
                offsets.ends(List.of(partition(key, partitions(topic)))),
                consumer,
                record -> decoded.row(record).ifPresent(visible));
        decoded.end();
    }

    /** As {@link #read(Topic, Consumer)}, but allows that no record is readable. */
    @Override
    public <V> void readReadable(Topic<V> topic, Consumer<Row<V>> rows) {
        readReadable(topic, null, rows);
    }

    @Override
    public <V> void readAsIs(Topic<V> topic, Consumer<Row<V>> rows) {
        readReadable(topic, null, sight().of(topic, rows), asIs(topic));
    }

    /** As {@link #read(Topic, String, Consumer)}, but allows that no record is readable. */
    public <V> void readReadable(Topic<V> topic, @Nullable String key, Consumer<Row<V>> rows) {
        if (kept(topic).isPresent()) {
            read(topic, key, rows);
            return;
        }
        readReadable(topic, key, sight().of(topic, rows), decoded(topic));
    }

    /** Returns the latest value of each key of a compacted topic, in no order. */
    @Override
    public <V> List<V> latest(Topic<V> topic) {
        return sight().of(topic, everybody(topic));
    }

    /**
     * As {@link #latest(Topic)}, including rows that the caller may not see: for anonymous ranks, counts and sums. A
     * record that a later one of the topology replaces is not decoded. A second thread reads half of the partitions,
     * since most of the time goes into decompression.
     */
    public <V> List<V> everybody(Topic<V> topic) {
        return List.copyOf(byKey(topic).values());
    }

    @Override
    public <V> Map<String, V> byKey(Topic<V> topic) {
        Optional<Collection<Row<V>>> kept = kept(topic);
        if (kept.isPresent()) {
            Map<String, V> rows = new HashMap<>();
            kept.get().stream()
                    .filter(row -> sound.holds(topic, Objects.requireNonNull(row.value())))
                    .forEach(row -> rows.put(row.key(), Objects.requireNonNull(row.value())));
            return rows;
        }
        Map<TopicPartition, Long> mine = new HashMap<>();
        Map<TopicPartition, Long> others = new HashMap<>();
        offsets.ends(partitions(topic))
                .offsets()
                .forEach((partition, end) -> (partition.partition() % 2 == 0 ? mine : others).put(partition, end));
        CompletableFuture<Map<String, V>> otherHalf = CompletableFuture.supplyAsync(() -> {
            if (others.isEmpty()) {
                return Map.of();
            }
            try (KafkaConsumer<String, byte[]> another = newConsumer()) {
                return latest(topic, new PartitionOffsets(others), another);
            }
        });
        Map<String, V> rows = latest(topic, new PartitionOffsets(mine), consumer);
        rows.putAll(SharedReading.result(otherHalf));
        return rows;
    }

    private <V> Map<String, V> latest(Topic<V> topic, PartitionOffsets ends, KafkaConsumer<String, byte[]> from) {
        Map<String, byte[]> latest = new HashMap<>();
        DecodedRecords<V> decoded = decoded(topic);
        readTo(ends, from, record -> {
            if (record.value() == null) {
                latest.remove(record.key());
            } else if (decoded.replaces(record)) {
                latest.put(record.key(), record.value());
            }
        });
        String name = topic.in(settings.topicPrefix());
        Map<String, V> values = new HashMap<>();
        latest.forEach((key, bytes) -> decoded.value(name, bytes).ifPresent(value -> values.put(key, value)));
        decoded.end();
        return values;
    }

    /** As {@link #latest(Topic)}, each with its position; returns the topic's end offsets. */
    public <V> PartitionOffsets readLatest(Topic<V> topic, Consumer<Row<V>> rows) {
        Consumer<Row<V>> visible = sight().of(topic, rows);
        Map<String, ConsumerRecord<String, byte[]>> latest = new HashMap<>();
        PartitionOffsets ends = offsets.ends(partitions(topic));
        DecodedRecords<V> decoded = asIs(topic);
        readTo(ends, consumer, record -> {
            if (decoded.replaces(record)) {
                latest.put(record.key(), record);
            }
        });
        latest.values().stream()
                .filter(record -> record.value() != null)
                .forEach(record -> decoded.row(record).ifPresent(visible));
        decoded.end();
        return ends;
    }

    /**
     * Reads the records after the given offsets; within a partition, in order.
     *
     * @return the topic's end offsets
     */
    public <V> PartitionOffsets readSince(Topic<V> topic, PartitionOffsets begins, Consumer<Row<V>> rows) {
        Consumer<Row<V>> visible = sight().of(topic, rows);
        DecodedRecords<V> decoded = asIs(topic);
        PartitionOffsets ends = offsets.ends(partitions(topic));
        consumer.assign(ends.partitions());
        ends.partitions().forEach(partition -> consumer.seek(partition, begins.of(partition, 0)));
        ends.read(consumer, () -> false, record -> decoded.row(record).ifPresent(visible));
        return ends;
    }

    /**
     * Reads by several threads, each of which reads whole partitions, because decoding takes longer than fetching.
     *
     * @param begins first offsets; a partition without one is read from its beginning
     * @param ends end offsets
     * @param shares creates, in each thread, the consumer of rows of partitions with these end offsets
     */
    public <V> void readShared(
            Topic<V> topic,
            PartitionOffsets begins,
            PartitionOffsets ends,
            Function<PartitionOffsets, RowShare<Row<V>>> shares) {
        // a deserializer from the settings may not be thread-safe
        new SharedReading(begins, mine -> new DecodedShare<>(shares.apply(mine), asIs(topic)))
                .run(ends, consumer, this::newConsumer);
    }

    /** Returns the number of records, readable or not. */
    @Override
    public long count(Topic<?> topic) {
        AtomicLong count = new AtomicLong();
        readTo(offsets.ends(partitions(topic)), consumer, record -> count.incrementAndGet());
        return count.get();
    }

    @Override
    public List<UnreadRange> deletedAhead() {
        return offsets.deletedAhead(
                settings.applicationId(),
                InputTopic.ALL.stream()
                        .flatMap(input -> partitions(input.topic()).stream())
                        .toList());
    }

    /** Returns true if no record has been deleted since the topic was created. */
    @Override
    public boolean isWhole(Topic<?> topic) {
        return offsets.begins(partitions(topic)).offsets().values().stream().allMatch(begin -> begin == 0);
    }

    /** Returns true if no record has been deleted from the key's partition since the topic was created. */
    public boolean isWhole(Topic<?> topic, String key) {
        TopicPartition partition = partition(key, partitions(topic));
        return offsets.begins(List.of(partition)).of(partition) == 0;
    }

    /** Returns the topic's end offsets. */
    public PartitionOffsets ends(Topic<?> topic) {
        return offsets.ends(partitions(topic));
    }

    private <V> Optional<Collection<Row<V>>> kept(Topic<V> topic) {
        tables.reads(topic);
        return tables.rows(topic);
    }

    private List<TopicPartition> partitions(Topic<?> topic) {
        tables.reads(topic);
        return offsets.partitions(List.of(topic.in(settings.topicPrefix())));
    }

    private static TopicPartition partition(String key, List<TopicPartition> all) {
        return new TopicPartition(all.get(0).topic(), Topic.partition(key, all.size()));
    }

    private void readTo(
            PartitionOffsets ends,
            KafkaConsumer<String, byte[]> from,
            Consumer<ConsumerRecord<String, byte[]>> records) {
        from.assign(ends.partitions());
        from.seekToBeginning(ends.partitions());
        ends.read(from, () -> false, records);
    }

    /** Closes without waiting for the answer to a pending fetch, which takes half a second. */
    @Override
    public void close() {
        consumer.close(CloseOptions.timeout(Duration.ZERO));
        offsets.close();
    }
}
