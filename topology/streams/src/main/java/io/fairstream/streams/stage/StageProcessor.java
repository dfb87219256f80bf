package io.fairstream.streams.stage;

import io.fairstream.rules.Refused;
import io.fairstream.schemas.Topic;
import io.fairstream.streams.state.WriteBackStore;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Runs a stage in a task of Kafka Streams. */
public final class StageProcessor<E, S, P> implements Processor<String, Input<E>, String, Object> {
    private final Accounting accounting;
    private final String storeName;
    private final Stage<E, S, P> stage;
    private final @Nullable Feed<E> feed;
    private final Map<Topic<?>, String> nodes;
    private final boolean isRepartitioned;
    private final @Nullable SignatureCheck check;
    private ProcessorContext<String, Object> context;
    private StageTask<E, S, P> task;
    private InstanceMetrics metrics;

    /**
     * @param feed the topic that is the stage's own; null if nobody but the topology writes what it reads
     * @param nodes that write the stage's topics
     * @param check of signatures; null if nobody looks at them, or they were checked before
     */
    @SuppressWarnings("NullAway.Init") // the task is there from init on
    public StageProcessor(
            Accounting accounting,
            String storeName,
            Stage<E, S, P> stage,
            @Nullable Feed<E> feed,
            Map<Topic<?>, String> nodes,
            @Nullable SignatureCheck check) {
        this.accounting = accounting;
        this.storeName = storeName;
        this.stage = stage;
        this.feed = feed;
        this.nodes = nodes;
        this.check = check;
        this.isRepartitioned = feed != null && feed.partitioning().anew();
    }

    @Override
    public void init(ProcessorContext<String, Object> processorContext) {
        context = processorContext;
        WriteBackStore<S, P> store = context.getStateStore(storeName);
        TaskContext inKafka = new KafkaTaskContext(
                context, nodes, stage.ledger(), accounting.partitions().accounts());
        metrics = inKafka.metrics();
        task = new StageTask<>(stage, feed, accounting, inKafka, store);
        store.onFlush(context, task);
        if (check != null) {
            check.init(context);
        }
    }

    @Override
    public void process(Record<String, Input<E>> record) {
        if (record.value() instanceof Input.Charged<E> charged) {
            task.charge(charged.charge());
        } else if (record.value() instanceof Input.Event<E> event) {
            take(record, event.value(), isRepartitioned ? SignatureCheck.stamped(record) : null);
        } else if (record.value() instanceof Input.Signed<E> signed) {
            Refused refused = Objects.requireNonNull(check).refusal(record.key(), signed.value(), record.timestamp());
            take(record, signed.value().event(), refused);
        }
    }

    private void take(Record<String, ?> record, @Nullable E event, @Nullable Refused refused) {
        task.take(
                record.key(),
                event,
                record.timestamp(),
                Origins.read(context, record.headers(), isRepartitioned),
                refused);
    }

    @Override
    public void close() {
        metrics.withdraw();
    }
}
