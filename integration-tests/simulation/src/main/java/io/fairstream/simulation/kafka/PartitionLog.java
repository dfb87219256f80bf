package io.fairstream.simulation.kafka;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;

/** The log of one partition. Markers of transactions take an offset each, as Kafka's do. */
public final class PartitionLog {
    private final TopicPartition partition;
    private final List<Entry> entries = new ArrayList<>();
    private final Map<Transaction, Long> open = new LinkedHashMap<>();

    private record Entry(
            @Nullable ProducerRecord<byte[], byte[]> record,
            @Nullable Transaction transaction) {}

    PartitionLog(TopicPartition partition) {
        this.partition = partition;
    }

    /** Appends a record. */
    long append(ProducerRecord<byte[], byte[]> record, @Nullable Transaction transaction) {
        long offset = end();
        if (transaction != null) {
            open.putIfAbsent(transaction, offset);
        }
        entries.add(new Entry(record, transaction));
        return offset;
    }

    /** Says what became of a transaction; until then nobody reads on from where it began here. */
    void mark(Transaction transaction) {
        if (open.remove(transaction) != null) {
            entries.add(new Entry(null, null));
        }
    }

    /** The offset after the last entry. */
    public long end() {
        return entries.size();
    }

    /** The offset up to which committed records can be read. */
    public long stableEnd() {
        return open.values().stream().mapToLong(Long::longValue).min().orElse(end());
    }

    /**
     * Reads committed records.
     *
     * @param from offset of the first
     * @param most how many at most
     * @param records takes them in order
     * @return the offset from which to go on
     */
    public long read(long from, int most, Consumer<ConsumerRecord<byte[], byte[]>> records) {
        long end = stableEnd();
        long next = from;
        for (int read = 0; next < end && read < most; next++) {
            Entry entry = entries.get((int) next);
            ProducerRecord<byte[], byte[]> record = entry.record();
            if (record != null && isCommitted(entry)) {
                records.accept(consumed(record, next));
                read++;
            }
        }
        return next;
    }

    private static boolean isCommitted(Entry entry) {
        return entry.transaction() == null || entry.transaction().isCommitted();
    }

    private ConsumerRecord<byte[], byte[]> consumed(ProducerRecord<byte[], byte[]> record, long offset) {
        RecordHeaders headers = new RecordHeaders();
        for (Header header : record.headers()) {
            headers.add(header);
        }
        return new ConsumerRecord<>(
                partition.topic(),
                partition.partition(),
                offset,
                record.timestamp() == null ? ConsumerRecord.NO_TIMESTAMP : record.timestamp(),
                TimestampType.CREATE_TIME,
                record.key() == null ? ConsumerRecord.NULL_SIZE : record.key().length,
                record.value() == null ? ConsumerRecord.NULL_SIZE : record.value().length,
                record.key(),
                record.value(),
                headers,
                Optional.empty());
    }
}
