package io.fairstream.streams.app;

import org.apache.kafka.common.errors.InvalidTxnStateException;

/**
 * A commit that found its transaction aborted: its time was over, or somebody took the instance for dead. With Kafka 4.3 the
 * brokers then say that the transaction is in an invalid state, which Kafka Streams takes for the end of the application. But
 * nothing of the transaction counts, and whoever starts again reads on from the last one that does.
 */
public final class LostTransaction {
    private LostTransaction() {}

    /** Returns true if a lost transaction made a topology fail. */
    public static boolean isCauseOf(Throwable failure) {
        return UnreadableState.chain(failure).anyMatch(InvalidTxnStateException.class::isInstance);
    }
}
