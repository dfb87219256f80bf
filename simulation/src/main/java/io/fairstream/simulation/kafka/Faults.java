package io.fairstream.simulation.kafka;

/** Decides what happens to an instance at each step in which it writes or asks. */
public interface Faults {
    /** Where an instance can be hit. */
    enum Point {
        INIT_TRANSACTIONS,
        SEND,
        FLUSH,
        SEND_OFFSETS,
        END_TRANSACTION,
        TRANSACTION_ENDED,
        LOCAL_WRITE,
        LOCAL_COMMIT
    }

    /**
     * An instance is about to do something.
     *
     * @throws Crashed if it is killed here
     * @throws org.apache.kafka.common.errors.TimeoutException if the broker does not answer it
     */
    void at(String instance, Point point);
}
