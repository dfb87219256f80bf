package io.fairstream.reports.records;

/** Where a record of a topic stands. */
public record Position(int partition, long offset) {
    public static Position of(Row<?> row) {
        return new Position(row.partition(), row.offset());
    }
}
