package io.fairstream.streams.process;

import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;

/** Writes into a record's headers where it stands, before it is partitioned anew. */
public final class OriginStamp<V> extends ContextualProcessor<String, V, String, V> {
    @Override
    public void process(Record<String, V> record) {
        record.headers().add(Inputs.ORIGIN, Inputs.stamp(Inputs.read(context())));
        context().forward(record);
    }
}
