package io.fairstream.streams.runtime;

import io.fairstream.rules.EventTimes;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.runtime.StageProcessor.KafkaTaskContext;
import io.fairstream.streams.runtime.WriteBackStore.CacheEntry;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.jspecify.annotations.Nullable;

/** Operations available to a stage in addition to changes of the current state. */
public final class StageContext<E, S, P> {
    private final TopologyConfig config;
    private final TaskContext context;
    private final WriteBackStore<S, P> store;
    private final @Nullable InputAccounting<E> accounting;

    StageContext(
            TopologyConfig config,
            TaskContext context,
            WriteBackStore<S, P> store,
            @Nullable InputAccounting<E> accounting) {
        this.config = config;
        this.context = context;
        this.store = store;
        this.accounting = accounting;
    }

    /** States of the task, with the pages of their histories. */
    public WriteBackStore<S, P> store() {
        return store;
    }

    /** Marks a state as changed: its rows are written and the state is stored at the next commit. */
    public void changed(CacheEntry<S> state, long timestamp) {
        store.changed(state, timestamp);
    }

    /** Writes a row; null deletes it. */
    public <R> void write(Output<R> to, String key, @Nullable R row, long timestamp) {
        context.write(to, key, row, timestamp);
    }

    /** Writes all current rows of an account, by key, and deletes its earlier rows that are no longer valid. */
    public <R> void publish(Output<R> to, PublishedAccount<?> account, Map<String, R> rows, long timestamp) {
        for (String gone : account.publish(new TreeSet<>(rows.keySet()))) {
            context.write(to, gone, null, timestamp);
        }
        rows.forEach((key, row) -> context.write(to, key, row, timestamp));
    }

    public <V> void pass(String stage, String key, V value, long timestamp) {
        context.pass(stage, key, value, timestamp);
    }

    public void charge(Charge charge) {
        context.charge(charge);
    }

    public void charge(Collection<Charge> charges) {
        charges.forEach(context::charge);
    }

    /** Outcomes of the stage's events so far. */
    public InputCounts counts() {
        return accounting().counts();
    }

    public void reject(@Nullable String key, E event, Cause record, Rejection refused) {
        accounting().reject(key, event, record, refused);
    }

    private InputAccounting<E> accounting() {
        if (accounting == null) {
            throw new IllegalStateException("the stage has no events");
        }
        return accounting;
    }

    /** Oldest event time that is still accepted. */
    public long oldest() {
        long newest = counts().newest();
        return newest == EventTimes.NONE ? newest : config.times().oldest(newest);
    }

    /** Cause for consequences of a charge: the position of the charge that is being processed. */
    public Cause causeOf(Charge charge) {
        return context.position(charge.cause().sent());
    }

    /** Cause for consequences of a configuration change, which have no record. */
    public Cause configuration(long sent) {
        return new Cause(config.topic(Topics.CHARGES), context.partition(), -1, sent);
    }

    /** Returns true if this task keeps the state of a key. */
    public boolean isHere(String key) {
        return Topic.partition(key, config.partitions().accounts()) == context.partition();
    }

    public InstanceMetrics metrics() {
        return context.metrics();
    }

    public long wallClock() {
        return context.wallClock();
    }

    public long streamTime() {
        return context.streamTime();
    }

    public void every(Duration interval, Runnable action) {
        context.every(interval, action);
    }

    /** Environment of a stage's task: Kafka Streams, or memory. */
    public interface TaskContext {
        /** Creates the context of a Kafka Streams task that charges nobody. */
        static TaskContext of(ProcessorContext<String, Object> context, String stage) {
            return new KafkaTaskContext(context, stage, null, 0);
        }

        /** Number of the task. */
        int partition();

        /** Position of the current record. */
        Cause position(long sent);

        /** Writes a row; null deletes it. */
        <R> void write(Output<R> to, @Nullable String key, @Nullable R row, long timestamp);

        /** Forwards a value to another stage of the same task. */
        <V> void pass(String stage, String key, V value, long timestamp);

        /** Writes a charge, at the next commit or before. */
        void charge(Charge charge);

        /** Writes all remaining charges; called at each commit. */
        void flushCharges();

        /** Time of the machine's clock, milliseconds since 1970. */
        long wallClock();

        /** Newest timestamp of the task's records, milliseconds since 1970. */
        long streamTime();

        /** Schedules an action by the wall clock; a commit follows each run. The result cancels it. */
        Runnable every(Duration interval, Runnable action);

        /** Metric of the number of a topic's records with an outcome; the consumer sets its value. */
        LongConsumer counter(String topic, String outcome);

        /** Metrics of all tasks of this instance since its start. */
        InstanceMetrics metrics();
    }
}
