package io.fairstream.reports.records;

/**
 * Takes the rows of some partitions. One thread makes, feeds and closes it; within a partition the rows come in order.
 *
 * @param <R> what a row is
 */
public interface RowShare<R> extends AutoCloseable {
    /** Takes the next row. */
    void add(R row);

    /** All rows have come; it is not called when reading failed or was interrupted. */
    default void finish() {}

    @Override
    default void close() {}
}
