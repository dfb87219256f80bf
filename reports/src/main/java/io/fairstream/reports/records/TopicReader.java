package io.fairstream.reports.records;

import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeBlock;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.app.UnreadRange;
import io.fairstream.streams.config.Settings;
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
 * Reads topics of the contract from their beginning to their end at the time of the call, committed records only. Of tables that somebody
 * keeps it takes the latest rows from there.
 */
public final class TopicReader implements TopicRecords, AutoCloseable {
    /** Topics of which a key does not say by itself in which partition it stands. */
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
     * A reader for a service: it takes rows of compacted topics from where they are kept, and a Kafka that does not answer within
     * {@code cluster.timeout} for one that is away.
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
        // at the end of a topic a broker keeps a request waiting for more, and with it those for the next topic
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

    /** The rows that whoever asks may see; no others are read here, but by {@link #everybody}. */
    public Sight sight() {
        return tables.sight();
    }

    /**
     * Reads a whole topic; within a partition, in order. What {@linkplain DecodedRecords nobody can read}, or
     * {@linkplain SoundRecords compute with}, is passed over.
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

    /** As {@link #read(Topic, String, Consumer)}, also what nobody can compute with: to show it. */
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

    /** The latest value of a key; empty if it has none, or none any more. */
    public <V> Optional<V> latest(Topic<V> topic, String key) {
        AtomicReference<@Nullable V> latest = new AtomicReference<>();
        read(topic, key, row -> latest.set(row.value()));
        return Optional.ofNullable(latest.get());
    }

    /**
     * Reads the charges of one account, each with the account as its key and the offset of the block in which it stands.
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

    /** Reads all charges of the partition in which those of the account stand. */
    public void readChargesBeside(String account, Consumer<Row<Charge>> charges) {
        readBeside(Topics.CHARGES, account, block -> TopicRecords.unpack(block, charges));
    }

    /** The oldest charge that is still there in the account's partition, of whatever account. */
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

    /** Reads all records of the partition in which the key's stand. */
    public <V> void readBeside(Topic<V> topic, String key, Consumer<Row<V>> rows) {
        Consumer<Row<V>> visible = sight().of(topic, rows);
        DecodedRecords<V> decoded = decoded(topic);
        readTo(
                offsets.ends(List.of(partition(key, partitions(topic)))),
                consumer,
                record -> decoded.row(record).ifPresent(visible));
        decoded.end();
    }

    /** As {@link #read(Topic, Consumer)}, though none may be readable. */
    @Override
    public <V> void readReadable(Topic<V> topic, Consumer<Row<V>> rows) {
        readReadable(topic, null, rows);
    }

    @Override
    public <V> void readAsIs(Topic<V> topic, Consumer<Row<V>> rows) {
        readReadable(topic, null, sight().of(topic, rows), asIs(topic));
    }

    /** As {@link #read(Topic, String, Consumer)}, though none may be readable. */
    public <V> void readReadable(Topic<V> topic, @Nullable String key, Consumer<Row<V>> rows) {
        if (kept(topic).isPresent()) {
            read(topic, key, rows);
            return;
        }
        readReadable(topic, key, sight().of(topic, rows), decoded(topic));
    }

    /** The latest value of each key of a compacted topic, in no order. */
    @Override
    public <V> List<V> latest(Topic<V> topic) {
        return sight().of(topic, everybody(topic));
    }

    /**
     * As {@link #latest(Topic)}, also of rows that whoever asks may not see: for ranks, counts and sums, which name nobody. What a later
     * one of the topology's replaces is not even decoded; half of the partitions are read by a thread of their own, since most of the
     * time goes into unpacking records.
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
        rows.putAll(otherHalf.join());
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

    /**
     * As {@link #latest(Topic)}, each with where it stands.
     *
     * @return where the topic ends
     */
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
     * Reads what has come since the topic ended there; within a partition, in order.
     *
     * @return where it ends now
     */
    public <V> PartitionOffsets readSince(Topic<V> topic, PartitionOffsets begins, Consumer<Row<V>> rows) {
        Consumer<Row<V>> visible = sight().of(topic, rows);
        DecodedRecords<V> decoded = asIs(topic);
        PartitionOffsets ends = offsets.ends(partitions(topic));
        consumer.assign(ends.partitions());
        ends.partitions().forEach(partition -> consumer.seek(partition, begins.of(partition, 0)));
        PartitionPolls.read(
                ends, consumer, () -> false, record -> decoded.row(record).ifPresent(visible));
        return ends;
    }

    /**
     * Reads by several threads, each of which reads some partitions whole, because decoding takes longer than fetching.
     *
     * @param begins from where; a partition without an offset from its beginning
     * @param ends up to where
     * @param shares makes, in each thread, what takes the rows of the partitions that end there
     */
    public <V> void readShared(
            Topic<V> topic,
            PartitionOffsets begins,
            PartitionOffsets ends,
            Function<PartitionOffsets, RowShare<Row<V>>> shares) {
        // a deserializer that the settings name may be for one thread only
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

    /** Returns true if no record has been deleted since then from the partition that holds the key's records. */
    public boolean isWhole(Topic<?> topic, String key) {
        TopicPartition partition = partition(key, partitions(topic));
        return offsets.begins(List.of(partition)).of(partition) == 0;
    }

    /** Where the topic ends. */
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
        PartitionPolls.read(ends, from, () -> false, records);
    }

    /** Does not wait for the answer to a request for records that nobody wants any more, half a second. */
    @Override
    public void close() {
        consumer.close(CloseOptions.timeout(Duration.ZERO));
        offsets.close();
    }
}
