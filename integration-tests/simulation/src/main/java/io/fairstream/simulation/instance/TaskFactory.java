package io.fairstream.simulation.instance;

import io.fairstream.simulation.kafka.SimulatedConsumer;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.internals.LogContext;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyConfig.TaskConfig;
import org.apache.kafka.streams.errors.ProductionExceptionHandler;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.internals.InternalTopologyBuilder;
import org.apache.kafka.streams.processor.internals.ProcessorContextImpl;
import org.apache.kafka.streams.processor.internals.ProcessorStateManager;
import org.apache.kafka.streams.processor.internals.ProcessorTopology;
import org.apache.kafka.streams.processor.internals.RecordCollector;
import org.apache.kafka.streams.processor.internals.RecordCollectorImpl;
import org.apache.kafka.streams.processor.internals.StateDirectory;
import org.apache.kafka.streams.processor.internals.StreamTask;
import org.apache.kafka.streams.processor.internals.StreamsProducer;
import org.apache.kafka.streams.processor.internals.Task;
import org.apache.kafka.streams.processor.internals.TaskAccess;
import org.apache.kafka.streams.processor.internals.metrics.StreamsMetricsImpl;
import org.apache.kafka.streams.state.internals.ThreadCache;

/** Makes Kafka Streams' tasks for an instance, as its thread does. */
final class TaskFactory {
    private static final LogContext LOG = new LogContext();

    private final InternalTopologyBuilder builder;
    private final StreamsConfig config;
    private final Time time;
    private final SimulatedConsumer consumer;
    private final StreamsProducer producer;
    private final StreamsMetricsImpl metrics;
    private final TaskConfig taskConfig;
    private final ProductionExceptionHandler refused;
    private final StateDirectory directory;
    private final ThreadCache cache;
    private final boolean isTransactional;
    private final Map<Integer, Boolean> hasState = new HashMap<>();

    TaskFactory(
            String instance,
            InternalTopologyBuilder builder,
            StreamsConfig config,
            Time time,
            SimulatedConsumer consumer,
            StreamsProducer producer) {
        this.builder = builder;
        this.config = config;
        this.time = time;
        this.consumer = consumer;
        this.producer = producer;
        taskConfig = builder.topologyConfigs().getTaskConfig();
        refused = config.productionExceptionHandler();
        metrics = FewMetrics.of(instance, time);
        directory = new StateDirectory(config, time, false, false);
        cache = new ThreadCache(LOG, 0, metrics);
        isTransactional = config.getBoolean(StreamsConfig.TRANSACTIONAL_STATE_STORES_CONFIG);
    }

    /** Returns true if stores keep only what is committed. */
    boolean isTransactional() {
        return isTransactional;
    }

    /** Returns true if a task has state of which copies can exist. */
    boolean hasState(TaskId id) {
        return hasState.computeIfAbsent(
                id.subtopology(), number -> TaskAccess.hasState(builder.buildSubtopology(number)));
    }

    StreamTask active(TaskId id, Set<TopicPartition> inputs) {
        ProcessorTopology topology = builder.buildSubtopology(id.subtopology());
        ProcessorStateManager state = state(id, Task.TaskType.ACTIVE, topology, inputs);
        return new StreamTask(
                id,
                inputs,
                topology,
                consumer,
                taskConfig,
                metrics,
                directory,
                cache,
                time,
                state,
                collector(id, topology),
                new ProcessorContextImpl(id, config, state, metrics, cache),
                LOG,
                false);
    }

    Task standby(TaskId id, Set<TopicPartition> inputs) {
        ProcessorTopology topology = builder.buildSubtopology(id.subtopology());
        ProcessorStateManager state = state(id, Task.TaskType.STANDBY, topology, inputs);
        return TaskAccess.standby(
                id,
                inputs,
                topology,
                taskConfig,
                metrics,
                state,
                directory,
                cache,
                new ProcessorContextImpl(id, config, state, metrics, cache));
    }

    StreamTask activeOf(Task standby) {
        return TaskAccess.activeOf(
                standby,
                consumer,
                metrics,
                directory,
                cache,
                time,
                collector(standby.id(), TaskAccess.topology(standby)));
    }

    Task standbyOf(StreamTask active) {
        return TaskAccess.standbyOf(active, metrics, directory, cache);
    }

    private ProcessorStateManager state(
            TaskId id, Task.TaskType type, ProcessorTopology topology, Set<TopicPartition> inputs) {
        return new ProcessorStateManager(
                id, type, true, isTransactional, LOG, directory, time, topology.storeToChangelogTopic(), inputs);
    }

    private RecordCollector collector(TaskId id, ProcessorTopology topology) {
        return new RecordCollectorImpl(LOG, id, producer, refused, metrics, topology);
    }
}
