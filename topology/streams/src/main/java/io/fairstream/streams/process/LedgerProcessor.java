package io.fairstream.streams.process;

import io.fairstream.rules.EventTimes;
import io.fairstream.rules.Refused;
import io.fairstream.schemas.Topic;
import io.fairstream.streams.state.WriteBackStore;
import io.fairstream.streams.wire.FastAvroWriter;
import io.fairstream.streams.wire.JsonDump;
import io.fairstream.streams.wire.Origin;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * What all ledgers do with an input record: it is applied to the state of its key, or refused with a reason.
 *
 * @param <E> an event
 * @param <S> the state of a key, mutable
 * @param <P> a page of its history
 */
abstract class LedgerProcessor<E, S, P> implements Processor<String, E, String, Object> {
    /**
     * The topic of the events.
     *
     * @param partitions how many it has
     * @param key what its keys are, for people
     * @param format for showing what was refused
     */
    record Input<E>(Topic<?> topic, int partitions, String key, FastAvroWriter<E> format) {}

    private final Accounting accounting;
    private final String storeName;
    private final Input<E> input;
    private final Outcomes.Sinks sinks;
    private final Inputs inputs;
    private ProcessorContext<String, Object> context;
    private WriteBackStore<S, P> store;
    private Outcomes outcomes;

    @SuppressWarnings("NullAway.Init") // the context is there from init on
    LedgerProcessor(Accounting accounting, String storeName, Input<E> input, Outcomes.Sinks sinks) {
        this.accounting = accounting;
        this.storeName = storeName;
        this.input = input;
        this.sinks = sinks;
        this.inputs = new Inputs(input.partitions(), accounting.repartition());
    }

    @Override
    public final void init(ProcessorContext<String, Object> processorContext) {
        context = processorContext;
        store = context.getStateStore(storeName);
        outcomes = new Outcomes(context, store, accounting.topic(input.topic()), sinks);
        store.onFlush(context, start());
    }

    @Override
    public final void process(Record<String, E> record) {
        Origin origin = inputs.origin(context, record.headers());
        E event = record.value();
        Refused refused = refusal(record, event, origin);
        if (refused == null && event != null) {
            refused = apply(event, record, origin);
        }
        if (refused != null) {
            reject(record.key(), event, origin, refused, record.timestamp());
        }
        store.flushIfFull();
    }

    private @Nullable Refused refusal(Record<String, E> record, @Nullable E event, Origin origin) {
        Refused refused =
                inputs.refusal(record.key(), input.key(), event == null ? null : key(event, record.key()), origin);
        return refused != null || event == null
                ? refused
                : refusal(event, record.timestamp(), outcomes.tally().newest());
    }

    /** Refuses an event: it goes to the rejections with the reason. */
    final void reject(@Nullable String key, @Nullable E event, Origin origin, Refused refused, long timestamp) {
        Long at = event == null ? null : (Long) at(event);
        String original = event == null ? "" : JsonDump.json(input.format(), event);
        outcomes.reject(new Record<>(key, event, timestamp), origin, at, refused, original);
    }

    /** Begins, and says what is done at each commit. */
    abstract WriteBackStore.Flush<S> start();

    /** The key that the event's record must have; {@code given} is the one it has. */
    abstract String key(E event, @Nullable String given);

    /** The event's time, milliseconds since 1970. */
    abstract long at(E event);

    /** The refusal of an event for what it says itself, or null. */
    abstract @Nullable Refused refusal(E event, long sent, long newest);

    /** Applies an event that is fine in itself; or refuses it for what is known besides. */
    abstract @Nullable Refused apply(E event, Record<String, E> record, Origin origin);

    final Accounting accounting() {
        return accounting;
    }

    final ProcessorContext<String, Object> context() {
        return context;
    }

    final WriteBackStore<S, P> store() {
        return store;
    }

    final Tally tally() {
        return outcomes.tally();
    }

    final Outcomes outcomes() {
        return outcomes;
    }

    final void forward(String key, @Nullable Object value, long timestamp, String sink) {
        context.forward(new Record<>(key, value, timestamp), sink);
    }

    /** The oldest event time that is still accepted. */
    final long oldest() {
        long newest = tally().newest();
        return newest == EventTimes.NONE ? newest : accounting.times().oldest(newest);
    }
}
