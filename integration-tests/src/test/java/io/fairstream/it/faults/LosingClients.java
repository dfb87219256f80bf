package io.fairstream.it.faults;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.processor.internals.DefaultKafkaClientSupplier;

/**
 * Kafka Streams' own clients, but of the third transaction of the process the brokers say at its commit what they say of one that was aborted
 * meanwhile; named in {@code default.client.supplier}.
 */
public final class LosingClients extends DefaultKafkaClientSupplier {
    private static final int LOST = 3;
    private static final AtomicInteger TRANSACTIONS = new AtomicInteger();

    @Override
    public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
        return new LosingProducer(config);
    }

    private static final class LosingProducer extends KafkaProducer<byte[], byte[]> {
        LosingProducer(Map<String, Object> config) {
            super(config, new ByteArraySerializer(), new ByteArraySerializer());
        }

        @Override
        public void commitTransaction() {
            if (TRANSACTIONS.incrementAndGet() == LOST) {
                abortTransaction();
                throw new InvalidTxnStateException(
                        "The producer attempted a transactional operation in an invalid state.");
            }
            super.commitTransaction();
        }
    }
}
