package io.fairstream.simulation.instance;

import org.apache.kafka.streams.errors.ProcessorStateException;

/** Nothing more can be written to the disk of an instance, as RocksDB's store says it. */
public final class FullDiskException extends ProcessorStateException {
    private static final long serialVersionUID = 1;

    public FullDiskException(String instance) {
        super("No space left on the device of " + instance);
    }
}
