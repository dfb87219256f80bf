package io.fairstream.streams.runtime;

import io.fairstream.rules.journal.Charge;
import io.fairstream.schemas.Topic;
import io.fairstream.streams.state.WriteBackStore;
import java.util.Map;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/** Runs a stage in a task of Kafka Streams. */
public final class StageProcessor<E, S, P> implements Processor<String, Object, String, Object> {
    private final TopologyConfig accounting;
    private final StageSpec<E, S, P> spec;
    private final Map<Topic<?>, String> nodes;
    private final boolean isRepartitioned;
    private ProcessorContext<String, Object> context;
    private StageTask<E, S, P> task;
    private InstanceMetrics metrics;

    /** @param nodes that write the stage's topics */
    @SuppressWarnings("NullAway.Init") // the task is there from init on
    public StageProcessor(TopologyConfig accounting, StageSpec<E, S, P> spec, Map<Topic<?>, String> nodes) {
        this.accounting = accounting;
        this.spec = spec;
        this.nodes = nodes;
        this.isRepartitioned =
                spec.input() != null && spec.input().partitioning().anew();
    }

    @Override
    public void init(ProcessorContext<String, Object> processorContext) {
        context = processorContext;
        WriteBackStore<S, P> store = context.getStateStore(spec.name());
        TaskContext inKafka = new KafkaTaskContext(
                context, nodes, spec.ledger(), accounting.partitions().accounts());
        metrics = inKafka.metrics();
        task = new StageTask<>(spec.create().apply(accounting), spec.input(), accounting, inKafka, store);
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
