package io.fairstream.streams.process;

import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;

/**
 * Writes into a record's headers where it stands, before it is partitioned anew. A record without a key, which would be
 * dropped on the way, travels under an empty one until {@link KeyBack}.
 */
public final class OriginStamp<V> extends ContextualProcessor<String, V, String, V> {
    @Override
    public void process(Record<String, V> record) {
        record.headers().add(Inputs.ORIGIN, Inputs.stamp(Inputs.read(context())));
        context().forward(record.key() == null ? withoutKey(record) : record);
    }

    private static <V> Record<String, V> withoutKey(Record<String, V> record) {
        record.headers().add(Inputs.NO_KEY, new byte[0]);
        return record.withKey("");
    }
}
