package io.fairstream.simulation.kafka;

import org.apache.kafka.common.KafkaException;

/** A transaction cannot be committed, as a record of it could not be sent. */
public final class UnsentRecordException extends KafkaException {
    private static final long serialVersionUID = 1;

    UnsentRecordException(String message) {
        super(message);
    }
}
