package io.fairstream.simulation.kafka;

import io.fairstream.simulation.kafka.Faults.Point;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.jspecify.annotations.Nullable;

/** A transactional producer. What it is given it sends some time later, at the latest when it is flushed. */
public final class SimulatedProducer implements Producer<byte[], byte[]> {
    private static final int BATCH = 8;

    private final String name;
    private final String instance;
    private final Broker broker;
    private final Group<?> group;
    private final Faults faults;
    private final List<Unsent> unsent = new ArrayList<>();
    private int epoch = -1;
    private boolean isFenced;
    private boolean mustAbort;

    private record Unsent(
            ProducerRecord<byte[], byte[]> record,
            @Nullable Callback callback,
            CompletableFuture<RecordMetadata> answer) {}

    /**
     * @param name the transactional id
     * @param instance that it is of
     */
    public SimulatedProducer(String name, String instance, Broker broker, Group<?> group, Faults faults) {
        this.name = name;
        this.instance = instance;
        this.broker = broker;
        this.group = group;
        this.faults = faults;
    }

    @Override
    public void initTransactions() {
        faults.at(instance, Point.INIT_TRANSACTIONS);
        epoch = broker.initialize(name);
    }

    @Override
    public void beginTransaction() {
        requireUnfenced();
    }

    private void requireUnfenced() {
        if (isFenced) {
            throw new ProducerFencedException(name + " is fenced off");
        }
    }

    /** A transaction of which a record could not be sent cannot be committed. */
    private void requireWhole() {
        if (mustAbort) {
            throw new UnsentRecordException(name + ": a record of the transaction could not be sent");
        }
    }

    @Override
    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record) {
        return send(record, null);
    }

    @Override
    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
        CompletableFuture<RecordMetadata> answer = new CompletableFuture<>();
        unsent.add(new Unsent(record, callback, answer));
        if (unsent.size() >= BATCH) {
            sendAll();
        }
        return answer;
    }

    private void sendAll() {
        List<Unsent> batch = List.copyOf(unsent);
        unsent.clear();
        for (Unsent one : batch) {
            RecordMetadata metadata;
            try {
                faults.at(instance, Point.SEND);
                metadata = sent(one.record());
            } catch (KafkaException e) {
                isFenced |= !(e instanceof TimeoutException);
                mustAbort = true;
                answer(one, null, e);
                continue;
            }
            answer(one, metadata, null);
        }
    }

    private RecordMetadata sent(ProducerRecord<byte[], byte[]> record) {
        TopicPartition partition = new TopicPartition(record.topic(), broker.partition(record));
        long offset = broker.append(name, epoch, record);
        long timestamp = record.timestamp() == null ? RecordMetadata.UNKNOWN_PARTITION : record.timestamp();
        return new RecordMetadata(partition, offset, 0, timestamp, 0, 0);
    }

    private static void answer(Unsent sent, @Nullable RecordMetadata metadata, @Nullable KafkaException failure) {
        if (failure != null) {
            sent.answer().completeExceptionally(failure);
        } else {
            sent.answer().complete(metadata);
        }
        if (sent.callback() != null) {
            sent.callback().onCompletion(metadata, failure);
        }
    }

    @Override
    public void flush() {
        faults.at(instance, Point.FLUSH);
        sendAll();
    }

    @Override
    public void sendOffsetsToTransaction(
            Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata committer) {
        requireUnfenced();
        requireWhole();
        faults.at(instance, Point.SEND_OFFSETS);
        group.require(committer);
        if (!offsets.isEmpty()) {
            broker.addOffsets(name, epoch, offsets);
        }
    }

    @Override
    public void commitTransaction() {
        requireUnfenced();
        sendAll();
        requireWhole();
        faults.at(instance, Point.END_TRANSACTION);
        broker.end(name, epoch, true);
        faults.at(instance, Point.TRANSACTION_ENDED);
    }

    @Override
    public void abortTransaction() {
        requireUnfenced();
        unsent.clear();
        mustAbort = false;
        faults.at(instance, Point.END_TRANSACTION);
        broker.end(name, epoch, false);
    }

    @Override
    public List<PartitionInfo> partitionsFor(String topic) {
        List<PartitionInfo> partitions = new ArrayList<>();
        for (int partition = 0; partition < broker.partitions(topic); partition++) {
            partitions.add(new PartitionInfo(topic, partition, null, null, null));
        }
        return partitions;
    }

    @Override
    public Map<MetricName, ? extends Metric> metrics() {
        return Map.of();
    }

    @Override
    public void registerMetricForSubscription(KafkaMetric metric) {
        // nobody subscribes
    }

    @Override
    public void unregisterMetricFromSubscription(KafkaMetric metric) {
        // nobody subscribes
    }

    @Override
    public Uuid clientInstanceId(Duration timeout) {
        return Uuid.ZERO_UUID;
    }

    @Override
    public void close() {
        unsent.clear();
    }

    @Override
    public void close(Duration timeout) {
        close();
    }
}
