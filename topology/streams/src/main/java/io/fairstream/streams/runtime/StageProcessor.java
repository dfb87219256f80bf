package io.fairstream.streams.runtime;

import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.Charge.Ledger;
import io.fairstream.schemas.Topic;
import io.fairstream.streams.errors.UnreadableRecord;
import io.fairstream.streams.journal.ChargeBlockBuilder;
import io.fairstream.streams.journal.Journal;
import io.fairstream.streams.runtime.Stage.StageSpec;
import io.fairstream.streams.runtime.StageContext.TaskContext;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.metrics.stats.Value;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Kafka Streams processor that runs a stage. */
public final class StageProcessor<E> implements Processor<String, Object, String, Object> {
    private final TopologyConfig config;
    private final StageSpec<E> spec;
    private final boolean isRepartitioned;
    private ProcessorContext<String, Object> context;
    private StageTask<E, ?, ?> task;
    private InstanceMetrics metrics;

    @SuppressWarnings("NullAway.Init") // init sets the task
    public StageProcessor(TopologyConfig config, StageSpec<E> spec) {
        this.config = config;
        this.spec = spec;
        this.isRepartitioned =
                spec.input() != null && spec.input().partitioning().isRepartitioned();
    }

    @Override
    public void init(ProcessorContext<String, Object> processorContext) {
        context = processorContext;
        TaskContext inKafka = new KafkaTaskContext(
                context, spec.name(), spec.ledger(), config.partitions().accounts());
        metrics = inKafka.metrics();
        task = begun(spec.create().apply(config), inKafka);
    }

    private <S, P> StageTask<E, S, P> begun(Stage<E, S, P> stage, TaskContext inKafka) {
        WriteBackStore<S, P> store = context.getStateStore(spec.name());
        StageTask<E, S, P> begun = new StageTask<>(stage, spec, config, inKafka, store);
        store.onFlush(context, begun);
        return begun;
    }

    @Override
    @SuppressWarnings("unchecked") // a record that is no charge comes from the source of the stage's own topic
    public void process(Record<String, Object> record) {
        if (record.value() instanceof Charge charge) {
            task.charge(charge);
        } else {
            UnreadableRecord.check(record.headers());
            task.take(record.key(), (E) record.value(), Origins.read(context, record, isRepartitioned));
        }
    }

    @Override
    public void close() {
        metrics.withdraw();
    }

    /**
     * Task context in Kafka Streams. Kafka Streams has one type for all values that a node forwards; {@link Output} has the type of each
     * topic, and its sink node the matching serializer.
     */
    static final class KafkaTaskContext implements TaskContext {
        private final ProcessorContext<String, Object> context;
        private final String stage;
        private final IdentityHashMap<Topic<?>, Node> nodes = new IdentityHashMap<>();
        private final InstanceMetrics metrics;
        private final @Nullable Journal journal;

        private record Node(String name, boolean isReadBack) {}

        /**
         * @param ledger ledger of the charges, or null if nobody is charged
         * @param accounts number of partitions of the accounts
         */
        KafkaTaskContext(
                ProcessorContext<String, Object> context, String stage, @Nullable Ledger ledger, int accounts) {
            this.context = context;
            this.stage = stage;
            this.metrics = new InstanceMetrics(context.metrics());
            this.journal = ledger == null ? null : new Journal(ledger, accounts, block -> write(ledger, block));
        }

        private void write(Ledger ledger, ChargeBlockBuilder block) {
            write(Output.CHARGES, ledger + "/" + partition(), block, block.newest());
        }

        @Override
        public int partition() {
            return context.taskId().partition();
        }

        @Override
        public Cause position(long sent) {
            return Origins.read(context, sent);
        }

        @Override
        public <R> void write(Output<R> to, @Nullable String key, @Nullable R row, long timestamp) {
            Node node = nodes.computeIfAbsent(to.topic(), topic -> new Node(to.node(stage), Output.isReadBack(topic)));
            Record<String, Object> record = new Record<>(key, row, timestamp);
            context.forward(node.isReadBack ? record.withHeaders(Origins.own()) : record, node.name);
        }

        @Override
        public <V> void pass(String stage, String key, V value, long timestamp) {
            context.forward(new Record<>(key, value, timestamp), stage);
        }

        @Override
        public void charge(Charge charge) {
            Objects.requireNonNull(journal, "nobody is charged here").write(charge);
        }

        @Override
        public void flushCharges() {
            if (journal != null) {
                journal.flush();
            }
        }

        @Override
        public long wallClock() {
            return context.currentSystemTimeMs();
        }

        @Override
        public long streamTime() {
            return context.currentStreamTimeMs();
        }

        @Override
        public Runnable every(Duration interval, Runnable action) {
            return context.schedule(interval, PunctuationType.WALL_CLOCK_TIME, now -> action.run())::cancel;
        }

        /** Metric {@code fairstream-records:<outcome>-total}, by topic and task. */
        @Override
        public LongConsumer counter(String topic, String outcome) {
            String task = context.taskId().toString();
            Sensor sensor = context.metrics().addSensor(topic + "." + task + "." + outcome, Sensor.RecordingLevel.INFO);
            sensor.add(
                    new MetricName(
                            outcome + "-total",
                            "fairstream-records",
                            "Records of the topic that were " + outcome,
                            Map.of("topic", topic, "task-id", task)),
                    new Value());
            return count -> sensor.record((double) count);
        }

        @Override
        public InstanceMetrics metrics() {
            return metrics;
        }
    }
}
