package io.fairstream.query.records;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Decodes records and passes them to a {@link RowShare}. */
record DecodedShare<V>(RowShare<Row<V>> rows, DecodedRecords<V> decoded)
        implements RowShare<ConsumerRecord<String, byte[]>> {
    @Override
    public void add(ConsumerRecord<String, byte[]> record) {
        decoded.row(record).ifPresent(rows::add);
    }

    @Override
    public void finish() {
        decoded.end();
        rows.finish();
    }

    @Override
    public void close() {
        rows.close();
    }
}
