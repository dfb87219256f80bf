package io.fairstream.streams.process;

import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Makes a record that came without a key, and was partitioned anew under another, one without a key again. */
public final class RestoreNullKey<V> extends ContextualProcessor<String, V, @Nullable String, V> {
    @Override
    public void process(Record<String, V> record) {
        boolean hadNone = record.headers().lastHeader(Inputs.NO_KEY) != null;
        context().forward(hadNone ? record.withKey(null) : record);
    }
}
