package io.fairstream.query.records;

/** Position of a record in a topic. */
public record Position(int partition, long offset) {
    public static Position of(Row<?> row) {
        return new Position(row.partition(), row.offset());
    }
}
