package io.fairstream.streams.stage;

import java.util.function.Function;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Hands records on that were partitioned anew. One that came without a key, and travelled under another, is again one without.
 *
 * @param <V> what travelled
 * @param <I> what the next stage takes
 */
public final class RestoreNullKey<V, I> extends ContextualProcessor<String, V, @Nullable String, I> {
    private final Function<@Nullable V, I> input;

    /** @param input makes of a value what the next stage takes */
    public RestoreNullKey(Function<@Nullable V, I> input) {
        this.input = input;
    }

    @Override
    public void process(Record<String, V> record) {
        boolean hadNone = record.headers().lastHeader(Origins.NO_KEY) != null;
        Record<String, I> next = record.withValue(input.apply(record.value()));
        context().forward(hadNone ? next.withKey(null) : next);
    }
}
