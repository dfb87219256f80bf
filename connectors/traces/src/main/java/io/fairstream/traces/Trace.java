package io.fairstream.traces;

import io.fairstream.reading.RecordOutcomes;
import java.io.Closeable;
import java.util.Iterator;

/**
 * The jobs of a recorded workload, in the order of the file. Every record of the file is counted as what it is while it is read.
 * A file that cannot be read on is an {@link java.io.UncheckedIOException} naming it.
 */
public interface Trace extends Iterator<Job>, Closeable {

    /** Name of the trace: its file's name without endings. */
    String name();

    /** Counts of the records so far. */
    RecordOutcomes outcomes();
}
