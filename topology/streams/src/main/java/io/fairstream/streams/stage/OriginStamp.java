package io.fairstream.streams.stage;

import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;

/**
 * Writes where a record stands into headers, before it is partitioned anew. Its own headers, which may be many or say anything, stay
 * behind. A record without a key, which would be dropped on the way, travels under an empty one until {@link RestoreNullKey}.
 */
public final class OriginStamp<V> extends ContextualProcessor<String, V, String, V> {
    @Override
    public void process(Record<String, V> record) {
        Headers headers = Origins.stamp(context(), record.key());
        String key = record.key() == null ? "" : record.key();
        context().forward(new Record<>(key, record.value(), record.timestamp(), headers));
    }
}
