package io.fairstream.simulation.kafka;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * A cluster that loses nothing: topics, the coordinator of transactions, and the positions of one group. A decision about a transaction
 * reaches its partitions one after the other, in any order.
 */
public final class Broker {
    private final Time time;
    private final long transactionTimeout;
    private final Map<String, List<PartitionLog>> topics = new TreeMap<>();
    private final Map<String, Producer> producers = new LinkedHashMap<>();
    private final List<Transaction> ending = new ArrayList<>();
    private final Map<TopicPartition, OffsetAndMetadata> committed = new LinkedHashMap<>();

    private static final class Producer {
        private int epoch = -1;
        private @Nullable Transaction transaction;
    }

    /** @param transactionTimeout milliseconds after which an open transaction is undone */
    public Broker(Time time, long transactionTimeout) {
        this.time = time;
        this.transactionTimeout = transactionTimeout;
    }

    /** Creates a topic, unless it exists. */
    public void create(String topic, int partitions) {
        if (!topics.containsKey(topic)) {
            List<PartitionLog> logs = new ArrayList<>();
            for (int partition = 0; partition < partitions; partition++) {
                logs.add(new PartitionLog(new TopicPartition(topic, partition)));
            }
            topics.put(topic, logs);
        }
    }

    /** Deletes a topic to which nobody writes in transactions, and the positions of the group in it, and creates it again. */
    public void remake(String topic) {
        int partitions = partitions(topic);
        topics.remove(topic);
        committed.keySet().removeIf(partition -> partition.topic().equals(topic));
        create(topic, partitions);
    }

    /** The logs of all topics, by name. */
    public Map<String, List<PartitionLog>> topics() {
        return topics;
    }

    /** Returns the number of partitions of a topic. */
    public int partitions(String topic) {
        return logs(topic).size();
    }

    /** The log of a partition. */
    public PartitionLog log(TopicPartition partition) {
        return logs(partition.topic()).get(partition.partition());
    }

    private List<PartitionLog> logs(String topic) {
        List<PartitionLog> logs = topics.get(topic);
        if (logs == null) {
            throw new IllegalArgumentException(topic + ": no such topic");
        }
        return logs;
    }

    /**
     * Appends a record of somebody who uses no transactions.
     *
     * @return its place: topic/partition/offset
     */
    public String append(ProducerRecord<byte[], byte[]> record) {
        TopicPartition partition = new TopicPartition(record.topic(), partition(record));
        return partition.topic() + "/" + partition.partition() + "/"
                + log(partition).append(record, null);
    }

    /** The partition in which a record belongs that names none. */
    int partition(ProducerRecord<byte[], byte[]> record) {
        if (record.partition() != null) {
            return record.partition();
        }
        int partitions = partitions(record.topic());
        return record.key() == null ? 0 : Utils.toPositive(Utils.murmur2(record.key())) % partitions;
    }

    /** Begins anew as a producer of that name: who used it before is fenced off, and what they left open is undone. */
    int initialize(String producer) {
        Producer own = producers.computeIfAbsent(producer, name -> new Producer());
        if (own.transaction != null) {
            end(own, false);
        }
        finish(producer);
        own.epoch++;
        return own.epoch;
    }

    long append(String producer, int epoch, ProducerRecord<byte[], byte[]> record) {
        Transaction transaction = transaction(producer, epoch);
        TopicPartition partition = new TopicPartition(record.topic(), partition(record));
        transaction.wrote(partition);
        return log(partition).append(record, transaction);
    }

    void addOffsets(String producer, int epoch, Map<TopicPartition, OffsetAndMetadata> offsets) {
        transaction(producer, epoch).offsets().putAll(offsets);
    }

    private Transaction transaction(String producer, int epoch) {
        Producer own = current(producer, epoch);
        if (own.transaction == null) {
            finish(producer);
            own.transaction = new Transaction(producer, time.milliseconds());
        }
        return own.transaction;
    }

    private Producer current(String producer, int epoch) {
        Producer own = producers.get(producer);
        if (own == null || own.epoch != epoch) {
            throw new InvalidProducerEpochException(producer + ": epoch " + epoch + " is fenced off");
        }
        return own;
    }

    /** Decides about the transaction of a producer; its partitions hear of it later. */
    void end(String producer, int epoch, boolean commits) {
        Producer own;
        try {
            own = current(producer, epoch);
        } catch (InvalidProducerEpochException e) {
            throw new ProducerFencedException(e.getMessage());
        }
        if (own.transaction != null) {
            end(own, commits);
        }
    }

    private void end(Producer own, boolean commits) {
        Transaction transaction = own.transaction;
        if (transaction != null) {
            transaction.end(commits);
            ending.add(transaction);
            own.transaction = null;
        }
    }

    /** A producer begins nothing new before all partitions know what became of its last transaction. */
    private void finish(String producer) {
        for (Transaction transaction : List.copyOf(ending)) {
            if (transaction.producer().equals(producer)) {
                while (!transaction.isOver()) {
                    mark(transaction, count -> 0);
                }
                ending.remove(transaction);
            }
        }
    }

    /** True if some partition does not know yet how a transaction ended. */
    public boolean isMarking() {
        return !ending.isEmpty();
    }

    /**
     * Lets one more partition, or the group, know what became of some transaction.
     *
     * @param choice of so many
     */
    public void mark(IntUnaryOperator choice) {
        Transaction transaction = ending.get(choice.applyAsInt(ending.size()));
        mark(transaction, choice);
        if (transaction.isOver()) {
            ending.remove(transaction);
        }
    }

    private void mark(Transaction transaction, IntUnaryOperator choice) {
        int partitions = transaction.unmarked().size();
        int groups = transaction.offsets().isEmpty() ? 0 : 1;
        // The positions are often the last to be marked: they are another broker's.
        boolean isOfRecords = partitions > 0 && (groups == 0 || choice.applyAsInt(2) == 0);
        int chosen = choice.applyAsInt(Math.max(1, isOfRecords ? partitions : partitions + groups));
        if (chosen < partitions) {
            TopicPartition partition = List.copyOf(transaction.unmarked()).get(chosen);
            log(partition).mark(transaction);
            transaction.unmarked().remove(partition);
        } else if (groups > 0) {
            if (transaction.isCommitted()) {
                committed.putAll(transaction.offsets());
            }
            transaction.offsets().clear();
        }
    }

    /** Undoes transactions that have been open for too long, and fences their producers off. */
    public void expire() {
        for (Map.Entry<String, Producer> entry : producers.entrySet()) {
            Producer own = entry.getValue();
            if (own.transaction != null && time.milliseconds() - own.transaction.begun() > transactionTimeout) {
                own.epoch++;
                end(own, false);
            }
        }
    }

    /** True if a transaction is open, or some partition does not know yet how it ended. */
    public boolean hasTransactions() {
        return isMarking() || producers.values().stream().anyMatch(producer -> producer.transaction != null);
    }

    /** Returns true if a transaction whose end is not known yet commits an offset of the partition. */
    boolean isUnstable(TopicPartition partition) {
        return producers.values().stream()
                        .anyMatch(own -> own.transaction != null
                                && own.transaction.offsets().containsKey(partition))
                || ending.stream().anyMatch(transaction -> transaction.offsets().containsKey(partition));
    }

    /** The committed position of the group, or null. */
    @Nullable
    OffsetAndMetadata committed(TopicPartition partition) {
        return committed.get(partition);
    }

    /** Returns the group's committed offset in a partition. */
    public long position(TopicPartition partition) {
        OffsetAndMetadata position = committed.get(partition);
        return position == null ? 0 : position.offset();
    }
}
