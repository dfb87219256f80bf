package io.fairstream.streams.runtime;

import io.fairstream.rules.journal.Cause;
import io.fairstream.rules.journal.Charge;
import io.fairstream.schemas.Topic;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongConsumer;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.jspecify.annotations.Nullable;

/** Where the task of a stage runs: Kafka Streams, or memory. */
public interface TaskContext {
    /**
     * A task of Kafka Streams that charges nobody.
     *
     * @param nodes that write topics
     */
    static TaskContext of(ProcessorContext<String, Object> context, Map<Topic<?>, String> nodes) {
        return new KafkaTaskContext(context, nodes, null, 0);
    }

    /** The number of the task. */
    int partition();

    /** Where the record stands that is being read. */
    Cause position(long sent);

    /** Writes a row, or withdraws it with null. */
    <R> void write(Output<R> to, @Nullable String key, @Nullable R row, long timestamp);

    /** Hands a value on to another stage of the same task. */
    <V> void pass(String stage, String key, V value, long timestamp);

    /** Writes a charge, at the next commit or before. */
    void charge(Charge charge);

    /** Writes all charges that are left; called at each commit. */
    void flushCharges();

    /** Milliseconds since 1970 by the clock of the machine. */
    long wallClock();

    /** The newest timestamp of a record of the task, milliseconds since 1970. */
    long streamTime();

    /** Does something again and again by the wall clock; a commit follows. */
    Repeated every(Duration interval, Runnable action);

    /** A metric that takes the value it is given, of the records of a topic that had an outcome. */
    LongConsumer counter(String topic, String outcome);

    /** Metrics of all tasks of this instance since its start. */
    InstanceMetrics metrics();

    /** Action that is repeated until it is cancelled. */
    interface Repeated {
        void cancel();
    }
}
