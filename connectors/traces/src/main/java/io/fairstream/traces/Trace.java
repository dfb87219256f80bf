package io.fairstream.traces;

import io.fairstream.reading.RecordOutcomes;
import java.io.Closeable;
import java.util.Iterator;

/**
 * Jobs of a recorded workload, in the order of the file. Each record's outcome is counted while it is read. If the file
 * cannot be read further, an {@link java.io.UncheckedIOException} names it.
 */
public interface Trace extends Iterator<Job>, Closeable {

    /** Returns the name of the trace: its file's name without extensions. */
    String name();

    /** Returns the counts of the records so far. */
    RecordOutcomes outcomes();
}
