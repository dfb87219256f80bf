package io.fairstream.it.hostile;

import io.fairstream.it.harness.Site;
import io.fairstream.schemas.Topic;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Sends whatever it is given to the topics of a site, and counts it. Nothing that Kafka's producer would refuse is refused here. */
final class HostileSender implements AutoCloseable {
    private static final int LARGEST = 64 << 20;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final Site site;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Map<String, LongAdder> sent = new ConcurrentHashMap<>();
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();

    HostileSender(Site site) {
        this.site = site;
        Map<String, Object> config = new HashMap<>(site.settings().producer());
        config.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, LARGEST);
        config.put(ProducerConfig.BUFFER_MEMORY_CONFIG, LARGEST);
        config.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "gzip");
        producer = new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** A record with a timestamp that producers of other makes may send. */
    private static final class Dated extends ProducerRecord<byte[], byte[]> {
        private final long timestamp;

        Dated(
                String topic,
                @Nullable Integer partition,
                long timestamp,
                byte @Nullable [] key,
                byte @Nullable [] value,
                List<Header> headers) {
            super(topic, partition, 0L, key, value, headers);
            this.timestamp = timestamp;
        }

        @Override
        public Long timestamp() {
            return timestamp;
        }
    }

    /** Lets the topics take timestamps of any time, as those of other operators may, and keep all, so that it can be counted. */
    void keepAll(List<Topic<?>> topics) throws Exception {
        Map<String, String> config = Map.of(
                TopicConfig.MESSAGE_TIMESTAMP_AFTER_MAX_MS_CONFIG,
                Long.toString(Long.MAX_VALUE),
                TopicConfig.CLEANUP_POLICY_CONFIG,
                TopicConfig.CLEANUP_POLICY_DELETE,
                TopicConfig.RETENTION_MS_CONFIG,
                "-1");
        Collection<AlterConfigOp> changesOfOne = config.entrySet().stream()
                .map(entry ->
                        new AlterConfigOp(new ConfigEntry(entry.getKey(), entry.getValue()), AlterConfigOp.OpType.SET))
                .toList();
        Map<ConfigResource, Collection<AlterConfigOp>> changes = new HashMap<>();
        for (Topic<?> topic : topics) {
            changes.put(new ConfigResource(ConfigResource.Type.TOPIC, name(topic)), changesOfOne);
        }
        try (Admin admin = Admin.create(site.settings().admin())) {
            admin.incrementalAlterConfigs(changes).all().get();
            awaitApplied(admin, changesOfOne);
        }
    }

    /**
     * Waits until the broker has applied the changes before. It acknowledges changes earlier, and applies them in order. So another
     * topic is changed last: as soon as it takes a record without a key, which a compacted topic refuses, the others do.
     */
    private void awaitApplied(Admin admin, Collection<AlterConfigOp> changes) throws Exception {
        String topic = site.settings().applicationId() + "-kept";
        Map<String, String> compacted = Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
        admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1).configs(compacted)))
                .all()
                .get();
        admin.incrementalAlterConfigs(Map.of(new ConfigResource(ConfigResource.Type.TOPIC, topic), changes))
                .all()
                .get();
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                producer.send(new ProducerRecord<>(topic, new byte[1])).get();
                return;
            } catch (ExecutionException e) {
                if (System.nanoTime() > deadline) {
                    throw e;
                }
                Thread.sleep(100);
            }
        }
    }

    void send(Topic<?> topic, byte @Nullable [] key, byte @Nullable [] value) {
        send(topic, null, System.currentTimeMillis(), key, value, List.of());
    }

    void send(
            Topic<?> topic,
            @Nullable Integer partition,
            long timestamp,
            byte @Nullable [] key,
            byte @Nullable [] value,
            List<Header> headers) {
        sent.computeIfAbsent(topic.name(), any -> new LongAdder()).increment();
        var unused =
                producer.send(new Dated(name(topic), partition, timestamp, key, value, headers), (where, refusal) -> {
                    if (refusal != null) {
                        failure.compareAndSet(null, new IllegalStateException(topic.name() + ": not sent", refusal));
                    }
                });
    }

    /** Returns the number of records that went to a topic. */
    long sent(Topic<?> topic) {
        LongAdder count = sent.get(topic.name());
        return count == null ? 0 : count.sum();
    }

    /** Returns the number of records that went to all topics. */
    long sent() {
        return sent.values().stream().mapToLong(LongAdder::sum).sum();
    }

    HostileSender flush() throws Exception {
        producer.flush();
        Exception refused = failure.get();
        if (refused != null) {
            throw refused;
        }
        return this;
    }

    private String name(Topic<?> topic) {
        return topic.in(site.settings().topicPrefix());
    }

    @Override
    public void close() {
        producer.close();
    }
}
