package io.fairstream.simulation.kafka;

import io.fairstream.schemas.registry.SchemaRegistry;

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
        LOCAL_COMMIT,
        /** Asks the registry. */
        SCHEMA,
        /** Asks it by what the topology itself wrote. */
        OWN_SCHEMA
    }

    /**
     * An instance is about to do something.
     *
     * @throws Crashed if it is killed here
     * @throws org.apache.kafka.common.errors.TimeoutException if the broker does not answer it
     * @throws SchemaRegistry.RegistryException if the registry does not answer it, or not as it should
     */
    void at(String instance, Point point);

    /**
     * Returns true if the registry that an instance asks knows a schema.
     *
     * @param late its number among those that are known only later
     */
    boolean knows(String instance, int late);
}
