package io.fairstream.app;

import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import io.fairstream.app.config.Terms;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.avro.Format;
import io.fairstream.streams.avro.RecordFormat;
import io.fairstream.streams.avro.SerdeFactory;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The topology's {@link Terms} as published in the topic {@code settings}, so that readers of its tables need not configure them.
 *
 * <p>Every instance publishes the missing settings at its start, before it reads any event; if all have the same settings only the first
 * instance writes. The topic takes part in no transaction: rows published under former settings are recomputed after the start anyway.
 */
public final class PublishedSettings {
    static final Format<SettingRow> SETTING = new RecordFormat<>(SettingRow.class, Topics.SETTINGS);

    private static final Logger LOG = LoggerFactory.getLogger(PublishedSettings.class);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final int MAX_IDLE_POLLS = 300;

    private PublishedSettings() {}

    /** Reads the published settings by name; empty if no topology has published any, or if the topic does not exist. */
    public static Map<String, String> read(Settings settings) {
        Map<String, Object> properties = new HashMap<>(settings.consumer());
        properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
        properties.putIfAbsent(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, "20");
        KafkaConsumer<String, byte[]> consumer =
                new KafkaConsumer<>(properties, new StringDeserializer(), new ByteArrayDeserializer());
        try (Deserializer<SettingRow> values = serdes(settings).reads(SETTING)) {
            return read(consumer, Topics.SETTINGS.in(settings.topicPrefix()), values);
        } finally {
            consumer.close(CloseOptions.timeout(Duration.ZERO));
        }
    }

    private static Map<String, String> read(
            KafkaConsumer<String, byte[]> consumer, String topic, Deserializer<SettingRow> values) {
        Map<String, String> published = new HashMap<>();
        List<PartitionInfo> partitions = consumer.partitionsFor(topic);
        if (partitions == null || partitions.isEmpty()) {
            return published;
        }
        consumer.assign(partitions.stream()
                .map(each -> new TopicPartition(topic, each.partition()))
                .toList());
        consumer.seekToBeginning(consumer.assignment());
        Map<TopicPartition, Long> ends = new HashMap<>(consumer.endOffsets(consumer.assignment()));
        int idle = 0;
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            int before = published.size();
            consumer.poll(POLL).forEach(record -> take(record, values, published));
            idle = published.size() > before ? 0 : idle + 1;
            if (idle > MAX_IDLE_POLLS) {
                throw new KafkaException(topic + ": cannot be read to its end (expected: within "
                        + POLL.multipliedBy(MAX_IDLE_POLLS).toSeconds() + " s)");
            }
        }
        return published;
    }

    /** Adds a record to the settings read so far; unreadable records, which others wrote, are ignored. */
    private static void take(
            ConsumerRecord<String, byte[]> record, Deserializer<SettingRow> values, Map<String, String> published) {
        byte[] bytes = record.value();
        try {
            SettingRow row = bytes == null ? null : values.deserialize(record.topic(), bytes);
            if (row != null) {
                published.put(row.name(), row.value());
            } else if (record.key() != null) {
                published.remove(record.key());
            }
        } catch (SerializationException e) {
            LOG.debug("{}: unreadable at {}", record.topic(), record.offset(), e);
        }
    }

    /** Publishes missing and differing settings, and logs the differences; a value that replaces another one carries the current time. */
    public static void publish(Settings settings) {
        Map<String, String> published = read(settings);
        List<Terms.Difference> differences = Terms.differences(settings.terms(), published);
        List<SettingRow> rows = new ArrayList<>();
        settings.terms().forEach((name, value) -> {
            if (!published.containsKey(name)) {
                rows.add(new SettingRow(name, value, null));
            }
        });
        long now = Clock.systemUTC().millis();
        differences.forEach(difference -> rows.add(new SettingRow(difference.name(), difference.here(), now)));
        if (!differences.isEmpty()) {
            tell(differences, settings);
        }
        send(rows, settings);
    }

    private static void tell(List<Terms.Difference> differences, Settings settings) {
        String text = differences.stream().map(String::valueOf).collect(Collectors.joining(", "));
        if (!OtherInstances.members(settings, new DescribeConsumerGroupsOptions())
                .isEmpty()) {
            LOG.warn(
                    "Settings of {} differ from those published in {}: {}. Results are mixed until all instances agree.",
                    settings.applicationId(),
                    Topics.SETTINGS.in(settings.topicPrefix()),
                    text);
        } else {
            LOG.info("Applying new settings of {}: {}", settings.applicationId(), text);
        }
    }

    /** Writes rows, and waits until they are durable. */
    static void send(List<SettingRow> rows, Settings settings) {
        if (rows.isEmpty()) {
            return;
        }
        String topic = Topics.SETTINGS.in(settings.topicPrefix());
        List<Future<RecordMetadata>> answers = new ArrayList<>();
        KafkaProducer<String, SettingRow> producer = new KafkaProducer<>(
                settings.producer(), new StringSerializer(), serdes(settings).writes(SETTING));
        try {
            rows.forEach(row -> answers.add(producer.send(new ProducerRecord<>(topic, row.name(), row))));
            producer.flush();
            for (Future<RecordMetadata> answer : answers) {
                answer.get();
            }
        } catch (ExecutionException e) {
            throw new KafkaException(topic + ": cannot be written: " + e.getCause(), e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } finally {
            // Nothing is pending, and an interrupt during a wait would be logged as an error.
            producer.close(Duration.ZERO);
        }
    }

    /** Returns the serdes with which the topology reads and writes values. */
    public static SerdeFactory serdes(Settings settings) {
        Map<String, String> config = new HashMap<>(settings.registry());
        settings.get(Keys.VALUE_SERIALIZER).ifPresent(name -> config.put(SerdeFactory.SERIALIZER, name));
        settings.get(Keys.VALUE_DESERIALIZER).ifPresent(name -> config.put(SerdeFactory.DESERIALIZER, name));
        return new SerdeFactory(config);
    }

    /**
     * Published setting.
     *
     * @param value as in a configuration file; empty for none
     * @param at time at which it replaced another value, milliseconds since 1970; null for the first
     * @param by name of the person who accepted a gap, for the {@code reason}; both are null for rows that the topology writes
     */
    public record SettingRow(
            String name,
            String value,
            @Nullable Long at,
            @Nullable String by,
            @Nullable String reason) {
        public SettingRow(String name, String value, @Nullable Long at) {
            this(name, value, at, null, null);
        }
    }
}
