package io.fairstream.query.records;

/**
 * Consumer of the rows of some partitions. One thread creates, feeds and closes it; within a partition the rows come in
 * order.
 *
 * @param <R> type of a row
 */
public interface RowShare<R> extends AutoCloseable {
    /** Adds the next row. */
    void add(R row);

    /** Called after the last row; not called when reading failed or was interrupted. */
    default void finish() {}

    @Override
    default void close() {}
}
