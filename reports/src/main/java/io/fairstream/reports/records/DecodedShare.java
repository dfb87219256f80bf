package io.fairstream.reports.records;

import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.SerializationException;

/**
 * Decodes records for who takes the rows.
 *
 * @param decoder fails by {@link SerializationException} for what nobody can read
 * @param mayBeUnreadable whether such a record is passed over; otherwise it ends the reading
 */
record DecodedShare<V>(
        RowShare<Row<V>> rows, Function<ConsumerRecord<String, byte[]>, Row<V>> decoder, boolean mayBeUnreadable)
        implements RowShare<ConsumerRecord<String, byte[]>> {
    @Override
    public void add(ConsumerRecord<String, byte[]> record) {
        Row<V> row;
        try {
            row = decoder.apply(record);
        } catch (SerializationException e) {
            if (mayBeUnreadable) {
                return;
            }
            throw e;
        }
        rows.add(row);
    }

    @Override
    public void finish() {
        rows.finish();
    }

    @Override
    public void close() {
        rows.close();
    }
}
