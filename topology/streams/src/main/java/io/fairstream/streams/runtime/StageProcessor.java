package io.fairstream.streams.runtime;

import io.fairstream.rules.journal.Charge;
import io.fairstream.schemas.Topic;
import io.fairstream.streams.state.WriteBackStore;
import java.util.Map;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Runs a stage in a task of Kafka Streams. */
public final class StageProcessor<E, S, P> implements Processor<String, Object, String, Object> {
    private final TopologyConfig accounting;
    private final String storeName;
    private final Stage<E, S, P> stage;
    private final @Nullable StageInput<E> feed;
    private final Map<Topic<?>, String> nodes;
    private final boolean isRepartitioned;
    private ProcessorContext<String, Object> context;
    private StageTask<E, S, P> task;
    private InstanceMetrics metrics;

    /**
     * @param feed the topic that is the stage's own; null if nobody but the topology writes what it reads
     * @param nodes that write the stage's topics
     */
    @SuppressWarnings("NullAway.Init") // the task is there from init on
    public StageProcessor(
            TopologyConfig accounting,
            String storeName,
            Stage<E, S, P> stage,
            @Nullable StageInput<E> feed,
            Map<Topic<?>, String> nodes) {
        this.accounting = accounting;
        this.storeName = storeName;
        this.stage = stage;
        this.feed = feed;
        this.nodes = nodes;
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
    }

    @Override
    @SuppressWarnings("unchecked") // what is no charge comes from the source of the stage's own topic
    public void process(Record<String, Object> record) {
        if (record.value() instanceof Charge charge) {
            task.charge(charge);
        } else {
            task.take(record.key(), (E) record.value(), Origins.read(context, record, isRepartitioned));
        }
    }

    @Override
    public void close() {
        metrics.withdraw();
    }
}
