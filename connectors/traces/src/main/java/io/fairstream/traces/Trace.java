package io.fairstream.traces;

import java.io.Closeable;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * The jobs of a recorded workload, in the order of the file. Every record of the file is a job, without usage or
 * malformed, and counted as such while it is read. A file that cannot be read on is an
 * {@link java.io.UncheckedIOException} naming it.
 */
public interface Trace extends Iterator<Job>, Closeable {

    /** What the trace is called: its file's name without endings. */
    String name();

    /** What had to be assumed, for a person to read. */
    List<String> notes();

    /** How many records so far were of jobs that used nothing, by reason. */
    Map<NoUsage, Long> withoutUsage();

    /** How many records so far could not be understood. */
    long malformed();
}
