package io.fairstream.app;

import io.fairstream.app.LocalState.UnreadableState;
import io.fairstream.app.PublishedSettings.SettingRow;
import io.fairstream.app.config.Settings;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaClientSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Range of input records that were deleted before the topology read them. The topic {@code settings} has a row for each range.
 *
 * @param topic full name
 * @param from offset of the first record
 * @param to offset after the last record
 */
public record UnreadRange(String topic, int partition, long from, long to) {
    private static final Pattern NAME = Pattern.compile("unread/([^/]+)/(\\d{1,9})/(\\d{1,18})");
    private static final Pattern END = Pattern.compile("\\d{1,18}");

    /** Parses a row; empty for a row of another kind. */
    public static Optional<UnreadRange> of(String name, String value) {
        Matcher parts = NAME.matcher(name);
        return parts.matches() && END.matcher(value).matches()
                ? Optional.of(new UnreadRange(
                        parts.group(1),
                        Integer.parseInt(parts.group(2)),
                        Long.parseLong(parts.group(3)),
                        Long.parseLong(value)))
                : Optional.empty();
    }

    String name() {
        return "unread/" + topic + "/" + partition + "/" + from;
    }

    /** Merges overlapping ranges: after a failure a gap may be found again, with an earlier first offset. */
    public static List<UnreadRange> joined(Collection<UnreadRange> ranges) {
        List<UnreadRange> joined = new ArrayList<>();
        ranges.stream()
                .sorted(Comparator.comparing(UnreadRange::topic)
                        .thenComparing(UnreadRange::partition)
                        .thenComparing(UnreadRange::from))
                .forEach(range -> {
                    UnreadRange last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
                    if (last != null
                            && last.topic.equals(range.topic)
                            && last.partition == range.partition
                            && range.from <= last.to) {
                        joined.set(
                                joined.size() - 1,
                                new UnreadRange(last.topic, last.partition, last.from, Math.max(last.to, range.to)));
                    } else {
                        joined.add(range);
                    }
                });
        return joined;
    }

    /** Upper bound of the number of records: transaction markers and records removed by compaction count, too. */
    public long offsets() {
        return Math.max(0, to - from);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT, "%s partition %d offsets %d to %d (%,d)", topic, partition, from, to - 1, offsets());
    }

    /**
     * Clients of Kafka Streams that detect records deleted before they were read. Kafka's own consumer skips such records silently and
     * continues at the beginning of the log. This one does the same, but first reports each gap to the log, the metrics and the topic
     * {@code settings}.
     *
     * <p>The next offset to read is committed together with the results of the records before it, so a gap whose skip was not committed is
     * reported again after a failure, perhaps with an earlier first offset: see {@link UnreadRange#joined}.
     */
    static final class UnreadInput implements KafkaClientSupplier {
        private static final Logger LOG = LoggerFactory.getLogger(UnreadInput.class);

        private final Consumer<List<UnreadRange>> report;
        private final Map<String, UnreadRange> reported = new ConcurrentHashMap<>();

        /** @param report receives the gaps of one poll, and returns when they are durable */
        UnreadInput(Consumer<List<UnreadRange>> report) {
            this.report = report;
        }

        static UnreadInput of(Settings settings) {
            return new UnreadInput(ranges -> {
                long now = Clock.systemUTC().millis();
                PublishedSettings.send(
                        ranges.stream()
                                .map(range -> new SettingRow(range.name(), Long.toString(range.to()), now))
                                .toList(),
                        settings);
            });
        }

        /** Number of offsets of each topic that were deleted unread since the process started. */
        Map<String, Long> offsets() {
            return UnreadRange.joined(reported.values()).stream()
                    .collect(Collectors.groupingBy(UnreadRange::topic, Collectors.summingLong(UnreadRange::offsets)));
        }

        private void report(List<UnreadRange> ranges) {
            if (ranges.isEmpty()) {
                return;
            }
            ranges.forEach(range -> LOG.warn("Records were deleted before they were read: {}", range));
            report.accept(ranges);
            ranges.forEach(range ->
                    reported.merge(range.name(), range, (known, found) -> known.to() > found.to() ? known : found));
        }

        @Override
        public Admin getAdmin(Map<String, Object> config) {
            return Admin.create(config);
        }

        @Override
        public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
            return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
        }

        /**
         * Returns a consumer that reports gaps, or a plain one if the settings reset offsets to another position than the earliest: then
         * gaps are intended.
         */
        @Override
        public KafkaConsumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
            if (!"earliest".equals(config.get(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG))) {
                return plain(config);
            }
            Map<String, Object> own = new HashMap<>(config);
            own.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
            return new Noticing(own);
        }

        @Override
        public KafkaConsumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
            return plain(config);
        }

        @Override
        public KafkaConsumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
            return plain(config);
        }

        private static KafkaConsumer<byte[], byte[]> plain(Map<String, Object> config) {
            return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        }

        /** Consumer without automatic reset of offsets: it handles missing offsets itself and seeks to the earliest one. */
        private final class Noticing extends KafkaConsumer<byte[], byte[]> {
            Noticing(Map<String, Object> config) {
                super(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
            }

            @Override
            public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
                try {
                    return super.poll(timeout);
                } catch (NoOffsetForPartitionException e) {
                    seekToBeginning(e.partitions());
                } catch (LogTruncationException e) {
                    tryToBegin(e.offsetOutOfRangePartitions(), e.divergentOffsets());
                } catch (OffsetOutOfRangeException e) {
                    tryToBegin(e.offsetOutOfRangePartitions(), Map.of());
                }
                return ConsumerRecords.empty();
            }

            /** Resumes at the beginning of the logs; if the brokers do not answer, the next poll finds the same gap and tries again. */
            private void tryToBegin(Map<TopicPartition, Long> wanted, Map<TopicPartition, OffsetAndMetadata> diverged) {
                try {
                    begin(wanted, diverged);
                } catch (KafkaException e) {
                    if (UnreadableState.chain(e).noneMatch(RetriableException.class::isInstance)) {
                        throw e;
                    }
                    LOG.warn(
                            "Brokers give no answer about records that were deleted unread, asking again: {}",
                            e.toString());
                }
            }

            /**
             * Resumes at the beginning of logs whose {@code wanted} offsets are missing, but of truncated logs at the {@code diverged}
             * offsets, at which they differ from the records read before.
             */
            private void begin(Map<TopicPartition, Long> wanted, Map<TopicPartition, OffsetAndMetadata> diverged) {
                diverged.forEach(this::seek);
                Collection<TopicPartition> others = new ArrayList<>(wanted.keySet());
                others.removeAll(diverged.keySet());
                Map<TopicPartition, Long> begins = beginningOffsets(others);
                List<UnreadRange> unread = new ArrayList<>();
                begins.forEach((partition, begin) -> {
                    long from = wanted.getOrDefault(partition, begin);
                    if (from < begin) {
                        unread.add(new UnreadRange(partition.topic(), partition.partition(), from, begin));
                    }
                });
                report(unread);
                begins.forEach(this::seek);
            }
        }
    }
}
